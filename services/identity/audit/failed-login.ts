import type { AuditEntry } from './audit-entry.ts';
import type { AuditLog } from './repository.ts';

/** A login that was refused, whatever for: a wrong password, an unknown email, a lock. */
export interface FailedLogin {
  /** Undefined for an unknown email, which is not kept: people type passwords there. */
  userId: string | undefined;
  address: string;
  requestId: string;
  at: Date;
}

export interface AuditFailedLoginsParts {
  log: Pick<AuditLog, 'append'>;
  /** Of the orgs that the user has a place in. */
  orgsOf(userId: string): Promise<string[]>;
  /** Whose admins hear of logins that belong to no org. */
  operatorOrg(): Promise<string | undefined>;
  newId(): string;
}

export type AuditFailedLogin = (login: FailedLogin) => Promise<void>;

/** One entry for each org that the login concerns (decisions 3: Audit log). */
export function createAuditFailedLogin({ log, orgsOf, operatorOrg, newId }: AuditFailedLoginsParts): AuditFailedLogin {
  return async (login) => {
    const own = login.userId === undefined ? [] : await orgsOf(login.userId);
    const orgIds = own.length > 0 ? own : [await operatorOrg()].filter((id) => id !== undefined);
    await log.append(orgIds.map((orgId) => failedLoginEntry(login, orgId, newId())));
  };
}

function failedLoginEntry({ userId, address, requestId, at }: FailedLogin, orgId: string, id: string): AuditEntry {
  const record = userId === undefined ? { recordType: null, recordId: null } : { recordType: 'user', recordId: userId };
  return { id, orgId, action: 'login.failed', actor: null, ...record, at, address, requestId, changed: [] };
}
