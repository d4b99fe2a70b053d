import type { ClientSession } from '#chassis/unit-of-work/write.ts';
import type { PendingAttempt, PendingAttemptRepository } from './pending-attempt-repository.ts';

/** Somebody's attempt to log in. */
export interface LoginAttempt {
  /** In canonical form. Never kept: people type passwords there. */
  email: string;
  address: string;
  requestId: string;
  at: Date;
}

export interface LoginAuditParts {
  attempts: Pick<PendingAttemptRepository, 'add'>;
  users: { findByEmail(email: string, transaction: ClientSession): Promise<{ id: string } | undefined> };
  newId(): string;
}

/**
 * In the transaction of what counts it: that an attempt failed, or was the first that a lock refused. An attempt during a
 * lock is noted nowhere: whoever goes on trying would fill the logs of up to 1,000 orgs with each.
 */
export type LoginAudit = (
  action: PendingAttempt['action'],
  attempt: LoginAttempt,
  transaction: ClientSession,
) => Promise<void>;

/**
 * Writes a row, whoever has failed to log in. The entries follow in the background (`write-attempts.ts`). So the time
 * of an answer tells nothing, and no write in any of the user's orgs delays the count.
 */
export function createLoginAudit({ attempts, users, newId }: LoginAuditParts): LoginAudit {
  return async (action, { email, ...attempt }, transaction) => {
    const user = await users.findByEmail(email, transaction);
    await attempts.add({ id: newId(), action, userId: user?.id ?? null, ...attempt }, transaction);
  };
}
