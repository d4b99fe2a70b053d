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

/** Well below the time that the gateway waits for an answer. */
const PATIENCE_MS = 3_000;

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
  const { LOGIN_CONCURRENCY, LOGIN_QUEUE } = config;
  const full = { message: 'Too many logins at once' };
  // Guesses of one email and address run one after another, so that parallel guesses are counted like sequential ones. Each
  // purpose has a queue: a storm of logins keeps nobody from changing a password.
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
      // A guess counts only with its entry in the audit log (decisions 3: Audit log).
      const withdraw = async (error: unknown) => {
        await failures.withdraw(noted).catch((err) => logger.warn({ err }, 'A guess could not be withdrawn'));
        throw error;
      };
      const result = await useIfRight(parts, guess, use).catch(withdraw);
      if (result === undefined || result === CHANGED) {
        await noteFailure(parts, noted, attempt).catch(withdraw);
        throw new AppError('invalid_credentials', 'Invalid credentials');
      }
      // The work of `use` is done: a failure that stays counted is no reason to refuse it.
      await failures.clear(email, address).catch((err) => logger.warn({ err }, 'Failed logins could not be forgotten'));
      return result;
    });
  };
}

/**
 * Before the hash is computed: of guesses that are made at once, by whichever processes, no more are made than the lock
 * allows. Returns the id of what is noted. Errors: rate_limited.
 */
async function noteGuess(parts: PasswordCheckParts, attempt: LoginAttempt): Promise<string> {
  const { store, failures, config } = parts;
  const limit = config.RATE_LIMIT_LOGIN;
  const refused = async (transaction?: ClientSession) =>
    refusal(await failures.recent(attempt, limit, transaction), limit, attempt.at);
  const noting = () =>
    store.transaction(
      async (transaction) => (await refused(transaction)) ?? failures.open(attempt, transaction),
      Date.now() + PATIENCE_MS,
    );
  // A guess that the lock refuses writes nothing: a flood of them would collide.
  const noted = (await refused()) ?? (await noting().catch(rethrowAsStorm));
  if (typeof noted === 'string') return noted;
  await noteLock(parts, noted.of, attempt);
  throw new AppError('rate_limited', noted.reason, { retryAfter: noted.retryAfter });
}

/** Guesses of one email collide, by several processes or from several addresses. */
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

/** The replica that won the race for the lock has already written the record. */
function unlessLostRace(error: unknown): void {
  if (!(error instanceof LostRace)) throw error;
}

/** Counts a failure, and writes the row from which the audit log gets it, even if the process dies. */
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
