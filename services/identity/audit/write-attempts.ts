import type { AuditEntry } from './domain/audit-entry.ts';
import type { AuditLog } from './repository.ts';
import type { UnauditedLogin, UnauditedLoginRepository } from './unaudited-login-repository.ts';

/** Milliseconds between two polls. */
export const LOOK_EVERY_MS = 1000;

/** Milliseconds of a claim. Then another process may write the entries, because the first has probably died. */
const CLAIM_MS = 60_000;
/** Maximum number of attempts that one poll handles. */
const BATCH = 100;
/**
 * Maximum number of entries in one transaction. Each entry is of another org, and may conflict with other writes of
 * that org.
 */
const ENTRIES_PER_WRITE = 100;

export interface WriteAttemptsParts {
  attempts: Pick<UnauditedLoginRepository, 'claim' | 'remove'>;
  log: Pick<AuditLog, 'append'>;
  users: {
    /** The orgs in which the user has a membership, active or not. */
    orgsOf(userId: string): Promise<string[]>;
  };
  orgs: { operatorId(): Promise<string | undefined> };
}

/**
 * Writes the audit entries of attempts that are due: one for each org of the user, or one for the operator org if there
 * is no such user (decisions 3: Audit log). If the process dies before it removes the attempt, the entries are written
 * again with the same ids.
 */
export function createWriteAttempts(parts: WriteAttemptsParts): (now: Date) => Promise<void> {
  const { attempts } = parts;
  return async (now) => {
    const until = new Date(now.getTime() + CLAIM_MS);
    for (let taken = 0; taken < BATCH; taken++) {
      const attempt = await attempts.claim(now, until);
      if (!attempt) return;
      await writeEntries(parts, attempt);
      await attempts.remove(attempt.id);
    }
  };
}

async function writeEntries({ log, users, orgs }: WriteAttemptsParts, attempt: UnauditedLogin): Promise<void> {
  const own = attempt.userId === null ? [] : await users.orgsOf(attempt.userId);
  const orgIds = own.length > 0 ? own : [await orgs.operatorId()];
  const entries = orgIds.flatMap((orgId) => (orgId ? entryOf(attempt, orgId) : []));
  for (let from = 0; from < entries.length; from += ENTRIES_PER_WRITE) {
    await log.append(entries.slice(from, from + ENTRIES_PER_WRITE));
  }
}

function entryOf({ id, userId, ...attempt }: UnauditedLogin, orgId: string): AuditEntry {
  const recordType = userId === null ? null : 'user';
  return { id: `${id}:${orgId}`, orgId, ...attempt, actor: null, recordType, recordId: userId, changed: [] };
}
