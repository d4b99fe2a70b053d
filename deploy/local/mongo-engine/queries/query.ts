import type { Document } from 'bson';
import { Budget, sizeOf } from '../scheduling/budget.ts';
import type { Deadline } from '../scheduling/deadline.ts';
import { PAUSE, type Pause, type Steps } from '../scheduling/scheduler.ts';
import { compileFilter, type Predicate } from '../semantics/match/match.ts';
import { compileSortOrder, type SortOrder } from '../semantics/sort.ts';
import { Top } from '../semantics/top.ts';
import { rangeOf, storedCount } from '../storage/catalog.ts';
import { recordOf } from '../storage/change.ts';
import type { Collection, Index } from '../storage/collection.ts';
import { type Decoder, decoderFor } from '../storage/field-decoder.ts';
import { idOfEntry } from '../storage/index-key.ts';
import type { KeyRange, Reader, ScanOptions } from '../storage/reader.ts';
import { MAX_KEY_SIZE } from '../storage/store.ts';
import { StoredDocument } from '../storage/stored-document.ts';
import type { Overlay, Source } from '../transactions/source.ts';
import type { ScanRange } from './binding.ts';
import { countKeys, passOver } from './passing-over.ts';
import { type IndexScan, planQuery, type Query } from './planner.ts';

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

/** A document that was found, through an entry of an index or without one. */
interface Candidate {
  stored: StoredDocument;
  /** The index has shown that the document matches. */
  isDecided: boolean;
}

/** Approximate bytes that a sorted document takes in memory, without its bytes and its key. */
const SORTED_SIZE = 400;

interface Entry {
  id: Buffer;
  isDecided: boolean;
}

/** Runs a query. Documents are read while the result is consumed. `execution` is filled for `explain`. */
export class QueryRun {
  readonly execution: Execution;
  private readonly collection: Collection;
  private readonly query: FindQuery;
  private readonly source: Source;
  private readonly deadline: Deadline;
  private readonly own: Overlay | undefined;
  /** Tests the part of the filter that the scan does not answer; undefined if the scan answers the whole filter. */
  private readonly predicate: Predicate | undefined;
  /** Tests the whole filter; undefined if all documents match. */
  private readonly matches: Predicate | undefined;
  private readonly order: SortOrder | undefined;
  /** Decodes the fields that the filter and the sort read. */
  private readonly decode: Decoder;
  private readonly namesIds: boolean;

  constructor(collection: Collection, query: FindQuery, source: Source, deadline: Deadline) {
    this.collection = collection;
    this.query = query;
    this.source = source;
    this.deadline = deadline;
    this.own = source.overlay?.(collection);
    const scan = planQuery(collection, query, source.version);
    // Compiled even if the scan answers the filter, so that a wrong filter is refused in every case.
    const predicate = compileFilter(query.filter);
    this.matches = isEmpty(query.filter) ? undefined : predicate;
    this.order = query.sort && compileSortOrder(query.sort);
    // A document that is read by its `_id` always has this `_id`. Other fields may have changed since the entry was
    // read.
    const open = (scan?.index === collection.idIndex && scan.open) || query.filter;
    const left = open === query.filter ? predicate : compileFilter(open);
    this.predicate = isEmpty(open) || scan?.exact ? undefined : left;
    const sorted = !this.order || (scan?.sorted === true && !this.own);
    this.execution = {
      scan,
      keysExamined: 0,
      docsExamined: 0,
      blockingSort: !sorted,
    };
    this.namesIds = scan?.index === collection.idIndex && scan.ranges.every(({ key }) => key !== undefined);
    this.decode = decoderFor(this.predicate ? open : {}, sorted ? {} : query.sort);
  }

  /** The encoded `_id`s of all documents that can match, if the filter names them; undefined if not. */
  get ids(): Buffer[] | undefined {
    return this.namesIds
      ? this.execution.scan?.ranges
          .filter(({ start }) => start.length <= MAX_KEY_SIZE)
          .map(({ start }) => start.subarray(4))
      : undefined;
  }

  *documents(): Generator<StoredDocument | Pause> {
    const { skip = 0, limit } = this.query;
    const native = this.canSkipEntries() ? skip : 0;
    const matching = this.matching(native);
    const ordered = this.order && this.execution.blockingSort ? this.sorted(matching, this.order) : matching;
    let position = native;
    for (const document of ordered) {
      if (document !== PAUSE && position++ < skip) continue;
      yield document;
      if (limit !== undefined && position >= skip + limit) return;
    }
  }

