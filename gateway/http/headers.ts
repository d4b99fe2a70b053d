import { createHash, createHmac, hash, hkdfSync } from 'node:crypto';
import { type FieldIssue, hasCode } from '#chassis/domain/errors.ts';
import type { Idempotency } from '#chassis/rpc/context.ts';
import type { Pieces } from '../payload/pieces.ts';
import { refusal, valueError } from '../payload/validate.ts';
import type { Rate } from '../rate-limits/limits.ts';

/** Maximum number of entity tags in one If-Match: each may cost a call. */
const MAX_TAGS = 10;
/** A revision that no record has. */
const NEVER = -1;

/** Maximum characters of an Idempotency-Key. */
const MAX_KEY = 255;
const KEY = /^[ -~]+$/;

/** Answer headers that pages of other origins may read. */
const EXPOSED = [
  'ETag',
  'Location',
  'X-Request-Id',
  'X-Event-Id',
  'X-Ignored-Parameters',
  'Idempotency-Replayed',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
].join(', ');
/** Request headers that pages of other origins may send. */
const ACCEPTED =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-API-Key, X-Org-Id, X-Request-Id';

export type Headers = Record<string, string>;

/** Headers of every answer. An answer is for its caller only. A stored answer must be revalidated before each use. */
export const commonHeaders = (requestId: string, { limit, remaining, reset }: Rate) => ({
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-cache',
  'X-Request-Id': requestId,
  'RateLimit-Limit': limit,
  'RateLimit-Remaining': remaining,
  'RateLimit-Reset': reset,
});

/** Returns the CORS headers for a request's Origin; undefined for an origin that is not configured. */
export type Cors = (origin: string | undefined) => Headers | undefined;

/**
 * Lets pages of the `origins` read answers. The API uses no cookies, so credentials are not allowed (decisions 1:
 * CORS).
 */
export function createCors(origins: string[]): Cors {
  const headersFor = (origin: string): Headers => ({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED,
    Vary: 'Origin',
  });
  const allowed = new Map(origins.map((origin) => [origin, headersFor(origin)]));
  return (origin) => (origin === undefined ? undefined : allowed.get(origin));
}

/** Additional headers of the answer to a preflight. */
export const preflight = (allow: string): Headers => ({
  'Access-Control-Allow-Methods': allow,
  'Access-Control-Allow-Headers': ACCEPTED,
  'Access-Control-Max-Age': '600',
});

/** An ETag: `"<revision>-<hash of the body>"` (decisions 1: Concurrency). */
export const entityTag = (revision: number, body: string | Buffer | Pieces): string =>
  `"${revision}-${digest(body).slice(0, 16)}"`;

function digest(body: string | Buffer | Pieces): string {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return hash('sha1', body, 'base64url');
  const sum = createHash('sha1');
  for (const piece of body) sum.update(piece);
  return sum.digest('base64url');
}

/** True if If-None-Match contains `tag`, or is `*`. */
export function isCached(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}

/**
 * The revisions in If-Match, oldest first; empty without If-Match or for `*`. A tag that the gateway cannot have made
 * gives a revision that no record has, so the answer is 404 or 412. Weak tags, which proxies make, count: only the
 * revision is compared. Throws validation_failed for more than 10 tags.
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
 * Calls with each expected revision, oldest first, until one matches. Without revisions, calls once and expects none. A
 * service compares one revision per call. A record's revision only rises, so this order misses no match.
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

/**
 * Returns the Idempotency-Key of a write in the form that a service stores; undefined without a key (decisions 1:
 * Idempotency).
 */
export type Recognise = (key: string | undefined, operation: string, body: Uint8Array) => Idempotency | undefined;

/**
 * Requests with the same key are compared by an HMAC of the body, because a body may hold secrets. Each encryption key
 * (base64) gives one HMAC, so that an encryption key can be replaced.
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
