import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { BYTE_KEYS, Reader, Snapshot } from './reader.ts';

/** Address space for the map of the file, not its size: what is not written takes no room. */
const MAP_SIZE = 2 ** 36;
/** Every open cursor and transaction holds one reader. */
const MAX_READERS = 4096;
/** LMDB's limit for pages of 4 KiB. */
export const MAX_KEY_SIZE = 1978;

/** Writes of one batch; its reads see them. */
export class Writer extends Reader {
  private readonly root: RootDatabase<Buffer, Buffer>;
  /** What this batch has written: until it is visible a snapshot does not show it. */
  readonly touched: string[] = [];

  constructor(root: RootDatabase<Buffer, Buffer>) {
    super(root);
    this.root = root;
  }

  put(key: Buffer, value: Buffer): void {
    this.root.putSync(key, value);
  }

  remove(key: Buffer): void {
    this.root.removeSync(key);
  }
}

type Job = { run: (writer: Writer) => unknown; resolve: (value: never) => void; reject: (error: unknown) => void };

/**
 * LMDB with group commit: all jobs that wait while one batch is on its way to the disk share the next one, and each is
 * answered when its batch is synced.
 */
export class Store {
  private readonly root: RootDatabase<Buffer, Buffer>;
  private queue: Job[] = [];
  private scheduled = false;
  private readonly inFlight = new Map<string, number>();
  /** Counts the batches that have become visible. */
  version = 0;
  /** Reads the newest visible state. */
  readonly latest: Reader;
  /** Runs at the end of every batch, within it. */
  beforeCommit: (writer: Writer) => void = () => {};
  /** A batch that cannot be committed leaves memory ahead of the disk: nothing may go on. */
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
  }

  snapshot(): Snapshot {
    return new Snapshot(this.root);
  }

  /**
   * Runs `job` within a batch and answers when the batch is on the disk. A job that throws must have written nothing.
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
    const writer = new Writer(this.root);
    const answers: (() => void)[] = [];
    const committed = this.root.transaction(() => {
      this.scheduled = false;
      const jobs = this.queue;
      this.queue = [];
      for (const job of jobs) answers.push(attempt(job, writer));
      this.beforeCommit(writer);
      for (const key of writer.touched) this.inFlight.set(key, (this.inFlight.get(key) ?? 0) + 1);
    });
    const flushed = this.root.flushed;
    committed
      .then(() => {
        this.version++;
        this.settle(writer.touched);
        return flushed;
      })
      .then(() => {
        for (const answer of answers) answer();
      })
      .catch((error) => this.onFailure(error));
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
