import { AppError } from '#chassis/errors.ts';
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

/** Runs a login; when it is refused for a wrong password, an unknown email or a lock, remembers that. */
export type LoginAudit = <T>(attempt: LoginAttempt, login: () => Promise<T>) => Promise<T>;

/** One entry for each org of the user, or for the operator org where there is no such user (decisions 3: Audit log). */
export function createLoginAudit({ log, users, orgs, newId }: LoginAuditParts): LoginAudit {
  async function remember(attempt: LoginAttempt): Promise<void> {
    const user = await users.findByEmail(attempt.email);
    // As many queries for an unknown email as for a known one, so that the time tells nothing.
    const orgIds = user ? await users.orgsOf(user.id) : [await orgs.operatorId()];
    const entries = orgIds.flatMap((orgId) => (orgId ? failedLogin(attempt, user?.id, orgId, newId()) : []));
    if (entries.length > 0) await log.append(entries);
  }
  return (attempt, login) =>
    login().catch(async (error) => {
      if (isRefusal(error)) await remember(attempt);
      throw error;
    });
}

const isRefusal = (error: unknown) =>
  error instanceof AppError && (error.code === 'invalid_credentials' || error.code === 'rate_limited');

function failedLogin(
  { address, requestId, at }: LoginAttempt,
  userId: string | undefined,
  orgId: string,
  id: string,
): AuditEntry {
  const record = userId === undefined ? { recordType: null, recordId: null } : { recordType: 'user', recordId: userId };
  return { id, orgId, action: 'login.failed', actor: null, ...record, at, address, requestId, changed: [] };
}
