import { hash } from 'node:crypto';
import { refusal, valueError } from './validate.ts';

/** The revision of no record. */
const NEVER = -1;

/** `"<revision>-<hash of the body>"` (decisions 1: Concurrency). */
export const entityTag = (revision: number, body: string): string =>
  `"${revision}-${hash('sha1', body, 'base64url').slice(0, 16)}"`;

/**
 * The revision that If-Match asks for; empty for none or `*`. A tag that cannot be ours matches no record, so that the
 * answer is 404 or 412. Tags that a proxy has made weak count, since the revision alone is compared.
 */
export function expectedRevision(ifMatch: string | undefined): { expectedRevision?: number } {
  if (!ifMatch || ifMatch.trim() === '*') return {};
  if (ifMatch.includes(','))
    throw refusal([valueError(['header', 'if-match'], 'one entity tag or * expected', ifMatch)]);
  const revision = /^\s*(?:W\/)?"(\d{1,9})-[\w-]*"\s*$/.exec(ifMatch)?.[1];
  return { expectedRevision: revision ? Number(revision) : NEVER };
}

/** Whether If-None-Match names `tag`. */
export function isCached(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
