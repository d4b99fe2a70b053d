import { compileRegexTest } from '../semantics/match/value-tests.ts';
import { prefixOf } from '../storage/catalog.ts';
import type { Index } from '../storage/collection.ts';
import { KEPT, shortened, textAt } from '../storage/index-key.ts';
import type { KeyRange } from '../storage/reader.ts';
import { MAX_KEY_SIZE } from '../storage/store.ts';
import { isIndex, partsOf } from '../values/path.ts';
import { spend } from '../values/watch.ts';
import { AFTER, hull, type Interval, intersect, inverted, keyRange, pointsOf, rangeOf } from './bounds.ts';
import type { Condition, Conjunction } from './conditions.ts';

const MAX_RANGES = 1000;

/** Steps of work to turn a condition into an interval (values/watch.ts). */
const CONDITION_STEPS = 8;

export interface ScanRange extends KeyRange {
  /** The only key of the range, if the range is one whole key of a unique index. The key is then read by `get`. */
  key?: Buffer;
}

/** Tests by the key of an entry if its document can match; undefined: only the document shows it. */
export type EntryTest = (key: Buffer) => boolean | undefined;

interface Binding {
  ranges: ScanRange[];
  /** The ranges contain more than the bound values, because keys are cut short. */
  isCut: boolean;
  used: Set<Condition>;
  equalities: number;
  ranged: boolean;
  /** Paths that have the same value in all entries of the scan. */
  constants: Set<string>;
  /** Tests the conditions that bound no range, but that the text in the entries decides. */
  pattern: PatternTest | undefined;
}

interface PatternTest {
  admits: EntryTest;
  conditions: Condition[];
}

/** Binds the index's fields in their order: equalities, then at most one range. */
export function bindFields(index: Index, conjunction: Conjunction): Binding {
  const { conditions } = conjunction;
  const used = new Set<Condition>();
  const constants = new Set<string>();
  const bindable = bindablePaths(index);
  let prefixes = [prefixOf(index.ident)];
  let at = 0;
  for (; at < bindable.length; at++) {
    spend(conditions.length);
    const path = bindable[at] as string;
    const found = findPoints(path, conditions);
    if (!found || prefixes.length * found.points.length > MAX_RANGES) break;
    used.add(found.condition);
    if (found.points.length === 1) constants.add(path);
    const keys = found.points.map(({ low }) => (index.directions[at] === -1 ? inverted(low) : low));
    prefixes = prefixes.flatMap((prefix) => keys.map((key) => Buffer.concat([prefix, key])));
  }
  const path = index.paths[at];
  const bound = bindable[at];
  const interval = bound === undefined ? undefined : bindRange(bound, conjunction, used, index.multikey);
  const descending = index.directions[at] === -1;
  const whole = prefixes.map((prefix) => {
    if (interval) return keyRange(prefix, interval, descending);
    const range = { start: prefix, end: Buffer.concat([prefix, AFTER]) };
    if (!index.unique || path !== undefined) return range;
    return { ...range, key: prefix.length > MAX_KEY_SIZE ? shortened(prefix) : prefix };
  });
  // Keys of a multikey index may be cut short. Keys of other indexes are never longer than the store's limit.
  const longest = index.multikey ? KEPT : MAX_KEY_SIZE - 1;
  const isCut = whole.some(({ start, end }) => Math.max(start.length, end.length) > longest);
  const ranges = isCut ? disjoint(whole.map((range) => cut(range))) : whole;
  return {
    ranges: ranges.filter(({ start, end }) => start.compare(end) < 0),
    isCut,
    used,
    equalities: at,
    ranged: interval !== undefined,
    constants,
    pattern: path === undefined || descending ? undefined : patternTest(index, path, conditions, prefixes),
  };
}

/** The first paths of an index that a filter may bound together. */
function bindablePaths({ paths, multikey }: Index): string[] {
  if (!multikey) return paths;
  const roots = paths.map((path) => path.split('.', 1)[0]);
  // Different elements of an array may match two paths through this array.
  const end = paths.findIndex((path, at) => isPositional(path) || roots.indexOf(roots[at]) < at);
  return end < 0 ? paths : paths.slice(0, end);
}

/** Above every hash of a key that is cut short. */
const AFTER_HASH = Buffer.alloc(33, 0xff);

/** The range of all keys that begin as the keys in the range do. */
function cut(range: ScanRange): ScanRange {
  const { start, end } = range;
  if (range.key) return range;
  return {
    start: start.subarray(0, KEPT),
    end: end.length > KEPT ? Buffer.concat([end.subarray(0, KEPT), AFTER_HASH]) : end,
  };
}

/** Ranges may have become equal when they were cut. */
function disjoint(ranges: ScanRange[]): ScanRange[] {
  return ranges.filter(({ start }, i) => i === 0 || !start.equals((ranges[i - 1] as ScanRange).start));
}

/**
 * In a path through an array, a number may be an index or the name of a field. The entries do not show which of them it
 * is.
 */
const isPositional = (path: string): boolean => partsOf(path).slice(1).some(isIndex);

/** A regular expression bounds no range, but the text after the prefix shows if the document can match. */
function patternTest(index: Index, path: string, conditions: Condition[], prefixes: Buffer[]): PatternTest | undefined {
  const [prefix, ...others] = prefixes;
  const own = conditions.filter((condition) => condition.path === path);
  const [pattern, ...more] = own.filter(({ operator }) => operator === '$regex');
  if (index.multikey || !prefix || others.length > 0 || !pattern || more.length > 0) return undefined;
  const options = own.filter(({ operator }) => operator === '$options');
  const matches = compileRegexTest(pattern.operand, options[0]?.operand);
  const admits: EntryTest = (key) => {
    const text = textAt(key, prefix.length);
    return text === undefined ? undefined : matches(text);
  };
  return { admits, conditions: [pattern, ...options] };
}

function findPoints(path: string, conditions: Condition[]): { condition: Condition; points: Interval[] } | undefined {
  for (const condition of conditions) {
    const points = condition.path === path ? pointsOf(condition) : undefined;
    if (points) return { condition, points };
  }
  return undefined;
}

/** In a multikey index, different elements may match the two ends of a range, so only one condition bounds it. */
function bindRange(
  path: string,
  { conditions, alternatives }: Conjunction,
  used: Set<Condition>,
  multikey: boolean,
): Interval | undefined {
  spend(CONDITION_STEPS * conditions.length);
  let bound: Interval | undefined;
  for (const condition of conditions) {
    const interval = condition.path === path ? rangeOf(condition) : undefined;
    if (!interval || (bound && multikey)) continue;
    used.add(condition);
    bound = bound ? intersect(bound, interval) : interval;
  }
  for (const branches of alternatives) {
    const interval = bound && multikey ? undefined : boundOfAny(path, branches);
    if (interval) bound = bound ? intersect(bound, interval) : interval;
  }
  return bound;
}

/**
 * The interval that contains the path's value, whichever branch matches; undefined if a branch does not limit the path.
 */
function boundOfAny(path: string, branches: Conjunction[]): Interval | undefined {
  const intervals = branches.map(({ conditions }) => {
    spend(CONDITION_STEPS * (1 + conditions.length));
    const own = conditions.filter((condition) => condition.path === path);
    return own.map(intervalOf).find((interval) => interval !== undefined);
  });
  return intervals.every((interval) => interval !== undefined) ? intervals.reduce(hull) : undefined;
}

function intervalOf(condition: Condition): Interval | undefined {
  const [first, ...others] = pointsOf(condition) ?? [];
  return rangeOf(condition) ?? (first && others.reduce(hull, first));
}
