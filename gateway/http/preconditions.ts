import { createHash, createHmac, hash, hkdfSync } from 'node:crypto';
import { AppError, type FieldIssue } from '#chassis/domain/errors.ts';
import type { Idempotency } from '#chassis/rpc/context.ts';
import type { Pieces } from '../payload/record-form.ts';
import { refusal, valueError } from '../payload/validate.ts';

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

/** The revision of no record. */
const NEVER = -1;
/** Entity tags in one If-Match at most: each may cost a call. */
const MAX_TAGS = 10;

/** `"<revision>-<hash of the body>"` (decisions 1: Concurrency). */
export const entityTag = (revision: number, body: string | Buffer | Pieces): string =>
  `"${revision}-${digest(body).slice(0, 16)}"`;

function digest(body: string | Buffer | Pieces): string {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return hash('sha1', body, 'base64url');
  const sum = createHash('sha1');
  for (const piece of body) sum.update(piece);
  return sum.digest('base64url');
}

/**
 * The revisions that If-Match asks for, the oldest first; empty for none or `*`. A tag that cannot be ours matches no
 * record, so that the answer is 404 or 412. Tags that a proxy has made weak count, since the revision alone is compared.
 */
export function expectedRevisions(ifMatch: string | undefined): number[] {
  if (!ifMatch || ifMatch.trim() === '*') return [];
  const revisions = new Set(ifMatch.split(',').map(revisionOf));
  if (revisions.size > MAX_TAGS) {
    throw refusal([valueError(['header', 'if-match'], `at most ${MAX_TAGS} entity tags expected`, ifMatch)]);
  }
  return [...revisions].sort((one, other) => one - other);
}

const revisionOf = (tag: string): number => Number(/^\s*(?:W\/)?"(\d{1,9})-[\w-]*"\s*$/.exec(tag)?.[1] ?? NEVER);

/**
 * Makes a call that expects one of `revisions`, which is none where they are empty. The service compares one: the
 * oldest is tried first, and a record's revision only rises, so that none is passed by.
 */
export async function expecting<T>(
  [revision, ...newer]: number[],
  call: (expected: { expectedRevision?: number }) => Promise<T>,
): Promise<T> {
  if (revision === undefined) return call({});
  try {
    return await call({ expectedRevision: revision });
  } catch (error) {
    const isPassed = error instanceof AppError && error.code === 'version_mismatch';
    if (isPassed && newer.length > 0) return expecting(newer, call);
    throw error;
  }
}

/** Whether If-None-Match names `tag`. */
export function isCached(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
