import type { Database, Transaction } from 'lmdb';

/** Keys from `start` (inclusive) to `end` (exclusive). */
export interface KeyRange {
  start: Buffer;
  end: Buffer;
}

export interface ScanOptions {
  reverse?: boolean;
  offset?: number;
  limit?: number;
  /** Excludes the start of the range (only without `reverse`). */
  isBehind?: boolean;
}

type ReadOptions = { transaction: Transaction } | undefined;

/** Reads of lmdb that its type declarations do not contain. Their options choose the snapshot. */
interface FastReads {
  /** lmdb overwrites the bytes at its next call. */
  getBinaryFast(key: Buffer, options: ReadOptions): Uint8Array | undefined;
}

/** A copy in Node's buffer pool. It costs the garbage collector less than a separate buffer. */
function pooledCopy(bytes: Uint8Array, start: number, end: number): Buffer {
  const copy = Buffer.allocUnsafe(end - start);
  copy.set(bytes.subarray(start, end));
  return copy;
}

/** Keys are bytes, and sort as bytes. */
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

  constructor(db: Database<Buffer, Buffer>) {
    this.db = db;
  }

  /** Options that choose the state; undefined: the newest state. */
  protected options(): ReadOptions {
    return undefined;
  }

  get(key: Buffer): Buffer | undefined {
    const bytes = (this.db as unknown as FastReads).getBinaryFast(key, this.options());
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

  private bounds(range: KeyRange, { reverse, offset = 0, limit, isBehind = false }: ScanOptions) {
    if (!reverse)
      return {
        ...this.options(),
        start: range.start,
        end: range.end,
        offset,
        limit: limit as number,
        exclusiveStart: isBehind,
      };
    const [start, end] = [range.end, range.start];
    return { ...this.options(), start, end, exclusiveStart: true, inclusiveEnd: true, reverse: true, offset };
  }
}

/**
 * A state of the store that does not change from the first read until `letGo`. The next read uses a newer state, and an
 * iteration continues after its last key. While a state is held, LMDB cannot reuse pages that were freed later, so the
 * file grows.
 */
export class Snapshot extends Reader {
  private readonly store: Database<Buffer, Buffer>;
  private readonly iterations = new Set<Iterator<unknown>>();
  private transaction: Transaction | undefined;
  private released = false;
  /** Time when this state was taken, in milliseconds of performance.now(); Infinity: no state is held. */
  since = Number.POSITIVE_INFINITY;

  constructor(db: Database<Buffer, Buffer>) {
    super(db);
    this.store = db;
  }

  hold(): Transaction {
    if (this.released) throw new Error('a snapshot was read after its release');
    if (!this.transaction) {
      this.transaction = this.store.useReadTransaction();
      this.since = performance.now();
    }
    return this.transaction;
  }

  letGo(): void {
    // LMDB may crash the process if a transaction ends before its iterations.
    for (const iteration of this.iterations) iteration.return?.();
    this.iterations.clear();
    this.transaction?.done();
    this.transaction = undefined;
    this.since = Number.POSITIVE_INFINITY;
  }

  release(): void {
    this.letGo();
    this.released = true;
  }

  protected override options(): ReadOptions {
    return { transaction: this.hold() };
  }

  override keys(range: KeyRange, options?: ScanOptions): Iterable<Buffer> {
    return this.lasting(
      range,
      options,
      (rest, more) => super.keys(rest, more),
      (key) => key,
    );
  }

  override entries(range: KeyRange, options?: ScanOptions): Iterable<{ key: Buffer; value: Buffer }> {
    return this.lasting(
      range,
      options,
      (rest, more) => super.entries(rest, more),
      ({ key }) => key,
    );
  }

  private *lasting<T>(
    range: KeyRange,
    options: ScanOptions = {},
    open: (rest: KeyRange, options: ScanOptions) => Iterable<T>,
    keyOf: (entry: T) => Buffer,
  ): Generator<T> {
    let [rest, more] = [range, options];
    for (let isOver = false; !isOver; ) {
      const iteration = open(rest, more)[Symbol.iterator]();
      this.iterations.add(iteration);
      try {
        while (!isOver && this.iterations.has(iteration)) {
          const { done, value } = iteration.next();
          isOver = done === true;
          if (isOver) break;
          const key = keyOf(value);
          rest = options.reverse ? { start: range.start, end: key } : { start: key, end: range.end };
          yield value;
        }
      } finally {
        this.iterations.delete(iteration);
        iteration.return?.();
      }
      more = { ...options, offset: 0, isBehind: true };
    }
  }
}

/** The newest visible state. */
export class Latest extends Reader {
  private state: Snapshot | undefined;
  private owner: object | undefined;

  /** Reads `state`, the newest one, until the batch that `owner` writes in slices is visible (`goOn`). */
  stay(state: Snapshot, owner: object): void {
    if (this.owner === owner) return;
    state.hold();
    this.state?.release();
    [this.state, this.owner] = [state, owner];
  }

  goOn(owner: object): void {
    if (this.owner !== owner) return;
    this.state?.release();
    [this.state, this.owner] = [undefined, undefined];
  }

  protected override options(): ReadOptions {
    return this.state && { transaction: this.state.hold() };
  }
}
