import { storedCount } from '../storage/catalog.ts';
import type { Change } from '../storage/change.ts';
import type { Collection } from '../storage/collection.ts';
import type { Reader, Snapshot } from '../storage/reader.ts';
import type { Store } from '../storage/store.ts';
import type { StoredDocument } from '../storage/stored-document.ts';

/** A transaction's changes of a collection's documents, by their encoded `_id`; undefined: removed. */
export type Overlay = ReadonlyMap<string, StoredDocument | undefined>;

/** Where a command reads: the newest state, a snapshot, or a transaction's snapshot under its own writes. */
export interface Source {
  readonly reader: Reader;
  /** Indexes that are younger are not in it. */
  readonly version: number;
  /** Number of documents, if it is known without counting. */
  total(collection: Collection): number | undefined;
  /** Undefined where the source has written nothing to the collection. */
  overlay(collection: Collection): Overlay | undefined;
}

export interface WriteTarget extends Source {
  /** The collection to write to, made where it does not exist. */
  open(db: string, name: string): Collection;
  /**
   * Makes the changes, in order. Throws ClaimHeld before the first of them when a transaction holds one of their
   * documents, MongoError 11000 at the first that takes a key twice.
   */
  apply(collection: Collection, changes: Change[]): void;
}

/** The newest state, for reads that need no more than one moment. */
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
