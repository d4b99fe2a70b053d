import { MongoError } from './error.ts';
import { asDocument } from './value.ts';
import { spend, unwatched } from './watch.ts';

/**
 * Elements and fields that may be visited of one value. A stored document has 2 million at most, an array that an expression
 * makes 6.5 million. But what an expression makes may hold the same array in many places, and that one others: 40 steps of
 * `$reduce` make a small value of 2^40 parts. No comparison, key or copy of it would ever end.
 */
const MOST = 2 ** 23;
/** Arrays and documents of a value that is handed on: a copy of one takes some 100 bytes. */
const MOST_COPIED = 2 ** 19;
/** MongoDB's, of a value that becomes BSON. */
export const MAX_LEVELS = 200;

let depth = 0;
let visited = 0;

/**
 * Runs what visits so many parts of a value, and through itself those within them: one value is bounded by its parts, many are watched.
 * @throws MongoError 146 for too many parts, 15 for too many levels
 */
export function visit<T>(parts: number, work: () => T): T {
  if (depth > 0) return within(parts, work);
  visited = 0;
  const result = unwatched(() => within(parts, work));
  spend(visited);
  return result;
}

function within<T>(parts: number, work: () => T): T {
  visited += parts;
  check(visited, depth);
  depth++;
  try {
    return work();
  } finally {
    depth--;
  }
}

/** For a value that is handed on to what visits or copies it. @throws MongoError 146 or 15 where it has too many parts or levels */
export function checkParts(value: unknown): void {
  const found = { parts: 0, copied: 0 };
  const look = (part: unknown, level: number): void => {
    if (typeof part !== 'object' || part === null) return;
    const document = asDocument(part);
    if (!Array.isArray(part) && document === undefined) return;
    const parts = Array.isArray(part) ? part : Object.values(document ?? {});
    spend(1 + parts.length);
    found.parts += parts.length;
    if (++found.copied > MOST_COPIED) throw tooMany(MOST_COPIED, 'arrays and documents');
    check(found.parts, level);
    for (const inner of parts) look(inner, level + 1);
  };
  look(value, 0);
}

function check(parts: number, level: number): void {
  if (parts > MOST) throw tooMany(MOST, 'elements and fields');
  if (level === MAX_LEVELS) throw new MongoError(15, 'Overflow', `a value has more than ${MAX_LEVELS} levels`);
}

const tooMany = (most: number, what: string) =>
  new MongoError(146, 'ExceededMemoryLimit', `a value has more than ${most} ${what}`);
