import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { HashingConcurrency, type Purpose } from './hashing-concurrency.ts';

/** Milliseconds: well below the time that the gateway waits for an answer. */
const MAX_WAIT_MS = 3_000;

export interface PasswordSettings {
  ARGON2_MEMORY_KIB: number;
  ARGON2_PASSES: number;
  LOGIN_CONCURRENCY: number;
  LOGIN_QUEUE: number;
}

/**
 * Hashes and checks passwords with argon2id, in threads. All work waits in queues: each method throws rate_limited if
 * too many wait.
 */
export interface Passwords {
  /** `orgId`: the org of the admin who sets the password. */
  hash(password: string, purpose?: Purpose, orgId?: string): Promise<string>;
  /**
   * Whether the password matches. Returns false for an unknown user or a user without a password, after the same work.
   */
  matches(passwordHash: string | null | undefined, password: string, purpose?: Purpose): Promise<boolean>;
  /**
   * A new hash for a matched password whose hash has another cost than the configured one; undefined if the cost is
   * equal.
   */
  renewed(passwordHash: string, password: string): Promise<string | undefined>;
}

export async function createPasswords(settings: PasswordSettings): Promise<Passwords> {
  const cost = { memoryCost: settings.ARGON2_MEMORY_KIB, timeCost: settings.ARGON2_PASSES, parallelism: 1 };
  const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$`;
  const { LOGIN_CONCURRENCY: concurrency, LOGIN_QUEUE: limit } = settings;
  const turns = new HashingConcurrency({ concurrency, limit, waitLimit: MAX_WAIT_MS });
  const nobody = await hash(randomBytes(32), cost);
  const hashed = (password: string, purpose: Purpose, orgId?: string) =>
    turns.run(purpose, () => hash(spelling(password), cost), orgId);
  return {
    hash: (password, purpose = 'create', orgId) => hashed(password, purpose, orgId),
    async matches(passwordHash, password, purpose = 'login') {
      const matches = await turns.run(purpose, () => verify(passwordHash ?? nobody, spelling(password)));
      return matches && typeof passwordHash === 'string';
    },
    renewed: async (passwordHash, password) =>
      passwordHash.startsWith(current) ? undefined : hashed(password, 'login'),
  };
}

/** The same text for all ways in which a keyboard composes it (NIST SP 800-63B: normalise before hashing). */
export function spelling(password: string): string {
  return password.normalize('NFKC');
}
