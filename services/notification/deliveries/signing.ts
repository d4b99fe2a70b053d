import { createHmac, hash, type KeyObject, sign } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** The parts of an attempt that are signed. */
export interface SignedMessage {
  id: string;
  /** Unix time in seconds. Receivers refuse old timestamps. */
  timestamp: number;
  body: string;
}

/** The timestamp of an attempt that began at `deliveredAt`. */
export function signingTime(deliveredAt: Date): number {
  return Math.floor(deliveredAt.getTime() / 1000);
}

/** The exact text that is signed (Standard Webhooks: Signature scheme). */
export function signedContent({ id, timestamp, body }: SignedMessage): string {
  return `${id}.${timestamp}.${body}`;
}

/** A message, and the number of its attempt. */
export interface SignedAttempt extends SignedMessage {
  attempt: number;
}

interface Signed {
  timestamp: number;
  /** Digest of the body. The body itself is not held, because it may have to be purged. */
  digest: string;
  keys: readonly KeyObject[];
  signatures: string[];
}

/** Maximum number of attempts whose signatures are cached. */
const MAX_CACHED = 5000;

/**
 * Signs messages. The org's keys sign an event once for all its webhooks, because a signature takes as long as a POST.
 * A later attempt gets a new signature, so that no webhook gets the same signature twice.
 */
export class Signer {
  readonly #signed = new LRUCache<string, Signed>({ max: MAX_CACHED });

  /**
   * The headers of Standard Webhooks: `v1` for each secret, and `v1a` for each key of the org. Receivers can read the
   * public keys, but no secret (decisions 5: Signing). The timestamp is the message's, or up to `earlier` seconds
   * before it if a cached signature of the org's keys is reused.
   */
  headers(message: SignedAttempt, secrets: readonly Buffer[], orgKeys: readonly KeyObject[], earlier = 0) {
    const { timestamp, signatures } = this.#byOrg(message, orgKeys, earlier);
    const content = Buffer.from(signedContent({ ...message, timestamp }));
    const symmetric = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`);
    return {
      'webhook-id': message.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': [...symmetric, ...signatures].join(' '),
    };
  }

  #byOrg(message: SignedAttempt, keys: readonly KeyObject[], earlier: number): Signed {
    const { id, attempt, timestamp, body } = message;
    const digest = hash('sha256', body, 'base64');
    const name = `${id}.${attempt}`;
    const known = this.#signed.get(name);
    const age = known ? timestamp - known.timestamp : Number.NaN;
    if (known && age >= 0 && age <= earlier && known.digest === digest && isSame(known.keys, keys)) return known;
    const content = Buffer.from(signedContent(message));
    const signatures = keys.map((key) => `v1a,${sign(null, content, key).toString('base64')}`);
    const signed = { timestamp, digest, keys, signatures };
    this.#signed.set(name, signed);
    return signed;
  }
}

const isSame = (known: readonly KeyObject[], keys: readonly KeyObject[]): boolean =>
  known.length === keys.length && known.every((key, index) => key === keys[index]);

/** The bytes of a secret: a `whsec_` secret is base64, any other is used as text (decisions 5: Signing). */
export function secretBytes(secret: string): Buffer {
  const prefix = 'whsec_';
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);
}
