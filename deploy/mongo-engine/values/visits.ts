import { MongoError } from './error.ts';
import { asDocument } from './value.ts';

/**
 * Elements and fields that may be visited of one value. A stored document has 2 million at most, an array that an expression
 * makes 6.5 million. But what an expression makes may hold the same array in many places, and that one others: 40 steps of
 * `$reduce` make a small value of 2^40 parts, which no comparison, key or copy would come to the end of.
 */
const MOST = 2 ** 23;
/** MongoDB's, of a value that becomes BSON. */
export const MAX_LEVELS = 200;

let depth = 0;
let visited = 0;

/**
 * Runs what visits so many parts of a value, and through itself those within them.
 * @throws MongoError 146 for too many parts, 15 for too many levels
 */
export function visit<T>(parts: number, work: () => T): T {
  visited = depth === 0 ? parts : visited + parts;
  if (visited > MOST)
    throw new MongoError(146, 'ExceededMemoryLimit', `a value has more than ${MOST} elements and fields`);
  if (depth === MAX_LEVELS)
    throw new MongoError(15, 'Overflow', `a value exceeds the limit of ${MAX_LEVELS} levels of nesting`);
  depth++;
  try {
    return work();
  } finally {
    depth--;
  }
}

/** For a value that is handed on to what visits it without counting. @throws MongoError 146 or 15 where it has too many parts or levels */
export function checkParts(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const parts = Array.isArray(value) ? value : Object.values(asDocument(value) ?? {});
  if (parts.length > 0) visit(parts.length, () => parts.forEach(checkParts));
}
