import type { PrintedDocument } from './printed-document.ts';

/** The mark of a status of any document. */
export function markOf(status: string): PrintedDocument['mark'] {
  if (status === 'draft') return 'DRAFT';
  return status === 'cancelled' ? 'CANCELLED' : null;
}
