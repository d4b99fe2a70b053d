import type { Unit } from '#chassis/write.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { AuditLog } from './repository.ts';

/** Somebody's attempt to log in. */
export interface LoginAttempt {
  /** In canonical form. Never kept: people type passwords there. */
  email: string;
  address: string;
  requestId: string;
  at: Date;
}

export interface LoginAuditParts {
  log: Pick<AuditLog, 'append'>;
  users: {
    findByEmail(email: string, transaction: Unit['session']): Promise<{ id: string } | undefined>;
    /** The orgs that the user has a place in, active or not. */
    orgsOf(userId: string, transaction: Unit['session']): Promise<string[]>;
  };
  orgs: { operatorId(): Promise<string | undefined> };
  newId(): string;
}

type Action = 'login.failed' | 'login.locked';

/** In the transaction of what counts it: that an attempt failed, or was the first that a lock refused. */
export type LoginAudit = (action: Action, attempt: LoginAttempt, transaction: Unit['session']) => Promise<void>;

/**
 * One entry for each org of the user, or for the operator org where there is none (decisions 3: Audit log). An attempt during
 * a lock is none: whoever goes on trying would fill the logs of up to 1,000 orgs with each.
 */
export function createLoginAudit({ log, users, orgs, newId }: LoginAuditParts): LoginAudit {
  return async (action, attempt, transaction) => {
    const user = await users.findByEmail(attempt.email, transaction);
    // As many queries for an unknown email as for a user of an org, so that the time tells nothing.
    const own = user ? await users.orgsOf(user.id, transaction) : [];
    const orgIds = own.length > 0 ? own : [await orgs.operatorId()];
    const entries = orgIds.flatMap((orgId) => (orgId ? entryOf(action, attempt, user?.id, orgId, newId()) : []));
    if (entries.length > 0) await log.append(entries, transaction);
  };
}

function entryOf(
  action: Action,
  { address, requestId, at }: LoginAttempt,
  userId: string | undefined,
  orgId: string,
  id: string,
): AuditEntry {
  const record = userId === undefined ? { recordType: null, recordId: null } : { recordType: 'user', recordId: userId };
  return { id, orgId, action, actor: null, ...record, at, address, requestId, changed: [] };
}
