import type { Change } from '../storage/change.ts';
import type { Collection } from '../storage/collection.ts';
import type { Reader } from '../storage/reader.ts';
import type { StoredDocument } from '../storage/stored-document.ts';

/** The changes that a transaction has made to documents of a collection, by encoded `_id`; undefined: removed. */
export type Overlay = ReadonlyMap<string, StoredDocument | undefined>;

/** The data that a command reads: the newest state, a snapshot, or a transaction's snapshot with its own writes. */
export interface Source {
  readonly reader: Reader;
  /** Version of the store. Indexes that were built later are not in the source. */
  readonly version: number;
  /** A transaction's own writes to the collection; undefined if there are none. */
  overlay?(collection: Collection): Overlay | undefined;
}

export interface WriteTarget extends Source {
  /** The collection to write to. Outside transactions, it is created if it does not exist. */
  open(db: string, name: string): Collection;
  /**
   * @throws ClaimHeld if a transaction has claimed one of the keys, MongoError 11000 if a unique key belongs to another
   * document
   */
  apply(collection: Collection, change: Change): void;
}
