import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { HashingConcurrency, type Purpose } from './hashing-concurrency.ts';

/** Well below the time that the gateway waits for an answer. */
const PATIENCE_MS = 3_000;

export interface PasswordSettings {
  ARGON2_MEMORY_KIB: number;
  ARGON2_PASSES: number;
  LOGIN_CONCURRENCY: number;
  LOGIN_QUEUE: number;
}

/**
 * Everything that is done with argon2id, off the event loop. All of it takes turns: errors of each method are rate_limited
 * when too many wait.
 */
export interface Passwords {
  /** `orgId`: whose admin sets it. */
  hash(password: string, purpose?: Purpose, orgId?: string): Promise<string>;
  /** False for an unknown user, or one without a password (no hash), after the same work as for a known one. */
  matches(passwordHash: string | null | undefined, password: string, purpose?: Purpose): Promise<boolean>;
  /** A new hash for a password that matched one of another cost than today's; undefined when there is no need. */
  renewed(passwordHash: string, password: string): Promise<string | undefined>;
}

export async function createPasswords(settings: PasswordSettings): Promise<Passwords> {
  const cost = { memoryCost: settings.ARGON2_MEMORY_KIB, timeCost: settings.ARGON2_PASSES, parallelism: 1 };
  const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$`;
  const { LOGIN_CONCURRENCY: concurrency, LOGIN_QUEUE: limit } = settings;
  const turns = new HashingConcurrency({ concurrency, limit, patience: PATIENCE_MS });
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

/** The same spelling however a keyboard composes it (NIST SP 800-63B: normalise before hashing). */
export function spelling(password: string): string {
  return password.normalize('NFKC');
}
