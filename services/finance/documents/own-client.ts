import type { Principal } from '#chassis/rpc/context.ts';

/** Values of `cancelledAsDraft` of documents that are not hidden from their client. */
const NOT_HIDDEN = [false, null] as const;

interface OwnDocuments<Status extends string> {
  clientId?: string;
  status?: readonly Status[];
  cancelledAsDraft?: readonly (boolean | null)[];
}

/**
 * The restriction for callers of role client: they read only documents of their own client, no drafts, and nothing that
 * was cancelled as a draft (decisions 3: What a client may read). `statuses`: all statuses of the document.
 */
export function ownClient<Status extends string>(statuses: readonly Status[]) {
  const status = statuses.filter((one) => one !== 'draft');
  return ({ role, clientId }: Principal): OwnDocuments<Status> =>
    role === 'client' ? { clientId: clientId ?? '', status, cancelledAsDraft: NOT_HIDDEN } : {};
}

/** The fields of a document that are not for its client. */
export const hiddenFromClient = ({ role }: Principal): readonly 'internalNotes'[] =>
  role === 'client' ? ['internalNotes'] : [];
