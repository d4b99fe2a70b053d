import { clearable, freeText } from '../../common/v1/fields.contract.ts';

/** The notes of a document that its client must not read. */
export const internalNotes = () =>
  clearable(freeText(), 'Notes for the org only. They are not printed. Null for a caller of role client.');
