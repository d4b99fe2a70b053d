import { PAUSE, type Pause, type Steps } from '../scheduling/scheduler.ts';
import type { KeyRange, Reader } from '../storage/reader.ts';

/** So many keys does the store pass over in one go. */
const CHUNK = 2_000;

interface Rest {
  range: KeyRange;
  isBehind: boolean;
  /** Keys that are still to be passed over, less than a chunk. */
  offset: number;
}

/** The rest of a range behind its first keys, which are not read. */
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