  /** True if the collection or the index was dropped since. */
  isGone(): boolean {
    const { idIndex, indexes, isDropped } = this.collection;
    const index = this.execution.scan?.index ?? idIndex;
    return isDropped === true || (index !== idIndex && !indexes.includes(index));
  }

  /** Number of documents that the query selects. An exact scan counts entries, without reading documents. */
  *count(): Steps<number> {
    const { skip = 0, limit = Number.POSITIVE_INFINITY } = this.query;
    const total = yield* this.countAll();
    return Math.max(0, Math.min(total - skip, limit));
  }

  private *countAll(): Steps<number> {
    const { scan } = this.execution;
    const { reader } = this.source;
    if (!this.own && scan?.exact) {
      let sum = 0;
      for (const range of scan.ranges)
        sum += range.key ? Number(reader.get(range.key) !== undefined) : yield* countKeys(reader, range);
      return sum;
    }
    if (!this.own && !scan && isEmpty(this.query.filter)) return storedCount(this.collection, reader);
    if (!this.own && scan?.decides && scan.index !== this.collection.idIndex) return yield* this.countEntries(scan);
    let total = 0;
    for (const document of this.matching(0)) {
      if (document === PAUSE) yield PAUSE;
      else total++;
    }
    return total;
  }

  /** Reads only the documents whose entries do not show if they match. */
  private *countEntries(scan: IndexScan): Steps<number> {
    let total = 0;
    for (const entry of this.entries(scan, 0)) {
      if (entry === PAUSE) yield PAUSE;
      else if (entry.isDecided || this.isMatch(this.fetch(entry))) total++;
    }
    return total;
  }

  /**
   * True if every entry is a result, as in an exact scan of one range. The store itself can then skip the first
   * entries.
   */
  private canSkipEntries(): boolean {
    const { scan, blockingSort } = this.execution;
    if (this.own || blockingSort) return false;
    return scan ? scan.exact && scan.ranges.length === 1 && !scan.ranges[0]?.key : isEmpty(this.query.filter);
  }

  private *sorted(
    matching: Iterable<StoredDocument | Pause>,
    { keyOf, compareKeys }: SortOrder,
  ): Generator<StoredDocument | Pause> {
    const { skip = 0, limit = Number.POSITIVE_INFINITY } = this.query;
    const budget = new Budget();
    const top = new Top<{ stored: StoredDocument; key: unknown[] }>(
      skip + limit,
      (a, b) => compareKeys(a.key, b.key),
      ({ stored, key }) => SORTED_SIZE + stored.bytes.length + sizeOf(key),
      budget,
    );
    try {
      for (const stored of matching) {
        if (stored === PAUSE) {
          yield PAUSE;
          continue;
        }
        top.add({ stored, key: keyOf(stored.fields(this.decode)) });
        // The budget counts only its bytes.
        stored.rest();
      }
      for (const { stored } of top.handedOut()) yield stored;
    } finally {
      budget.release();
    }
  }

  private *matching(offset: number): Generator<StoredDocument | Pause> {
    for (const candidate of this.candidates(offset)) {
      if (candidate === PAUSE) {
        yield PAUSE;
        continue;
      }
      const { stored } = candidate;
      this.execution.docsExamined++;
      if (this.own?.has(stored.id.toString('latin1'))) continue;
      if (candidate.isDecided || this.isMatch(stored)) yield stored;
      // Frees the decoded document before the next one is read.
      else stored.rest();
    }
    if (this.own) yield* this.ownMatches(this.own);
  }

  private isMatch(stored: StoredDocument | undefined): boolean {
    if (!stored || !this.predicate) return stored !== undefined;
    return this.predicate(stored.fields(this.decode));
  }

  private *ownMatches(own: Overlay): Generator<StoredDocument | Pause> {
    const covers = this.execution.scan?.index.covers;
    // If the ids are known, only their documents are tested. Otherwise, each of thousands of statements would test all
    // earlier writes of the transaction.
    const written = this.ids?.map((id) => own.get(id.toString('latin1'))) ?? own.values();
    for (const stored of written) {
      if (this.deadline.check()) yield PAUSE;
      if (!stored) continue;
      // Decoded as a whole, because the next query may read other fields.
      if (covers?.(stored.document) !== false && this.matches?.(stored.document) !== false) yield stored;
      // A transaction counts only the bytes of its documents.
      stored.rest();
    }
  }

