import { filled } from './plain-fields.ts';
import { partIds } from './record.ts';

interface ListChange<Part> {
  /** The field of the body. */
  field: string;
  /** null empties the list, and undefined leaves it as it is (decisions 1: Null). */
  sent: readonly { id?: string }[] | null | undefined;
  /** The present parts; undefined for a new record. */
  known: readonly Part[] | undefined;
}

/**
 * The parts of a record after a change of the list. `plain`: the fields of a part. A field that was not sent is null.
 * Errors: as `partIds`.
 */
export function partsAfter<Part extends { id: string }>(
  plain: Readonly<Record<Exclude<keyof Part & string, 'id'>, 'required' | 'clearable'>>,
  { field, sent, known }: ListChange<Part>,
  newId: () => string,
): Part[] {
  if (sent === undefined) return [...(known ?? [])];
  const ids = partIds({ field, sent: sent ?? [], known }, newId);
  return (sent ?? []).map((part, index) => ({ id: ids[index], ...filled(plain, part) }) as unknown as Part);
}
