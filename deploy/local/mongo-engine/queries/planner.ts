import type { Document } from 'bson';
import { toNumber } from '../storage/bson.ts';
import { prefixOf } from '../storage/catalog.ts';
import { type Collection, type Index, isAbsent } from '../storage/collection.ts';
import { MAX_KEY_SIZE } from '../storage/store.ts';
import { badValue } from '../values/error.ts';
import { isOperatorDocument } from '../values/value.ts';
import { bindFields, type EntryTest, type ScanRange } from './binding.ts';
import { pointsOf } from './bounds.ts';
import { type Condition, type Conjunction, conjunctionOf } from './conditions.ts';
import { impliedBy, NONE } from './partial.ts';

export interface IndexScan {
  index: Index;
  /** The ranges do not overlap. */
  ranges: ScanRange[];
  reverse: boolean;
  /** The ranges contain exactly the matching documents, so the filter need not be tested. */
  exact: boolean;
  /** The part of the filter that must still be tested; undefined: the whole filter. */
  open?: Document | undefined;
  /** The entries are in the order of the sort. */
  sorted: boolean;
  /** Number of fields that are bound by an equality, to choose between indexes. */
  equalities: number;
  ranged: boolean;
  /**
   * If `admits` returns false, the document does not match. If `decides` is set and `admits` returns true, it matches.
   * In both cases, the document need not be read to know it.
   */
  admits?: EntryTest | undefined;
  decides?: boolean;
}

export interface Query {
  filter: Document;
  sort?: Document | undefined;
  hint?: Document | undefined;
}

/** The plan of a query: an index scan; undefined: all documents are read, in the order of the store. */
export function planQuery(collection: Collection, query: Query, version: number): IndexScan | undefined {
  const point = pointOnId(collection, query);
  if (point) return point;
  // As in MongoDB, every hint is accepted if the collection does not exist.
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

/** The read of one document by its `_id`, which needs no choice of an index; undefined for other queries. */
function pointOnId(collection: Collection, { filter, hint }: Query): IndexScan | undefined {
  for (const path in filter) if (path !== '_id') return undefined;
  if (hint !== undefined || filter._id === undefined || isOperatorDocument(filter._id)) return undefined;
  const [point] = pointsOf({ path: '_id', operator: '$eq', operand: filter._id }) ?? [];
  if (!point) return undefined;
  const key = Buffer.concat([prefixOf(collection.ident), point.low]);
  // No stored document has a key that is too long for the store.
  const ranges = key.length > MAX_KEY_SIZE ? [] : [{ start: key, end: key, key }];
  return { index: collection.idIndex, ranges, reverse: false, exact: true, sorted: true, equalities: 1, ranged: false };
}

/** False if the scan reads all documents by `_id`, because this is no better than to read the collection. */
const isScan = (scan: IndexScan, collection: Collection): boolean =>
  scan.index !== collection.idIndex || scan.equalities > 0 || scan.ranged || scan.sorted;

function candidateIndexes(collection: Collection, hint: Document | undefined, version: number): Index[] {
  const all = [collection.idIndex, ...collection.indexes.filter((index) => index.since <= version)];
  if (hint === undefined) return all;
  const hinted = all.filter((index) => sameKey(index.spec.key, hint));
  if (hinted.length === 0)
    throw badValue('error processing query: hint provided does not correspond to an existing index');
  return hinted;
}

export function sameKey(a: unknown, b: unknown): boolean {
  const text = (key: unknown) =>
    JSON.stringify(Object.entries((key ?? {}) as Document).map(([path, value]) => [path, toNumber(value) ?? value]));
  return text(a) === text(b);
}

/** Bounds count more than order, so that a page costs its matches, not the whole collection. */
function score(scan: IndexScan): number {
  const whole = scan.ranges.length > 0 && scan.ranges.every((range) => range.key) ? 1000 : 0;
  return whole + scan.equalities * 10 + (scan.ranged ? 8 : 0) + (scan.sorted ? 6 : 0) + (scan.exact ? 1 : 0);
}

/** The scan that an index offers; undefined if the index may miss a match. */
function planIndex(index: Index, conjunction: Conjunction, query: Query): IndexScan | undefined {
  // As in MongoDB, a hinted index is read even if it does not contain all matches.
  const implied = impliedBy(index, conjunction) ?? (query.hint && NONE);
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

/** The fields of the filter that have an open condition; undefined: the whole filter. */
function openPart(filter: Document, open: Condition[]): Document | undefined {
  const names = Object.keys(filter);
  if (names.some((name) => name.startsWith('$'))) return undefined;
  const paths = new Set(open.map(({ path }) => path));
  const left = names.filter((name) => paths.has(name));
  return Object.fromEntries(left.map((name) => [name, filter[name]]));
}

/** The direction in which the index gives the order of the sort; undefined: the index does not give it. */
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
