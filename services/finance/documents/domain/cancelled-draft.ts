/**
 * Tells whether a document was cancelled before its client could read it. Callers do not see the field. It is null unless
 * the document is cancelled.
 */
export interface CancelledDraft {
  cancelledAsDraft?: boolean | null;
}

/** The field of a new document with this status. A document that is created cancelled was never issued. */
export const asCreated = (status: string): CancelledDraft => (status === 'cancelled' ? { cancelledAsDraft: true } : {});

/** The field of a document that is cancelled now. */
export const asCancelled = ({ status }: { status: string }): CancelledDraft => ({
  cancelledAsDraft: status === 'draft',
});
