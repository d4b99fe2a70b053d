import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id as OWASP's Password Storage Cheat Sheet has it: 19 MiB, two passes, one lane. About 10 ms of CPU, off the event loop. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  hash(password: string): Promise<string>;
  /** False for an unknown user (no hash), after the same work as for a known one. */
  matches(passwordHash: string | undefined, password: string): Promise<boolean>;
}

export async function createPasswords(): Promise<Passwords> {
  const nobody = await hash(randomBytes(32), COST);
  return {
    hash: (password) => hash(spelling(password), COST),
    async matches(passwordHash, password) {
      const matches = await verify(passwordHash ?? nobody, spelling(password));
      return matches && passwordHash !== undefined;
    },
  };
}

/** One spelling however a keyboard composes it (NIST SP 800-63B: normalise before hashing). */
function spelling(password: string): string {
  return password.normalize('NFKC');
}
