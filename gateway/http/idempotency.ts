import { createHmac, hkdfSync } from 'node:crypto';
import type { FieldIssue } from '#chassis/domain/errors.ts';
import type { Idempotency } from '#chassis/rpc/context.ts';
import { refusal } from '../payload/validate.ts';

const LOC = ['header', 'idempotency-key'];
const MAX_LENGTH = 255;
const PATTERN = '^[ -~]+$';

/** What the key of a write says to the service that keeps it (decisions 1: Idempotency). */
export type Recognise = (key: string | undefined, operation: string, body: Uint8Array) => Idempotency | undefined;

/**
 * Bodies are told apart by a hash whose key is derived from an encryption key (base64), since they may hold
 * secrets: by one for each key, so that a key can be replaced.
 */
export function recogniser(encryptionKeys: readonly string[]): Recognise {
  const keys = encryptionKeys.map(hashingKey);
  return (sent, operation, body) => {
    if (sent === undefined) return undefined;
    checkKey(sent);
    const hashes = keys.map((key) => createHmac('sha256', key).update(body).digest('base64url'));
    return { key: sent, operation, fingerprint: hashes.join() };
  };
}

function hashingKey(encryptionKey: string): Buffer {
  const key = Buffer.from(encryptionKey, 'base64');
  return Buffer.from(hkdfSync('sha256', key, '', 'selvedge: fingerprints of idempotent requests', 32));
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
