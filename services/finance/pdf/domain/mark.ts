import type { PrintedDocument } from './printed-document.ts';

/** Of a status of any document. */
export function markOf(status: string): PrintedDocument['mark'] {
  if (status === 'draft') return 'DRAFT';
  return status === 'cancelled' ? 'CANCELLED' : null;
}
