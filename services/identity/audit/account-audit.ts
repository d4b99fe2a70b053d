import type { ClientSession, WriteCall } from '#chassis/unit-of-work/write.ts';
import type { AuditEntry } from './domain/audit-entry.ts';
import type { AuditLog } from './repository.ts';

/** An act on an account that no event announces: webhooks of an org must not learn of it. */
export interface AccountAct {
  action: 'session.ended' | 'user.invitation_accepted' | `user.password_${'changed' | 'reset' | 'set'}`;
  userId: string;
  /** The one org that it concerns. */
  orgId?: string;
}

/** In the transaction: notes the act in the log of the org, else of each org of the user (decisions 3: Audit log). */
export type AccountAudit = (
  act: AccountAct,
  call: Pick<WriteCall, 'context' | 'now'>,
  transaction: ClientSession,
) => Promise<void>;

export interface AccountAuditParts {
  log: Pick<AuditLog, 'append'>;
  users: { orgsOf(userId: string, transaction?: ClientSession): Promise<string[]> };
  newId(): string;
}

export function createAccountAudit({ log, users, newId }: AccountAuditParts): AccountAudit {
  return async (act, call, transaction) => {
    const orgIds = act.orgId === undefined ? await users.orgsOf(act.userId, transaction) : [act.orgId];
    const entries = orgIds.map((orgId) => entryOf(act, orgId, call, newId()));
    if (entries.length > 0) await log.append(entries, transaction);
  };
}

function entryOf(
  { action, userId }: AccountAct,
  orgId: string,
  { context, now }: Parameters<AccountAudit>[1],
  id: string,
): AuditEntry {
  const { principal, address, requestId } = context;
  // A caller with a mailed link has no session, and acts as the user.
  const actor = principal ? `${principal.kind}:${principal.id}` : `user:${userId}`;
  return {
    ...{ id, orgId, action, actor, recordType: 'user', recordId: userId, at: now },
    address: address ?? null,
    requestId,
    changed: action.startsWith('user.password_') ? ['password'] : [],
  };
}
