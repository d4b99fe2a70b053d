import { createHmac, type KeyObject, sign } from 'node:crypto';

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

/**
 * The headers of Standard Webhooks: `v1` for each secret in force, and `v1a` for each of the org's keys, since the public half of the
 * org's keys can be read where a secret cannot (decisions 5: Signing).
 */
export function signatureHeaders(message: SignedMessage, secrets: readonly Buffer[], orgKeys: readonly KeyObject[]) {
  const content = Buffer.from(signedContent(message));
  const symmetric = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`);
  const asymmetric = orgKeys.map((key) => `v1a,${sign(null, content, key).toString('base64')}`);
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': [...symmetric, ...asymmetric].join(' '),
  };
}

/** The bytes of a secret: `whsec_` holds them in base64, anything else is taken as it is (decisions 5: Signing). */
export function secretBytes(secret: string): Buffer {
  const prefix = 'whsec_';
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);
}