  private candidates(offset: number): Iterable<Candidate | Pause> {
    const { scan } = this.execution;
    if (!scan) return this.records(rangeOf(this.collection.ident), false, offset);
    return scan.index === this.collection.idIndex ? this.byId(scan, offset) : this.byIndex(scan, offset);
  }

  private *byIndex(scan: IndexScan, offset: number): Generator<Candidate | Pause> {
    const entries = this.entries(scan, offset);
    for (const entry of scan.index.multikey ? distinct(entries, new Budget()) : entries) {
      if (entry === PAUSE) {
        yield PAUSE;
        continue;
      }
      const stored = this.fetch(entry);
      if (stored) yield { stored, isDecided: entry.isDecided };
    }
  }

  /** The newest state of a document that was found before, or is among `ids`; undefined if it does not match. */
  current(id: Buffer): StoredDocument | undefined {
    const key = id.toString('latin1');
    const stored = this.own?.has(key) ? this.own.get(key) : this.fetch({ id });
    if (!stored) return undefined;
    const matches = this.namesIds ? this.predicate : this.matches;
    return matches?.(stored.document) !== false ? stored : undefined;
  }

  private fetch({ id }: Pick<Entry, 'id'>): StoredDocument | undefined {
    const bytes = this.source.reader.get(recordOf(this.collection, id));
    return bytes && new StoredDocument(id, bytes);
  }

  private *byId(scan: IndexScan, offset: number): Generator<Candidate | Pause> {
    for (const range of scan.ranges) {
      if (!range.key) {
        yield* this.records(range, scan.reverse, offset);
        continue;
      }
      if (this.deadline.check()) yield PAUSE;
      this.execution.keysExamined++;
      const bytes = this.source.reader.get(range.key);
      if (bytes) yield { stored: new StoredDocument(range.key.subarray(4), bytes), isDecided: false };
    }
  }

  private *records(range: KeyRange, reverse: boolean, offset: number): Generator<Candidate | Pause> {
    const rest = yield* passOver(this.source.reader, range, reverse, offset);
    for (const { key, value } of this.source.reader.entries(rest.range, { ...rest, reverse })) {
      if (this.deadline.check()) yield PAUSE;
      yield { stored: new StoredDocument(key.subarray(4), value), isDecided: false };
    }
  }

  /** The entries of an index in the scan's ranges that may match, in their order. */
  private *entries(scan: IndexScan, offset: number): Generator<Entry | Pause> {
    const { index, reverse, admits, decides } = scan;
    for (const range of scan.ranges) {
      const rest = yield* passOver(this.source.reader, range, reverse, offset);
      const from = range.key ? range : rest.range;
      for (const { key, value } of stored(this.source.reader, index, from, { ...rest, reverse })) {
        if (this.deadline.check()) yield PAUSE;
        this.execution.keysExamined++;
        const admitted = admits?.(key);
        if (admitted !== false) yield { id: value ?? idOfEntry(key), isDecided: decides === true && admitted === true };
      }
    }
  }
}

/** The keys of one range of an index. `value` is the id, if it is not a part of the key. */
function* stored(
  reader: Reader,
  { unique }: Index,
  range: ScanRange,
  options: ScanOptions,
): Generator<{ key: Buffer; value?: Buffer }> {
  if (range.key) {
    const value = reader.get(range.key);
    if (value) yield { key: range.key, value };
  } else if (unique) yield* reader.entries(range, options);
  else for (const key of reader.keys(range, options)) yield { key };
}

/** Approximate bytes that an id takes here, without its own bytes. */
const SEEN_SIZE = 48;

function* distinct(entries: Iterable<Entry | Pause>, budget: Budget): Generator<Entry | Pause> {
  const seen = new Set<string>();
  try {
    for (const entry of entries) {
      const text = entry === PAUSE ? undefined : entry.id.toString('latin1');
      if (text !== undefined && seen.has(text)) continue;
      if (text !== undefined) budget.hold(text, SEEN_SIZE);
      yield entry;
      if (text !== undefined) seen.add(text);
    }
  } finally {
    budget.release();
  }
}

function isEmpty(filter: Document): boolean {
  for (const _ in filter) return false;
  return true;
}
