import type { Principal } from '#chassis/rpc/context.ts';

/**
 * The restriction for callers of role client: they read only documents of their own client, and no drafts (decisions 3:
 * What a client may read). `statuses`: all statuses of the document.
 */
export function ownClient<Status extends string>(statuses: readonly Status[]) {
  const status = statuses.filter((one) => one !== 'draft');
  return ({ role, clientId }: Principal): { clientId?: string; status?: readonly Status[] } =>
    role === 'client' ? { clientId: clientId ?? '', status } : {};
}

/** The fields of a document that are not for its client. */
export const hiddenFromClient = ({ role }: Principal): readonly 'internalNotes'[] =>
  role === 'client' ? ['internalNotes'] : [];
