import { AppError } from '#chassis/errors.ts';
import { LoginLocked } from '../sessions/login-locked.ts';
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
    findByEmail(email: string): Promise<{ id: string } | undefined>;
    /** The orgs that the user has a place in, active or not. */
    orgsOf(userId: string): Promise<string[]>;
  };
  orgs: { operatorId(): Promise<string | undefined> };
  newId(): string;
}

/** Runs a login; remembers when it is refused for a wrong password or an unknown email, and the beginning of a lock. */
export type LoginAudit = <T>(attempt: LoginAttempt, login: () => Promise<T>) => Promise<T>;

/**
 * One entry for each org of the user, or for the operator org where there is none (decisions 3: Audit log). An attempt during
 * a lock is none: whoever goes on trying would fill the logs of up to 1,000 orgs with each.
 */
export function createLoginAudit({ log, users, orgs, newId }: LoginAuditParts): LoginAudit {
  async function remember(action: Action, attempt: LoginAttempt): Promise<void> {
    const user = await users.findByEmail(attempt.email);
    // As many queries for an unknown email as for a user of an org, so that the time tells nothing.
    const own = user ? await users.orgsOf(user.id) : [];
    const orgIds = own.length > 0 ? own : [await orgs.operatorId()];
    const entries = orgIds.flatMap((orgId) => (orgId ? entryOf(action, attempt, user?.id, orgId, newId()) : []));
    if (entries.length > 0) await log.append(entries);
  }
  return (attempt, login) =>
    login().catch(async (error) => {
      const action = actionOf(error);
      if (action) await remember(action, attempt);
      throw error;
    });
}

type Action = 'login.failed' | 'login.locked';

function actionOf(error: unknown): Action | undefined {
  if (error instanceof LoginLocked) return error.isFirst ? 'login.locked' : undefined;
  return error instanceof AppError && error.code === 'invalid_credentials' ? 'login.failed' : undefined;
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
