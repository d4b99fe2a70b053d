import { PAUSE, type Pause, type Steps } from '../scheduling/scheduler.ts';
import type { KeyRange, Reader } from '../storage/reader.ts';

/** Number of keys that the store skips without a pause. */
const CHUNK = 2_000;

interface Rest {
  range: KeyRange;
  isBehind: boolean;
  /** Number of keys that are still to be skipped; less than CHUNK. */
  offset: number;
}

/** Skips the first `offset` keys of a range, without reading them. @returns the rest of the range */
export function* passOver(reader: Reader, range: KeyRange, reverse: boolean, offset: number): Generator<Pause, Rest> {
  let rest: Rest = { range, isBehind: false, offset };
  while (rest.offset >= CHUNK) {
    const [last] = reader.keys(rest.range, { reverse, offset: CHUNK - 1, limit: 1, isBehind: rest.isBehind });
    if (!last) break;
    const { start, end } = rest.range;
    const left = rest.offset - CHUNK;
    rest = { range: reverse ? { start, end: last } : { start: last, end }, isBehind: !reverse, offset: left };
    yield PAUSE;
  }
  return rest;
}

export function* countKeys(reader: Reader, range: KeyRange): Steps<number> {
  let rest = range;
  for (let total = 0; ; total += CHUNK) {
    const [next] = reader.keys(rest, { offset: CHUNK, limit: 1 });
    if (!next) return total + reader.count(rest);
    rest = { start: next, end: range.end };
    yield PAUSE;
  }
}
