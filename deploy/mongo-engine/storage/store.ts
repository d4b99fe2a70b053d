import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { BYTE_KEYS, Reader, Snapshot } from './reader.ts';
import { causeOf, isOutOfSpace, isRefusedByStore, outOfDiskSpace } from './store-fault.ts';

/** Address space for the map of the file, not its size: what is not written takes no room. */
const MAP_SIZE = 2 ** 36;
/** Every open cursor and transaction holds one reader. */
const MAX_READERS = 4096;
/** LMDB's limit for pages of 4 KiB. */
export const MAX_KEY_SIZE = 1978;

/** Writes of one batch; its reads see them. */
export class Writer extends Reader {
  private readonly root: RootDatabase<Buffer, Buffer>;
  private readonly reversals: (() => void)[] = [];
  /** What this batch has written: until it is visible a snapshot does not show it. */
  readonly touched: string[] = [];
  /** LMDB has refused a write, and will refuse the whole batch. */
  fault: unknown;

  constructor(root: RootDatabase<Buffer, Buffer>) {
    super(root);
    this.root = root;
  }

  put(key: Buffer, value: Buffer): void {
    this.attempt(() => this.root.putSync(key, value));
  }

  remove(key: Buffer): void {
    this.attempt(() => this.root.removeSync(key));
  }

  /** Says how to take back what the batch has changed in memory, for the case that it does not reach the disk. */
  onRevert(reversal: () => void): void {
    this.reversals.push(reversal);
  }

  revert(): void {
    for (const reversal of this.reversals.splice(0).reverse()) reversal();
  }

  private attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (isRefusedByStore(error)) this.fault ??= error;
      throw error;
    }
  }
}

type Job = { run: (writer: Writer) => unknown; resolve: (value: never) => void; reject: (error: unknown) => void };

interface Batch {
  number: number;
  writer: Writer;
  jobs: Job[];
  answers: (() => void)[];
  /** Set when it is taken back; `fault` is why LMDB refused it, where that is known already. */
  lost: { fault: unknown } | undefined;
}

/**
 * LMDB with group commit: all jobs that wait while one batch is on its way to the disk share the next one, and each is
 * answered when its batch is synced. A batch that the disk has no room for is taken back, in memory too, and its jobs fail.
 */
export class Store {
  private readonly root: RootDatabase<Buffer, Buffer>;
  private queue: Job[] = [];
  private scheduled = false;
  private readonly inFlight = new Map<string, number>();
  /** The batches that have run and are not known to be visible, in their order. */
  private undecided: Batch[] = [];
  private lastNumber: number;
  /** Counts the batches that have become visible. */
  version = 0;
  /** Reads the newest visible state. */
  readonly latest: Reader;
  /** Runs at the end of every batch, within it. */
  beforeCommit: (writer: Writer) => void = () => {};
  /** What is on the disk is not known any more: nothing may go on. */
  onFailure: (error: unknown) => void = (error) => {
    throw error;
  };

  constructor(path: string) {
    this.root = open<Buffer, Buffer>({
      path: join(path, 'data.mdb'),
      keyEncoder: BYTE_KEYS,
      encoding: 'binary',
      mapSize: MAP_SIZE,
      maxReaders: MAX_READERS,
      eventTurnBatching: false,
    });
    this.latest = new Reader(this.root);
    this.lastNumber = numberIn(this.latest);
  }

  snapshot(): Snapshot {
    return new Snapshot(this.root);
  }

  /**
   * Runs `job` within a batch and answers when the batch is on the disk. A job that throws must have written nothing.
   * @throws MongoError 14031 when the disk has no room: nothing of the job remains
   */
  write<T>(job: (writer: Writer) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ run: job, resolve, reject });
      if (!this.scheduled) this.schedule();
    });
  }

  /** A batch that has run but is not visible yet has written this key. */
  isInFlight(key: string): boolean {
    return this.inFlight.has(key);
  }

  async close(): Promise<void> {
    await this.root.close();
  }

  private schedule(): void {
    this.scheduled = true;
    const batch: Batch = { number: 0, writer: new Writer(this.root), jobs: [], answers: [], lost: undefined };
    const committed = this.root.transaction(() => this.run(batch));
    // Asked at once: later it would answer for a later batch.
    const flushed = this.root.flushed.then(() => undefined);
    committed
      .then(() => {
        this.version++;
        this.undecided = this.undecided.filter(({ number }) => number > batch.number);
        this.settle(batch.writer.touched);
        return flushed;
      })
      .then(() => {
        for (const answer of batch.answers) answer();
      })
      .catch(async (error) => this.fail(batch, await causeOf(error)));
  }

  private run(batch: Batch): void {
    this.scheduled = false;
    // Only now is it certain how those before have ended, and their promises may tell it later.
    this.revertLost(batch.writer);
    this.undecided.push(batch);
    batch.number = ++this.lastNumber;
    batch.jobs = this.queue;
    this.queue = [];
    const { writer } = batch;
    for (const job of batch.jobs) batch.answers.push(attempt(job, writer));
    for (const key of writer.touched) this.inFlight.set(key, (this.inFlight.get(key) ?? 0) + 1);
    if (writer.fault !== undefined) return;
    this.beforeCommit(writer);
    writer.put(BATCH_NUMBER, numberBytes(batch.number));
  }

  /** Takes back what `reader` does not see, the last first: lmdb may put several batches into one transaction. */
  private revertLost(reader: Reader): void {
    const visible = numberIn(reader);
    const lost = this.undecided.filter(({ number }) => number > visible);
    if (lost.length === 0) return;
    this.undecided = this.undecided.filter(({ number }) => number <= visible);
    const fault = lost.find(({ writer }) => writer.fault !== undefined)?.writer.fault;
    for (const batch of lost.reverse()) {
      batch.writer.revert();
      batch.lost = { fault };
    }
  }

  private fail(batch: Batch, error: unknown): void {
    // When another batch has run since, in a transaction of its own, that one has taken this one back.
    if (!batch.lost) this.revertLost(this.latest);
    const cause = batch.lost?.fault ?? error;
    // One that is visible could not be synced.
    if (!batch.lost || !isOutOfSpace(cause)) {
      this.onFailure(cause);
      return;
    }
    this.settle(batch.writer.touched);
    for (const { reject } of batch.jobs) reject(outOfDiskSpace(cause));
  }

  private settle(keys: string[]): void {
    for (const key of keys) {
      const batches = (this.inFlight.get(key) ?? 1) - 1;
      if (batches === 0) this.inFlight.delete(key);
      else this.inFlight.set(key, batches);
    }
  }
}

function attempt(job: Job, writer: Writer): () => void {
  try {
    const value = job.run(writer) as never;
    return () => job.resolve(value);
  } catch (error) {
    return () => job.reject(error);
  }
}

/** Holds the number of the newest batch, which rises for ever. */
const BATCH_NUMBER = Buffer.of(0, 0, 0, 0);

function numberIn(reader: Reader): number {
  return reader.get(BATCH_NUMBER)?.readDoubleBE() ?? 0;
}

function numberBytes(number: number): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeDoubleBE(number);
  return bytes;
}
