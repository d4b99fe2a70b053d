import type { Document } from 'bson';
import { toNumber } from '../storage/bson.ts';
import { prefixOf } from '../storage/catalog.ts';
import { type Collection, type Index, isAbsent } from '../storage/collection.ts';
import { MAX_KEY_SIZE } from '../storage/store.ts';
import { badValue } from '../values/error.ts';
import { asDocument, isOperatorDocument } from '../values/value.ts';
import { bindFields, type EntryTest, type ScanRange } from './binding.ts';
import { pointsOf } from './bounds.ts';
import { type Condition, type Conjunction, conjunctionOf } from './conditions.ts';
import { impliedBy } from './partial.ts';

export interface IndexScan {
  index: Index;
  /** Disjoint. */
  ranges: ScanRange[];
  reverse: boolean;
  /** The ranges hold exactly the matching documents: the filter need not be looked at again. */
  exact: boolean;
  /** The part of the filter that the ranges leave open; undefined: all of it. */
  open?: Document | undefined;
  /** The entries come in the order of the sort. */
  sorted: boolean;
  /** Fields bound by equality, for the choice among indexes. */
  equalities: number;
  ranged: boolean;
  /** Where it says false the document need not be read; `decides`: nor where it says true. */
  admits?: EntryTest | undefined;
  decides?: boolean;
}

export interface Query {
  filter: Document;
  sort?: Document | undefined;
  hint?: unknown;
}

/** The plan of a query: an index scan, or undefined for all documents in their own order. */
export function planQuery(collection: Collection, query: Query, version: number): IndexScan | undefined {
  const point = pointOnId(collection, query);
  if (point) return point;
  // As in MongoDB no hint is wrong where there is nothing.
  const candidates = candidateIndexes(collection, isAbsent(collection) ? undefined : query.hint, version);
  if (candidates.length === 0) return undefined;
  const conjunction = conjunctionOf(query.filter);
  let best: IndexScan | undefined;
  for (const index of candidates) {
    const scan = planIndex(index, conjunction, query);
    if (scan && (!best || score(scan) > score(best))) best = scan;
  }
  return best && isScan(best, collection) ? best : undefined;
}

/** The read of one document by its `_id`, which needs no choice among indexes. */
function pointOnId(collection: Collection, { filter, hint }: Query): IndexScan | undefined {
  for (const path in filter) if (path !== '_id') return undefined;
  if (hint !== undefined || filter._id === undefined || isOperatorDocument(filter._id)) return undefined;
  const [point] = pointsOf({ path: '_id', operator: '$eq', operand: filter._id }) ?? [];
  if (!point) return undefined;
  const key = Buffer.concat([prefixOf(collection.ident), point.low]);
  // A key that is too long for the store is not there.
  const ranges = key.length > MAX_KEY_SIZE ? [] : [{ start: key, end: key, key }];
  return { index: collection.idIndex, ranges, reverse: false, exact: true, sorted: true, equalities: 1, ranged: false };
}

/** Reading all documents by `_id` is reading all documents. */
const isScan = (scan: IndexScan, collection: Collection): boolean =>
  scan.index !== collection.idIndex || scan.equalities > 0 || scan.ranged || scan.sorted;

function candidateIndexes(collection: Collection, hint: unknown, version: number): Index[] {
  const all = [collection.idIndex, ...collection.indexes.filter((index) => index.since <= version)];
  if (!isHint(hint)) return all;
  const hinted = all.filter((index) => sameKey(index.spec.key, hint));
  if (hinted.length === 0)
    throw badValue('error processing query: hint provided does not correspond to an existing index');
  return hinted;
}

const NOTHING: ReadonlySet<Condition> = new Set();

/** An empty document is none. */
const isHint = (hint: unknown): boolean => Object.keys(asDocument(hint) ?? {}).length > 0;

export function sameKey(a: unknown, b: unknown): boolean {
  const text = (key: unknown) =>
    JSON.stringify(Object.entries((key ?? {}) as Document).map(([path, value]) => [path, toNumber(value) ?? value]));
  return text(a) === text(b);
}

/** Bounds before order: a page then costs its matches, not the collection. */
function score(scan: IndexScan): number {
  const whole = scan.ranges.length > 0 && scan.ranges.every((range) => range.key) ? 1000 : 0;
  return whole + scan.equalities * 10 + (scan.ranged ? 8 : 0) + (scan.sorted ? 6 : 0) + (scan.exact ? 1 : 0);
}

/** The scan that an index offers, undefined when it may not hold every match. */
function planIndex(index: Index, conjunction: Conjunction, query: Query): IndexScan | undefined {
  // As in MongoDB a hint has the index read that it names, whatever that does not hold.
  const implied = impliedBy(index, conjunction) ?? (isHint(query.hint) ? NOTHING : undefined);
  if (!implied) return undefined;
  const { ranges, isCut, used, equalities, ranged, constants, pattern } = bindFields(index, conjunction);
  const open = conjunction.conditions.filter((condition) => !used.has(condition) && !implied.has(condition));
  const isWhole = !conjunction.more && !index.multikey && !isCut;
  const direction = sortDirection(index, query.sort, constants, ranges.length);
  return {
    index,
    ranges,
    reverse: direction === -1,
    exact: isWhole && open.length === 0,
    open: isWhole ? openPart(query.filter, open) : undefined,
    sorted: query.sort !== undefined && direction !== undefined,
    equalities,
    ranged,
    admits: pattern?.admits,
    decides: isWhole && open.every((condition) => pattern?.conditions.includes(condition)),
  };
}

/** The fields of the filter of which a condition is open. */
function openPart(filter: Document, open: Condition[]): Document | undefined {
  const names = Object.keys(filter);
  if (names.some((name) => name.startsWith('$'))) return undefined;
  const paths = new Set(open.map(({ path }) => path));
  const left = names.filter((name) => paths.has(name));
  return Object.fromEntries(left.map((name) => [name, filter[name]]));
}

/** 1 or -1: the direction in which the index yields the sort; undefined: it does not. */
function sortDirection(
  index: Index,
  sort: Document | undefined,
  constants: Set<string>,
  ranges: number,
): 1 | -1 | undefined {
  if (!sort) return undefined;
  if (index.multikey || ranges !== 1) return undefined;
  let at = 0;
  let direction: number | undefined;
  for (const path in sort) {
    const wanted = toNumber(sort[path]);
    if (wanted === undefined) return undefined;
    if (constants.has(path)) continue;
    while (constants.has(index.paths[at] ?? '')) at++;
    if (index.paths[at] !== path) return undefined;
    const next = (wanted < 0 ? -1 : 1) * (index.directions[at] ?? 1);
    if (direction !== undefined && next !== direction) return undefined;
    direction = next;
    at++;
  }
  return direction === -1 ? -1 : 1;
}
