import type { PrintedDocument } from './printed-document.ts';

/** The mark of a document in this status. */
export function markOf(status: string): PrintedDocument['mark'] {
  if (status === 'draft') return 'DRAFT';
  return status === 'cancelled' ? 'CANCELLED' : null;
}
