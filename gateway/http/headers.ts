import { createHash, createHmac, hash, hkdfSync } from 'node:crypto';
import { type FieldIssue, hasCode } from '#chassis/domain/errors.ts';
import type { Idempotency } from '#chassis/rpc/context.ts';
import type { Pieces } from '../payload/pieces.ts';
import { refusal, valueError } from '../payload/validate.ts';
import type { Rate } from '../rate-limits/limits.ts';

/** Entity tags in one If-Match at most: each may cost a call. */
const MAX_TAGS = 10;
/** The revision of no record. */
const NEVER = -1;

/** Characters of an Idempotency-Key. */
const MAX_KEY = 255;
const KEY = /^[ -~]+$/;

/** Headers that pages of other origins may read, and headers that they may send. */
const EXPOSED = [
  'ETag',
  'Location',
  'X-Request-Id',
  'X-Event-Id',
  'Idempotency-Replayed',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
].join(', ');
const ACCEPTED =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-API-Key, X-Org-Id, X-Request-Id';

/** The headers of an answer. */
export type Headers = Record<string, string>;

/** Sent with every answer. Answers are their caller's own; what may be kept is asked about again. */
export const commonHeaders = (requestId: string, { limit, remaining, reset }: Rate) => ({
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-cache',
  'X-Request-Id': requestId,
  'RateLimit-Limit': limit,
  'RateLimit-Remaining': remaining,
  'RateLimit-Reset': reset,
});

/** The headers for a request's Origin; none for an origin that is not configured. */
export type Cors = (origin: string | undefined) => Headers | undefined;

/** Lets pages of the `origins` read answers. Cookies are never part of it: we have none (decisions 1: CORS). */
export function createCors(origins: string[]): Cors {
  const headersFor = (origin: string): Headers => ({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED,
    Vary: 'Origin',
  });
  const allowed = new Map(origins.map((origin) => [origin, headersFor(origin)]));
  return (origin) => (origin === undefined ? undefined : allowed.get(origin));
}

/** Headers that a preflight needs besides. */
export const preflight = (allow: string): Headers => ({
  'Access-Control-Allow-Methods': allow,
  'Access-Control-Allow-Headers': ACCEPTED,
  'Access-Control-Max-Age': '600',
});

/** `"<revision>-<hash of the body>"` (decisions 1: Concurrency). */
export const entityTag = (revision: number, body: string | Buffer | Pieces): string =>
  `"${revision}-${digest(body).slice(0, 16)}"`;

function digest(body: string | Buffer | Pieces): string {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return hash('sha1', body, 'base64url');
  const sum = createHash('sha1');
  for (const piece of body) sum.update(piece);
  return sum.digest('base64url');
}

/** Whether If-None-Match names `tag`. */
export function isCached(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
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
    if (hasCode(error, 'version_mismatch') && newer.length > 0) return expecting(newer, call);
    throw error;
  }
}

/** The Idempotency-Key of a write, as the service that stores it is told (decisions 1: Idempotency). */
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
  const refused = (type: string, msg: string, ctx: NonNullable<FieldIssue['ctx']>) =>
    refusal([{ type, loc: ['header', 'idempotency-key'], msg, input: key.slice(0, MAX_KEY), ctx }]);
  if (key.length === 0) {
    throw refused('string_too_short', 'String should have at least 1 character', { min_length: 1 });
  }
  if (key.length > MAX_KEY) {
    throw refused('string_too_long', `String should have at most ${MAX_KEY} characters`, { max_length: MAX_KEY });
  }
  if (!KEY.test(key)) {
    const pattern = KEY.source;
    throw refused('string_pattern_mismatch', `String should match pattern '${pattern}'`, { pattern });
  }
}
