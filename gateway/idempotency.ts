import { createHmac, hkdfSync } from 'node:crypto';
import type { Idempotency } from '#chassis/context.ts';
import type { FieldIssue } from '#chassis/errors.ts';
import { refusal } from './validate.ts';

const LOC = ['header', 'idempotency-key'];
const MAX_LENGTH = 255;
const PATTERN = '^[ -~]+$';

/** What the key of a write says to the service that keeps it (decisions 1: Idempotency). */
export type Recognise = (key: string | undefined, operation: string, body: Uint8Array) => Idempotency | undefined;

/** Bodies are told apart by a hash whose key is derived from `encryptionKey` (base64), since they may hold secrets. */
export function recogniser(encryptionKey: string): Recognise {
  const key = Buffer.from(encryptionKey, 'base64');
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'selvedge: fingerprints of idempotent requests', 32));
  return (sent, operation, body) => {
    if (sent === undefined) return undefined;
    checkKey(sent);
    return { key: sent, operation, fingerprint: createHmac('sha256', derived).update(body).digest('base64url') };
  };
}

function checkKey(key: string): void {
  const issue = (type: string, msg: string, ctx: Record<string, unknown>): FieldIssue[] => [
    { type, loc: LOC, msg, input: key.slice(0, MAX_LENGTH), ctx },
  ];
  if (key.length === 0) {
    throw refusal(issue('string_too_short', 'String should have at least 1 character', { min_length: 1 }));
  }
  if (key.length > MAX_LENGTH) {
    const msg = `String should have at most ${MAX_LENGTH} characters`;
    throw refusal(issue('string_too_long', msg, { max_length: MAX_LENGTH }));
  }
  if (!/^[ -~]+$/.test(key)) {
    throw refusal(issue('string_pattern_mismatch', `String should match pattern '${PATTERN}'`, { pattern: PATTERN }));
  }
}
