import type { Document } from 'bson';
import { reserve } from '../scheduling/heap.ts';
import { MongoError } from '../values/error.ts';
import { isIndex, partsOf, step } from '../values/path.ts';
import { asDocument } from '../values/value.ts';
import { spend } from '../values/watch.ts';

/** MongoDB's code. */
export const PARALLEL_ARRAYS = 171;

/** About what a key takes in memory. */
const KEY_SIZE = 64;

/** A value on the way to a key and the parts of its path still ahead; a settled one is a key as it stands. */
type Walk = { value: unknown; rest: string[]; settled: boolean };

/**
 * The keys that an index over `paths` holds for a document, a value per path: missing is null, an array gives a key per
 * element and an empty one `undefined`, paths through one array take their values from the same element. Two arrays side
 * by side throw CannotIndexParallelArrays (171), more keys than memory holds ExceededMemoryLimit (146). Keys may repeat.
 */
export function indexKeys(document: Document, paths: readonly string[]): unknown[][] {
  return expand(paths.map((path) => ({ value: document, rest: partsOf(path), settled: false })));
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

/** Follows documents and named indexes up to the first array that has to be spread, or to the end. */
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

/** A number names an element where the array's documents have no such field. */
function isElement(array: unknown[], part: string): boolean {
  return isIndex(part) && !array.some((element) => !Array.isArray(element) && step(element, part) !== undefined);
}

/** A scalar or an array among documents has no field to go into. */
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
