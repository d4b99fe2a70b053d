import { AppError, LostRace } from '#chassis/domain/errors.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import type { Accounts } from '../users/accounts.ts';
import { type AccountView, accountFrom, accountWithoutOrg, defaultOrgOf } from '../users/domain/account.ts';
import { canonicalEmail, isUnproven, type User } from '../users/domain/user.ts';
import type { Passwords } from '../users/passwords.ts';
import type { UserRepository } from '../users/repository.ts';
import { beginSession, type SessionClaims, sessionClaims, TOKEN_LIFETIME } from './domain/session.ts';
import { CHANGED, type PasswordCheck } from './password-check.ts';
import type { SessionRepository } from './session-repository.ts';

/** The functions of other resources that a login needs. */
export interface LoginParts {
  store: Pick<Store, 'transaction'>;
  users: Pick<UserRepository, 'findByEmail' | 'isInvited' | 'touch' | 'changePassword'>;
  accounts: Pick<Accounts, 'of'>;
  sessions: Pick<SessionRepository, 'insert'>;
  check: PasswordCheck;
  passwords: Pick<Passwords, 'renewed'>;
  keys: { sign(claims: SessionClaims, now: Date): Promise<string> };
}

export interface Credentials {
  username: string;
  password: string;
  address: string;
  requestId: string;
}

export interface LoggedIn {
  access_token: string;
  expires_in: number;
  user: AccountView;
}

export type Login = (credentials: Credentials, now: Date, signal: AbortSignal) => Promise<LoggedIn>;

/**
 * Logs in with email and password (decisions 3: Login). Errors: invalid_credentials, the same for every cause;
 * rate_limited after too many failures, or while too many logins wait.
 */
export function createLogin(parts: LoginParts): Login {
  const { check, passwords, keys } = parts;
  return async ({ username, ...credentials }, now, signal) => {
    const guess = { ...credentials, email: canonicalEmail(username), purpose: 'login' } as const;
    const { account, sessionId } = await check(guess, { now, signal }, async (user) => {
      const renewedHash = await passwords.renewed(user.passwordHash ?? '', guess.password);
      return begin(parts, user, renewedHash, now);
    }).catch(rethrowAsStorm);
    const access_token = await keys.sign(sessionClaims(account, sessionId, now), now);
    return { access_token, expires_in: TOKEN_LIFETIME, user: account };
  };
}

/**
 * The login lost all conflicts with other logins of the same user. The caller cannot resolve this, so it gets
 * rate_limited.
 */
function rethrowAsStorm(error: unknown): never {
  if (!(error instanceof LostRace)) throw error;
  throw new AppError('rate_limited', 'Too many logins at once', { retryAfter: 1, cause: error });
}

interface Begun {
  account: AccountView;
  sessionId: string;
}

/**
 * Stores a session of the user whose password was checked. The account is seen from the user's default org, if there is
 * one.
 *
 * Returns undefined for a user without a membership. An invitation counts as a membership only for a proven owner of
 * the mailbox, because nobody else may learn of it. Returns CHANGED if the password or email has changed since the
 * check.
 *
 * It writes the user's document, as each change does that ends all sessions. So the two conflict: this transaction sees
 * the change, or the change ends this session.
 */
function begin(
  { store, users, accounts, sessions }: LoginParts,
  checked: User,
  renewedHash: string | undefined,
  now: Date,
): Promise<Begun | undefined | typeof CHANGED> {
  return store.transaction(async (transaction) => {
    const user = await users.findByEmail(checked.email, transaction);
    if (!user || user.passwordHash !== checked.passwordHash) return CHANGED;
    if (renewedHash === undefined) await users.touch(user.id, transaction);
    else await users.changePassword(user.id, renewedHash, now, transaction);
    const all = await accounts.of(user, transaction);
    const account = accountFrom(all, defaultOrgOf(all) ?? '') ?? accountWithoutOrg(all);
    const isInvited = async () => !isUnproven(user) && users.isInvited(user.email, undefined, transaction);
    if (all.memberships.length === 0 && !(await isInvited())) return undefined;
    const session = beginSession(account, newId(), now);
    await sessions.insert(session, transaction);
    return { account, sessionId: session.id };
  });
}
