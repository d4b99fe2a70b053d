import { storedCount } from '../storage/catalog.ts';
import type { Change } from '../storage/change.ts';
import type { Collection } from '../storage/collection.ts';
import type { Reader, Snapshot } from '../storage/reader.ts';
import type { Store } from '../storage/store.ts';
import type { StoredDocument } from '../storage/stored-document.ts';

/** The changes that a transaction has made to documents of a collection, by encoded `_id`; undefined: removed. */
export type Overlay = ReadonlyMap<string, StoredDocument | undefined>;

/** The data that a command reads: the newest state, a snapshot, or a transaction's snapshot with its own writes. */
export interface Source {
  readonly reader: Reader;
  /** Version of the store. Indexes that were built later are not in the source. */
  readonly version: number;
  /** Number of documents, if it is known without counting. */
  total(collection: Collection): number | undefined;
  /** The source's own writes to the collection; undefined if there are none. */
  overlay(collection: Collection): Overlay | undefined;
}

export interface WriteTarget extends Source {
  /** The collection to write to. Outside transactions, it is created if it does not exist. */
  open(db: string, name: string): Collection;
  /**
   * Makes the changes in order.
   * @throws ClaimHeld before the first change if a transaction has claimed one of the keys; MongoError 11000 at the
   * first change whose unique key belongs to another document
   */
  apply(collection: Collection, changes: Change[]): void;
}

/** The newest state, for reads that finish without a pause. */
export class LatestSource implements Source {
  readonly reader: Reader;
  readonly version = Number.MAX_SAFE_INTEGER;

  constructor(reader: Reader) {
    this.reader = reader;
  }

  total(collection: Collection): number {
    return storedCount(collection, this.reader);
  }

  overlay(): undefined {
    return undefined;
  }
}

/** A snapshot for one cursor. */
export class SnapshotSource implements Source {
  readonly reader: Snapshot;
  readonly version: number;

  constructor(store: Store) {
    this.reader = store.snapshot();
    this.version = store.version;
  }

  total(collection: Collection): number {
    return storedCount(collection, this.reader);
  }

  overlay(): undefined {
    return undefined;
  }
}
