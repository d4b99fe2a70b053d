import { createHash, hash } from 'node:crypto';
import { AppError } from '#chassis/domain/errors.ts';
import type { Pieces } from '../payload/json-pieces.ts';
import { refusal, valueError } from '../payload/validate.ts';

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
