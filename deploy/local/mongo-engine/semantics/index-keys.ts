import type { Document } from 'bson';
import { reserve } from '../scheduling/heap.ts';
import { MongoError } from '../values/error.ts';
import { isIndex, partsOf, step } from '../values/path.ts';
import { asDocument } from '../values/value.ts';
import { spend } from '../values/watch.ts';

/** MongoDB's error code for parallel arrays in one index. */
export const PARALLEL_ARRAYS = 171;

/** Approximate bytes of a key in memory. */
const KEY_SIZE = 64;

/** A value on the way to its key, with the remaining parts of its path. A settled value is a key. */
type Walk = { value: unknown; rest: string[]; settled: boolean };

/**
 * The keys of a document in an index over `paths`; a key has a value for each path. A missing value is null. An array
 * gives a key for each element; an empty array gives `undefined`. Paths through the same array take their values from
 * the same element. Keys may repeat.
 * @throws MongoError 171 for parallel arrays, 146 for more keys than memory holds
 */
export function indexKeys(document: Document, paths: readonly string[]): unknown[][] {
  return expand(paths.map((path) => ({ value: document, rest: partsOf(path), settled: false })));
}

/** The only key of a document without arrays on the paths; undefined if there is an array. */
export function scalarKey(document: Document, paths: readonly string[][]): unknown[] | undefined {
  const key: unknown[] = [];
  for (const parts of paths) {
    let value: unknown = document;
    for (const part of parts) {
      value = step(value, part);
      if (Array.isArray(value)) return undefined;
    }
    key.push(value === undefined ? null : value);
  }
  return key;
}

function expand(walks: Walk[]): unknown[][] {
  spend();
  const reached = walks.map(advance);
  const spread = reached.filter((walk) => Array.isArray(walk.value) && !walk.settled);
  const array = spread[0]?.value as unknown[] | undefined;
  if (array === undefined) return [reached.map(keyOf)];
  if (spread.some((walk) => walk.value !== array)) {
    throw new MongoError(PARALLEL_ARRAYS, 'CannotIndexParallelArrays', 'cannot index parallel arrays');
  }
  const elements = array.length > 0 ? array : [undefined];
  reserve(KEY_SIZE * elements.length);
  return elements.flatMap((element) =>
    expand(reached.map((walk) => (walk.value === array ? enter(walk.rest, element) : walk))),
  );
}

/** Follows documents and array indexes of the path, up to the first array that must be spread, or to the end. */
function advance(walk: Walk): Walk {
  let { value, rest } = walk;
  for (let part = rest[0]; part !== undefined && !walk.settled; part = rest[0]) {
    const open = Array.isArray(value) ? isElement(value, part) : asDocument(value) !== undefined;
    if (!open) break;
    value = step(value, part);
    rest = rest.slice(1);
  }
  return { value, rest, settled: walk.settled };
}

/** True if a number in the path means an array element: no document in the array has a field of this name. */
function isElement(array: unknown[], part: string): boolean {
  return isIndex(part) && !array.some((element) => !Array.isArray(element) && step(element, part) !== undefined);
}

/** Steps into an element of an array. A scalar or an array among documents has no field, so its key is null. */
function enter(rest: string[], element: unknown): Walk {
  if (rest.length === 0) return { value: element, rest, settled: true };
  return asDocument(element) === undefined
    ? { value: null, rest: [], settled: true }
    : { value: element, rest, settled: false };
}

function keyOf({ value, rest, settled }: Walk): unknown {
  if (settled) return value;
  return rest.length > 0 || value === undefined ? null : value;
}
