import type { ClientSession } from '#chassis/unit-of-work/write.ts';
import type { UnauditedLogin, UnauditedLoginRepository } from './unaudited-login-repository.ts';

/** An attempt to log in. */
export interface LoginAttempt {
  /** In canonical form. It is never stored, because people type passwords into this field. */
  email: string;
  address: string;
  requestId: string;
  at: Date;
}

export interface LoginAuditParts {
  attempts: Pick<UnauditedLoginRepository, 'add'>;
  users: { findByEmail(email: string, transaction: ClientSession): Promise<{ id: string } | undefined> };
  newId(): string;
}

/**
 * Stores that an attempt failed, or that it was the first attempt which a lock refused. It is part of the transaction
 * that counts the attempt. Later attempts during a lock are not stored: they would fill the logs of up to 1,000 orgs.
 */
export type LoginAudit = (
  action: UnauditedLogin['action'],
  attempt: LoginAttempt,
  transaction: ClientSession,
) => Promise<void>;

/**
 * Stores one row for each attempt, whether or not the user exists. The audit entries are written later, in the
 * background (`write-attempts.ts`). So the time of the answer shows nothing, and writes of the user's orgs do not delay
 * the count.
 */
export function createLoginAudit({ attempts, users, newId }: LoginAuditParts): LoginAudit {
  return async (action, { email, ...attempt }, transaction) => {
    const user = await users.findByEmail(email, transaction);
    await attempts.add({ id: newId(), action, userId: user?.id ?? null, ...attempt }, transaction);
  };
}
