import { createHmac, hash, type KeyObject, sign } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** What an attempt says, before it is signed. */
export interface SignedMessage {
  id: string;
  /** Unix time in seconds: a receiver refuses what is too old. */
  timestamp: number;
  body: string;
}

/** The timestamp of an attempt that began at `deliveredAt`. */
export function signingTime(deliveredAt: Date): number {
  return Math.floor(deliveredAt.getTime() / 1000);
}

/** The exact string under the signatures (Standard Webhooks: Signature scheme). */
export function signedContent({ id, timestamp, body }: SignedMessage): string {
  return `${id}.${timestamp}.${body}`;
}

interface Signed {
  keys: readonly KeyObject[];
  signatures: string[];
}

/** Messages whose signatures are remembered: those that several webhooks have are sent to them at about the same time. */
const REMEMBERED = 2000;

/**
 * Signs messages. The signatures of the org's keys are the same for all webhooks that have an event in the same second: they are
 * made once, since they take as long as half of a POST.
 */
export class Signer {
  /** By the digest of what is signed: no text is kept, which may have to be purged. */
  readonly #signed = new LRUCache<string, Signed>({ max: REMEMBERED });

  /**
   * The headers of Standard Webhooks: `v1` for each secret in force, and `v1a` for each of the org's keys, since the public half of the
   * org's keys can be read where a secret cannot (decisions 5: Signing).
   */
  headers(message: SignedMessage, secrets: readonly Buffer[], orgKeys: readonly KeyObject[]) {
    const content = Buffer.from(signedContent(message));
    const symmetric = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`);
    return {
      'webhook-id': message.id,
      'webhook-timestamp': String(message.timestamp),
      'webhook-signature': [...symmetric, ...this.#ofOrg(content, orgKeys)].join(' '),
    };
  }

  #ofOrg(content: Buffer, keys: readonly KeyObject[]): string[] {
    const digest = hash('sha256', content, 'base64');
    const known = this.#signed.get(digest);
    if (known && isSame(known.keys, keys)) return known.signatures;
    const signatures = keys.map((key) => `v1a,${sign(null, content, key).toString('base64')}`);
    this.#signed.set(digest, { keys, signatures });
    return signatures;
  }
}

const isSame = (known: readonly KeyObject[], keys: readonly KeyObject[]): boolean =>
  known.length === keys.length && known.every((key, index) => key === keys[index]);

/** The bytes of a secret: `whsec_` holds them in base64, anything else is taken as it is (decisions 5: Signing). */
export function secretBytes(secret: string): Buffer {
  const prefix = 'whsec_';
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);
}
