import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import { AppError, LostRace } from '#chassis/domain/errors.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import type { ClientSession } from '#chassis/unit-of-work/write.ts';
import type { LoginAttempt, LoginAudit } from '../audit/failed-login.ts';
import type { User } from '../users/domain/user.ts';
import type { Passwords } from '../users/passwords.ts';
import type { UserRepository } from '../users/repository.ts';
import { type Refusal, refusal } from './domain/lockout.ts';
import { lockedAttempts } from './metrics.ts';
import type { FailureRepository } from './repository.ts';

/** Milliseconds: well below the time that the gateway waits for an answer. */
const MAX_WAIT_MS = 3_000;

export interface PasswordCheckParts {
  store: Pick<Store, 'transaction'>;
  users: Pick<UserRepository, 'findByEmail'>;
  failures: Omit<FailureRepository, 'clearAll'>;
  passwords: Pick<Passwords, 'matches'>;
  audit: LoginAudit;
  logger: Pick<Logger, 'warn'>;
  config: { RATE_LIMIT_LOGIN: number; LOGIN_CONCURRENCY: number; LOGIN_QUEUE: number };
}

export interface Guess {
  /** In canonical form. */
  email: string;
  password: string;
  /** The network address of the caller. */
  address: string;
  requestId: string;
  purpose: 'login' | 'change';
}

/** Result of `use`: the password has changed since it was checked. Then it is checked once more. */
export const CHANGED = Symbol('changed');

/**
 * Calls `use` for the user with this email and password. `use` returns CHANGED if they have changed, and undefined if
 * the user may not proceed. Errors: invalid_credentials, the same for every cause; rate_limited after too many
 * failures, or while too many guesses wait; the errors of `use`.
 */
export type PasswordCheck = <T>(guess: Guess, call: { now: Date; signal: AbortSignal }, use: Use<T>) => Promise<T>;

type Use<T> = (user: User) => Promise<T | undefined | typeof CHANGED>;

/** All checks of passwords count toward the same lock (decisions 3: Login). */
export function createPasswordCheck(parts: PasswordCheckParts): PasswordCheck {
  const { failures, config, logger } = parts;
  const { LOGIN_CONCURRENCY, LOGIN_QUEUE } = config;
  const full = { message: 'Too many logins at once' };
  // Guesses of one email and address run one after the other, so that parallel guesses count like sequential ones. Each
  // purpose has its own queue, so that many logins do not block changes of passwords.
  const queues = {
    login: new FairQueue({
      name: 'identity.logins',
      limit: LOGIN_CONCURRENCY,
      maxWaitingInAll: LOGIN_QUEUE,
      maxWait: 3_000,
      full,
    }),
    change: new FairQueue({
      name: 'identity.password-changes',
      limit: LOGIN_CONCURRENCY,
      maxWaitingInAll: LOGIN_QUEUE,
      maxWait: 3_000,
      full,
    }),
  };
  return (guess, { now, signal }, use) => {
    const { email, address, requestId, purpose } = guess;
    return queues[purpose].run(JSON.stringify([email, address]), { signal }, async () => {
      const attempt = { email, address, requestId, at: now };
      const noted = await noteGuess(parts, attempt);
      // If the audit log cannot be written, the guess does not count (decisions 3: Audit log).
      const withdraw = async (error: unknown) => {
        await failures.withdraw(noted).catch((err) => logger.warn({ err }, 'A guess could not be withdrawn'));
        throw error;
      };
      const result = await useIfRight(parts, guess, use).catch(withdraw);
      if (result === undefined || result === CHANGED) {
        await noteFailure(parts, noted, attempt).catch(withdraw);
        throw new AppError('invalid_credentials', 'Invalid credentials');
      }
      // `use` has succeeded. If the failures cannot be removed, the login still succeeds.
      await failures.clear(email, address).catch((err) => logger.warn({ err }, 'Failed logins could not be forgotten'));
      return result;
    });
  };
}

/**
 * Stores a guess before its hash is computed, so that parallel guesses in all processes stay within the limit. Returns
 * the id of the stored guess. Errors: rate_limited.
 */
async function noteGuess(parts: PasswordCheckParts, attempt: LoginAttempt): Promise<string> {
  const { store, failures, config } = parts;
  const limit = config.RATE_LIMIT_LOGIN;
  const refused = async (transaction?: ClientSession) =>
    refusal(await failures.recent(attempt, limit, transaction), limit, attempt.at);
  const noting = () =>
    store.transaction(
      async (transaction) => (await refused(transaction)) ?? failures.open(attempt, transaction),
      Date.now() + MAX_WAIT_MS,
    );
  // A guess during a lock writes nothing. Many such guesses would conflict.
  const noted = (await refused()) ?? (await noting().catch(rethrowAsStorm));
  if (typeof noted === 'string') return noted;
  await noteLock(parts, noted.of, attempt);
  throw new AppError('rate_limited', noted.reason, { retryAfter: noted.retryAfter });
}

/** The guess lost all conflicts with other guesses for the same email. */
function rethrowAsStorm(error: unknown): never {
  if (!(error instanceof LostRace)) throw error;
  throw new AppError('rate_limited', 'Too many logins at once', { retryAfter: 1, cause: error });
}

async function noteLock(
  { store, failures, audit }: PasswordCheckParts,
  of: Refusal['of'],
  attempt: LoginAttempt,
): Promise<void> {
  if (of === undefined) return;
  lockedAttempts.inc();
  const { email, address } = attempt;
  if (await failures.isLockNoted(of, email, address)) return;
  const noting = store.transaction(async (transaction) => {
    if (await failures.noteLock(of, email, address, transaction)) await audit('login.locked', attempt, transaction);
  });
  await noting.catch(unlessLostRace);
}

/** The replica that won the conflict has already stored the lock. */
function unlessLostRace(error: unknown): void {
  if (!(error instanceof LostRace)) throw error;
}

/** Counts a failure, and stores the row from which the audit entry is written, even if the process dies. */
async function noteFailure(
  { store, failures, audit }: PasswordCheckParts,
  noted: string,
  attempt: LoginAttempt,
): Promise<void> {
  await store.transaction(async (transaction) => {
    await failures.fail(noted, attempt, transaction);
    await audit('login.failed', attempt, transaction);
  });
}

/** Checks the password, and calls `use`. If another login renews the hash in between, both happen once more. */
async function useIfRight<T>(parts: PasswordCheckParts, guess: Guess, use: Use<T>) {
  const user = await findByPassword(parts, guess);
  const result = user && (await use(user));
  if (result !== CHANGED) return result;
  const changed = await findByPassword(parts, guess);
  return changed && use(changed);
}

async function findByPassword({ users, passwords }: PasswordCheckParts, { email, password, purpose }: Guess) {
  const user = await users.findByEmail(email);
  // The hash is computed for an unknown email too, so that the time of the answer shows nothing.
  const matches = await passwords.matches(user?.passwordHash, password, purpose);
  return matches ? user : undefined;
}
