import type { Database, Transaction } from 'lmdb';

/** Keys from `start` (inclusive) to `end` (exclusive). */
export interface KeyRange {
  start: Buffer;
  end: Buffer;
}

export interface ScanOptions {
  reverse?: boolean;
  offset?: number;
}

type ReadOptions = { transaction: Transaction } | undefined;

/** What lmdb offers and its declarations leave out: the options, which choose the snapshot. */
interface FastReads {
  /** The bytes are lmdb's own until its next call. */
  getBinaryFast(key: Buffer, options: ReadOptions): Uint8Array | undefined;
}

/** A copy in a buffer of Node's pool, which costs the collector less than one of its own. */
function pooledCopy(bytes: Uint8Array, start: number, end: number): Buffer {
  const copy = Buffer.allocUnsafe(end - start);
  copy.set(bytes.subarray(start, end));
  return copy;
}

/** Keys are bytes and sort as such. */
export const BYTE_KEYS = {
  writeKey(key: Uint8Array, target: Uint8Array, start: number): number {
    target.set(key, start);
    return start + key.length;
  },
  readKey: pooledCopy,
};

/** Reads one state of the store. */
export class Reader {
  private readonly db: Database<Buffer, Buffer>;
  private readonly options: ReadOptions;

  constructor(db: Database<Buffer, Buffer>, transaction?: Transaction) {
    this.db = db;
    this.options = transaction && { transaction };
  }

  get(key: Buffer): Buffer | undefined {
    const bytes = (this.db as unknown as FastReads).getBinaryFast(key, this.options);
    return bytes && pooledCopy(bytes, 0, bytes.length);
  }

  keys(range: KeyRange, options: ScanOptions = {}): Iterable<Buffer> {
    return this.db.getKeys(this.bounds(range, options));
  }

  entries(range: KeyRange, options: ScanOptions = {}): Iterable<{ key: Buffer; value: Buffer }> {
    return this.db.getRange(this.bounds(range, options));
  }

  count(range: KeyRange): number {
    return this.db.getKeysCount(this.bounds(range, {}));
  }

  private bounds(range: KeyRange, { reverse, offset = 0 }: ScanOptions) {
    if (!reverse) return { ...this.options, start: range.start, end: range.end, offset };
    const [start, end] = [range.end, range.start];
    return { ...this.options, start, end, exclusiveStart: true, inclusiveEnd: true, reverse: true, offset };
  }
}

/** A state of the store that stays as it is until it is released. */
export class Snapshot extends Reader {
  private readonly transaction: Transaction;
  private released = false;

  constructor(db: Database<Buffer, Buffer>) {
    const transaction = db.useReadTransaction();
    super(db, transaction);
    this.transaction = transaction;
  }

  release(): void {
    if (!this.released) this.transaction.done();
    this.released = true;
  }
}
