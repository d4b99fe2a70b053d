import type { AuditEntry } from './domain/audit-entry.ts';
import type { PendingAttempt, PendingAttemptRepository } from './pending-attempt-repository.ts';
import type { AuditLog } from './repository.ts';

/** Milliseconds between looks for attempts. */
export const LOOK_EVERY_MS = 1000;

/** Milliseconds. After that, the entries of a process that died are written by another. */
const CLAIM_MS = 60_000;
/** Attempts of one look; what is left waits for the next. */
const BATCH = 100;
/** Entries of one transaction. Each counts in another org, where it meets other writes. */
const ENTRIES_AT_ONCE = 100;

export interface WriteAttemptsParts {
  attempts: Pick<PendingAttemptRepository, 'claim' | 'remove'>;
  log: Pick<AuditLog, 'append'>;
  users: {
    /** The orgs that the user has a membership in, active or not. */
    orgsOf(userId: string): Promise<string[]>;
  };
  orgs: { operatorId(): Promise<string | undefined> };
}

/**
 * Writes the entries of the attempts that are due: one for each org of the user, or for the operator org where there is none
 * (decisions 3: Audit log). They are written again when the process dies before it has noted that, with the same ids.
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

async function writeEntries({ log, users, orgs }: WriteAttemptsParts, attempt: PendingAttempt): Promise<void> {
  const own = attempt.userId === null ? [] : await users.orgsOf(attempt.userId);
  const orgIds = own.length > 0 ? own : [await orgs.operatorId()];
  const entries = orgIds.flatMap((orgId) => (orgId ? entryOf(attempt, orgId) : []));
  for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE) {
    await log.append(entries.slice(from, from + ENTRIES_AT_ONCE));
  }
}

function entryOf({ id, userId, ...attempt }: PendingAttempt, orgId: string): AuditEntry {
  const recordType = userId === null ? null : 'user';
  return { id: `${id}:${orgId}`, orgId, ...attempt, actor: null, recordType, recordId: userId, changed: [] };
}
