import { AppError, LostRace } from '#chassis/domain/errors.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import type { LoginAttempt, LoginAudit } from '../audit/failed-login.ts';
import type { User } from '../users/domain/user.ts';
import type { Passwords } from '../users/passwords.ts';
import type { UserRepository } from '../users/repository.ts';
import { refusal } from './domain/lockout.ts';
import { KeyedLimiter } from './keyed-limiter.ts';
import { lockedAttempts } from './metrics.ts';
import type { FailureRepository } from './repository.ts';

/** Well below the time that the gateway waits for an answer. */
const PATIENCE_MS = 3_000;

export interface PasswordCheckParts {
  store: Pick<Store, 'transaction'>;
  users: Pick<UserRepository, 'findByEmail'>;
  failures: Pick<FailureRepository, 'recent' | 'isLockNoted' | 'noteLock' | 'add' | 'clear'>;
  passwords: Pick<Passwords, 'matches'>;
  audit: LoginAudit;
  logger: Pick<Logger, 'warn'>;
  config: { RATE_LIMIT_LOGIN: number; LOGIN_CONCURRENCY: number; LOGIN_QUEUE: number };
}

export interface Guess {
  /** In canonical form. */
  email: string;
  password: string;
  /** The caller's network address. */
  address: string;
  requestId: string;
  purpose: 'login' | 'change';
}

/** The password has changed since it was checked: it is looked at again, once. */
export const CHANGED = Symbol('changed');

/**
 * Does `use` for the user whose email and password these are. It answers with CHANGED when they are not any more, and
 * with undefined when the user may not.
 * Errors: invalid_credentials, the same for every cause; rate_limited after too many failures or in a storm; and what
 * `use` throws.
 */
export type PasswordCheck = <T>(guess: Guess, call: { now: Date; signal: AbortSignal }, use: Use<T>) => Promise<T>;

type Use<T> = (user: User) => Promise<T | undefined | typeof CHANGED>;

/** Wherever a password is guessed at, it counts toward the same lock (decisions 3: Login). */
export function createPasswordCheck(parts: PasswordCheckParts): PasswordCheck {
  const { failures, config, logger } = parts;
  const { LOGIN_CONCURRENCY: concurrency, LOGIN_QUEUE: limit } = config;
  const newQueue = () => new KeyedLimiter({ concurrency, limit, patience: PATIENCE_MS });
  // Of its own for each purpose: a storm of logins keeps nobody from changing a password.
  const queues = { login: newQueue(), change: newQueue() };
  return (guess, { now, signal }, use) => {
    const { email, address, requestId, purpose } = guess;
    return queues[purpose].run(JSON.stringify([email, address]), signal, async () => {
      const attempt = { email, address, requestId, at: now };
      await refuseIfLocked(parts, attempt);
      const result = await useIfRight(parts, guess, use);
      if (result === undefined || result === CHANGED) {
        await noteFailure(parts, attempt);
        throw new AppError('invalid_credentials', 'Invalid credentials');
      }
      // What `use` did is done: a failure that stays counted is no reason to call it refused.
      await failures.clear(email, address).catch((err) => logger.warn({ err }, 'Failed logins could not be forgotten'));
      return result;
    });
  };
}

async function refuseIfLocked({ store, failures, audit, config }: PasswordCheckParts, attempt: LoginAttempt) {
  const { email, address, at } = attempt;
  const limit = config.RATE_LIMIT_LOGIN;
  const refused = refusal(await failures.recent(email, address, limit), limit, at);
  if (!refused) return;
  lockedAttempts.inc();
  const { of, reason, retryAfter } = refused;
  if (!(await failures.isLockNoted(of, email, address))) {
    const noting = store.transaction(async (transaction) => {
      if (await failures.noteLock(of, email, address, transaction)) await audit('login.locked', attempt, transaction);
    });
    await noting.catch(unlessLostRace);
  }
  throw new AppError('rate_limited', reason, { retryAfter });
}

/** Whoever wins the race for a lock has noted it. */
function unlessLostRace(error: unknown): void {
  if (!(error instanceof LostRace)) throw error;
}

/** What counts comes to be in the log, whatever dies. */
async function noteFailure({ store, failures, audit }: PasswordCheckParts, attempt: LoginAttempt): Promise<void> {
  await store.transaction(async (transaction) => {
    await failures.add(attempt.email, attempt.address, attempt.at, transaction);
    await audit('login.failed', attempt, transaction);
  });
}

/** Another login may renew the hash in between, and the password is as right as before. */
async function useIfRight<T>(parts: PasswordCheckParts, guess: Guess, use: Use<T>) {
  const user = await findByPassword(parts, guess);
  const result = user && (await use(user));
  if (result !== CHANGED) return result;
  const changed = await findByPassword(parts, guess);
  return changed && use(changed);
}

async function findByPassword({ users, passwords }: PasswordCheckParts, { email, password, purpose }: Guess) {
  const user = await users.findByEmail(email);
  // Hashed for an unknown email too, so that the time tells nothing.
  const matches = await passwords.matches(user?.passwordHash, password, purpose);
  return matches ? user : undefined;
}
