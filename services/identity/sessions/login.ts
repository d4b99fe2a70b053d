import { AppError } from '#chassis/errors.ts';
import { newId } from '#chassis/mongo.ts';
import type { LoginAudit } from '../audit/failed-login.ts';
import { type Account, type AccountView, accountFrom } from '../users/account.ts';
import { canonicalEmail, type User } from '../users/user.ts';
import { type Failures, refusal } from './lockout.ts';
import { type SessionClaims, sessionClaims, TOKEN_LIFETIME } from './session.ts';
import { TurnQueue } from './turn-queue.ts';

/** Well below the time that the gateway waits for an answer. */
const PATIENCE_MS = 3_000;

/** What a login needs from the other rooms. */
export interface LoginParts {
  users: { findByEmail(email: string): Promise<User | undefined> };
  accounts: { of(user: User): Promise<Account> };
  failures: {
    recent(email: string, address: string, limit: number): Promise<Failures>;
    add(email: string, address: string, at: Date): Promise<void>;
    clear(email: string, address: string): Promise<void>;
  };
  passwords: { matches(passwordHash: string | null | undefined, password: string): Promise<boolean> };
  audit: LoginAudit;
  keys: { sign(claims: SessionClaims, now: Date): Promise<string> };
  config: { RATE_LIMIT_LOGIN: number; LOGIN_CONCURRENCY: number; LOGIN_QUEUE: number };
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
 * Email and password for an access token (decisions 3: Login).
 * Errors: invalid_credentials, the same for every cause; rate_limited after too many failures or in a storm.
 */
export function createLogin(parts: LoginParts): Login {
  const { LOGIN_CONCURRENCY: concurrency, LOGIN_QUEUE: limit } = parts.config;
  const queue = new TurnQueue({ concurrency, limit, patience: PATIENCE_MS });
  return ({ username, password, address, requestId }, now, signal) => {
    const email = canonicalEmail(username);
    const attempt = { email, address, requestId, at: now };
    return queue.run(JSON.stringify([email, address]), signal, () =>
      parts.audit(attempt, async () => {
        await refuseIfLocked(parts, email, address, now);
        const account = await authenticate(parts, email, password);
        if (!account) {
          await parts.failures.add(email, address, now);
          throw new AppError('invalid_credentials', 'Invalid credentials');
        }
        await parts.failures.clear(email, address);
        const access_token = await parts.keys.sign(sessionClaims(account, newId(), now), now);
        return { access_token, expires_in: TOKEN_LIFETIME, user: account };
      }),
    );
  };
}

async function refuseIfLocked({ failures, config }: LoginParts, email: string, address: string, now: Date) {
  const limit = config.RATE_LIMIT_LOGIN;
  const refused = refusal(await failures.recent(email, address, limit), limit, now);
  if (refused) throw new AppError('rate_limited', refused.reason, { retryAfter: refused.retryAfter });
}

/** The account of the user whose password this is, seen from its oldest active place; undefined without one. */
async function authenticate({ users, accounts, passwords }: LoginParts, email: string, password: string) {
  const user = await users.findByEmail(email);
  // Hashed for an unknown email too, so that the time tells nothing.
  const matches = await passwords.matches(user?.passwordHash, password);
  if (!user || !matches) return undefined;
  const account = await accounts.of(user);
  const home = account.places[0];
  return home && accountFrom(account, home.orgId);
}
