import type { ClientSession, WriteCall } from '#chassis/unit-of-work/write.ts';
import type { AuditEntry } from './domain/audit-entry.ts';
import type { AuditLog } from './repository.ts';

/** An action on an account that emits no event, because the webhooks of an org must not learn of it. */
export interface AccountAct {
  action: 'session.ended' | 'user.invitation_accepted' | `user.password_${'changed' | 'reset' | 'set'}`;
  userId: string;
  /** The only org that the action is about; absent: all orgs of the user. */
  orgId?: string;
}

/**
 * Appends the action to the audit log of its org, otherwise of each org of the user (decisions 3: Audit log). It is
 * part of the transaction.
 */
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
  // A caller with a mailed link has no session. The entry names the user of the link as actor.
  const actor = principal ? `${principal.kind}:${principal.id}` : `user:${userId}`;
  return {
    ...{ id, orgId, action, actor, recordType: 'user', recordId: userId, at: now },
    address: address ?? null,
    requestId,
    changed: action.startsWith('user.password_') ? ['password'] : [],
  };
}
