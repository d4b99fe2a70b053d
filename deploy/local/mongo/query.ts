import type { Document } from 'bson';
import type { ScanRange } from './binding.ts';
import { rangeOf } from './catalog.ts';
import { recordOf } from './change.ts';
import type { Collection } from './collection.ts';
import type { Deadline } from './deadline.ts';
import { idOfEntry } from './index-key.ts';
import { type IndexScan, planQuery, type Query } from './planner.ts';
import type { KeyRange } from './reader.ts';
import { compileFilter, type Predicate } from './semantics/match.ts';
import { compileSortOrder } from './semantics/sort.ts';
import type { Overlay, Source } from './source.ts';
import { StoredDocument } from './stored-document.ts';

export interface FindQuery extends Query {
  skip?: number;
  limit?: number | undefined;
}

export interface Execution {
  scan: IndexScan | undefined;
  keysExamined: number;
  docsExamined: number;
  /** The sort was done in memory. */
  blockingSort: boolean;
}

/** Runs a query; documents are read as the result is taken. `execution` is filled for `explain`. */
export class QueryRun {
  readonly execution: Execution;
  private readonly collection: Collection;
  private readonly query: FindQuery;
  private readonly source: Source;
  private readonly deadline: Deadline;
  private readonly own: Overlay | undefined;
  /** Absent where the scan answers the filter by itself. */
  private readonly predicate: Predicate | undefined;

  constructor(collection: Collection, query: FindQuery, source: Source, deadline: Deadline) {
    this.collection = collection;
    this.query = query;
    this.source = source;
    this.deadline = deadline;
    this.own = source.overlay(collection);
    const scan = planQuery(collection, query, source.version);
    this.predicate = !this.own && scan?.exact ? undefined : compileFilter(query.filter);
    if (isEmpty(query.filter)) this.predicate = undefined;
    const sorted = !query.sort || (scan?.sorted === true && !this.own);
    this.execution = { scan, keysExamined: 0, docsExamined: 0, blockingSort: !sorted };
  }

  *documents(): Generator<StoredDocument> {
    const { skip = 0, limit } = this.query;
    const native = this.canSkipEntries() ? skip : 0;
    const matching = this.matching(native);
    const ordered = this.execution.blockingSort ? this.sort(matching) : matching;
    let position = native;
    for (const document of ordered) {
      if (position++ < skip) continue;
      yield document;
      if (limit !== undefined && position >= skip + limit) return;
    }
  }

  /** How many documents the query selects; an exact scan counts entries without looking at documents. */
  count(): number {
    const { skip = 0, limit = Number.POSITIVE_INFINITY } = this.query;
    const total = this.countAll();
    return Math.max(0, Math.min(total - skip, limit));
  }

  private countAll(): number {
    const { scan } = this.execution;
    const { reader } = this.source;
    if (!this.own && scan?.exact) {
      const size = (range: ScanRange) =>
        range.key ? Number(reader.get(range.key) !== undefined) : reader.count(range);
      return scan.ranges.reduce((sum, range) => sum + size(range), 0);
    }
    if (!this.own && isEmpty(this.query.filter)) {
      return this.source.total(this.collection) ?? reader.count(rangeOf(this.collection.ident));
    }
    let total = 0;
    for (const _ of this.matching(0)) total++;
    return total;
  }

  /** Every entry of an exact scan of one range is a result: the store itself can pass over the first of them. */
  private canSkipEntries(): boolean {
    const { scan, blockingSort } = this.execution;
    if (this.own || blockingSort) return false;
    return scan ? scan.exact && scan.ranges.length === 1 && !scan.ranges[0]?.key : isEmpty(this.query.filter);
  }

  private sort(documents: Iterable<StoredDocument>): StoredDocument[] {
    const { keyOf, compareKeys } = compileSortOrder(this.query.sort as Document);
    const keyed = Array.from(documents, (stored) => ({ stored, key: keyOf(stored.document) }));
    return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ stored }) => stored);
  }

  private *matching(offset: number): Generator<StoredDocument> {
    for (const stored of this.candidates(offset)) {
      this.deadline.check();
      this.execution.docsExamined++;
      if (this.own?.has(stored.id.toString('latin1'))) continue;
      if (!this.predicate || this.predicate(stored.document)) yield stored;
    }
    if (this.own) yield* this.ownMatches(this.own);
  }

  private *ownMatches(own: Overlay): Generator<StoredDocument> {
    for (const stored of own.values()) if (stored && this.predicate?.(stored.document) !== false) yield stored;
  }

  private candidates(offset: number): Iterable<StoredDocument> {
    const { scan } = this.execution;
    if (!scan) return this.records(rangeOf(this.collection.ident), false, offset);
    const ids = scan.index.multikey ? distinct(this.ids(scan, offset)) : this.ids(scan, offset);
    return scan.index === this.collection.idIndex ? this.byId(scan, offset) : this.fetch(ids);
  }

  private *fetch(ids: Iterable<Buffer>): Generator<StoredDocument> {
    for (const id of ids) {
      const bytes = this.source.reader.get(recordOf(this.collection, id));
      if (bytes) yield new StoredDocument(id, bytes);
    }
  }

  private *byId(scan: IndexScan, offset: number): Generator<StoredDocument> {
    for (const range of scan.ranges) {
      if (!range.key) {
        yield* this.records(range, scan.reverse, offset);
        continue;
      }
      this.execution.keysExamined++;
      const bytes = this.source.reader.get(range.key);
      if (bytes) yield new StoredDocument(range.key.subarray(4), bytes);
    }
  }

  private *records(range: KeyRange, reverse: boolean, offset: number): Generator<StoredDocument> {
    for (const { key, value } of this.source.reader.entries(range, { reverse, offset })) {
      yield new StoredDocument(key.subarray(4), value);
    }
  }

  /** The ids that an index holds in the scan's ranges, in its order. */
  private *ids(scan: IndexScan, offset: number): Generator<Buffer> {
    const { reader } = this.source;
    const { index, reverse, admits = ANY } = scan;
    for (const range of scan.ranges) {
      if (range.key) {
        this.execution.keysExamined++;
        const id = reader.get(range.key);
        if (id) yield id;
      } else if (index.unique) {
        for (const { key, value } of reader.entries(range, { reverse, offset })) {
          this.execution.keysExamined++;
          if (admits(key)) yield value;
        }
      } else {
        for (const key of reader.keys(range, { reverse, offset })) {
          this.execution.keysExamined++;
          if (admits(key)) yield idOfEntry(key);
        }
      }
    }
  }
}

const ANY = () => true;

function* distinct(ids: Iterable<Buffer>): Generator<Buffer> {
  const seen = new Set<string>();
  for (const id of ids) {
    const text = id.toString('latin1');
    if (!seen.has(text)) yield id;
    seen.add(text);
  }
}

function isEmpty(filter: Document): boolean {
  for (const _ in filter) return false;
  return true;
}
