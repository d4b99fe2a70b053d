import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, type JWTPayload, SignJWT } from 'jose';
import { AppError } from '#chassis/domain/errors.ts';
import { TOKEN_LIFETIME } from '../sessions/domain/session.ts';
import {
  dueAt,
  type NextKey,
  nextAt,
  publishedAt,
  type Schedule,
  type SigningKey,
  signerAt,
} from './domain/signing-key.ts';

/** A key with its private half. */
export interface KeyPair extends SigningKey {
  privateKey: KeyObject;
}

export interface KeyStore {
  all(): Promise<KeyPair[]>;
  /** Returns false if another process has created a key of this number. */
  add(key: KeyPair, now: Date): Promise<boolean>;
  remove(numbers: number[]): Promise<void>;
}

export interface KeyRingConfig {
  SIGNING_KEY_ROTATION_SECONDS: number;
  SIGNING_KEY_AHEAD_SECONDS: number;
}

export interface KeyRing {
  /** Creates the next key if it is due, removes retired keys, and reads keys that other replicas have created. */
  refresh(now: Date): Promise<void>;
  /** Creates the next key before it is due. Resolves to the key that signs next. */
  rotate(now: Date): Promise<SigningKey>;
  /** Signs the claims as a JWT. Errors: upstream_unavailable before the first refresh. */
  sign(claims: JWTPayload, now: Date): Promise<string>;
  /** The keys whose tokens are valid at `now`. Errors: upstream_unavailable before the first refresh. */
  published(now: Date): SigningKey[];
}

/** Milliseconds between two refreshes of a replica: much less than a key is published before it signs. */
export const REFRESH_MS = 60_000;
/** For differences between clocks, and for replicas that have not refreshed yet. */
const LEEWAY_MS = 5 * 60_000;

const generate = promisify(generateKeyPair);

export function createKeyRing(store: KeyStore, config: KeyRingConfig): KeyRing {
  const schedule: Schedule = {
    rotationMs: config.SIGNING_KEY_ROTATION_SECONDS * 1000,
    aheadMs: config.SIGNING_KEY_AHEAD_SECONDS * 1000,
    overlapMs: TOKEN_LIFETIME * 1000 + LEEWAY_MS,
  };
  let keys: KeyPair[] = [];
  return {
    async refresh(now) {
      const stored = await store.all();
      const known = await make(store, stored, dueAt(stored, now, schedule), now);
      keys = publishedAt(known, now, schedule);
      const retired = known.filter((key) => !keys.includes(key)).map(({ number }) => number);
      if (retired.length > 0) await store.remove(retired);
    },
    async rotate(now) {
      const stored = await store.all();
      const known = await make(store, stored, nextAt(stored, now, schedule), now);
      return known.reduce((last, key) => (key.number > last.number ? key : last));
    },
    async sign(claims, now) {
      const key = signerAt(keys, now);
      if (!key) throw notReady();
      return new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ: 'JWT' }).sign(key.privateKey);
    },
    published(now) {
      if (keys.length === 0) throw notReady();
      return publishedAt(keys, now, schedule);
    },
  };
}

/**
 * Returns all keys, after creating the next one if `next` is given. Replicas may do this at the same time, because the
 * number is unique in the database. A lease would not protect against a process that slept until after its lease.
 */
async function make(store: KeyStore, stored: KeyPair[], next: NextKey | undefined, now: Date): Promise<KeyPair[]> {
  if (!next) return stored;
  await store.add({ ...(await newPair()), ...next }, now);
  return store.all();
}

async function newPair() {
  const { publicKey, privateKey } = await generate('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { kid: await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x }), x, privateKey };
}

function notReady(): AppError {
  return new AppError('upstream_unavailable', 'identity has no signing keys yet', { retryAfter: 1 });
}
