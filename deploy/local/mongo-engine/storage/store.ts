import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { open, type RootDatabase } from 'lmdb';
import type { Steps } from '../scheduling/scheduler.ts';
import type { MongoError } from '../values/error.ts';
import { CommitPace } from './commit-pace.ts';
import { DiskRoom } from './disk-room.ts';
import { checkLmdb, OpenTransaction } from './lmdb-internals.ts';
import { Overwritten } from './overwritten.ts';
import { BYTE_KEYS, Latest, type Reader, Snapshot } from './reader.ts';
import { ResidentMemory } from './resident-memory.ts';
import { causeOf, diskFull, isOutOfSpace, mapFull, outOfDiskSpace } from './store-fault.ts';
import { Writer } from './writer.ts';

/** Bytes of address space for the file. Unwritten parts take no room on the disk. */
const MAP_SIZE = 2 ** 36;
/**
 * Bytes. If less is free on the disk, jobs that add data may let the file grow for GROWTHS more batches. Then they are
 * refused until data is removed. When a write fails, lmdb may crash the process (commit-pace.ts), also on its own
 * thread.
 */
const DISK_RESERVE = 16 * 1024 * 1024;
/**
 * Milliseconds after which a batch takes no further job, and a job in steps pauses, so that other work gets the thread.
 */
const BATCH_MS = 5;
/** lmdb's flag: the commit returns after the sync. */
const SYNCHRONOUS = 2;
const GROWTHS = 16;
/** Each open cursor and each transaction holds one reader. */
const MAX_READERS = 4096;
/** LMDB's limit for pages of 4 KiB. */
export const MAX_KEY_SIZE = 1978;

/** Effect of a job: it adds data (`grows`), leaves the amount of data as it is (`keeps`), or removes data (`frees`). */
export type Kind = 'grows' | 'keeps' | 'frees';
type Job = {
  /** Called until it returns `done`. */
  proceed: (writer: Writer) => { done?: boolean; value: unknown };
  kind: Kind;
  isBrief: boolean;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
};

/** All limits are in bytes. */
export interface StoreLimits {
  mapSize?: number | undefined;
  diskReserve?: number | undefined;
}

interface Batch {
  number: number;
  writer: Writer;
  jobs: Job[];
  answers: (() => void)[];
  /** Number of its written keys that are already counted in `inFlight`. */
  announced: number;
  /** Set when the batch is reverted. `fault`: the error with which LMDB has refused the batch, if it is known. */
  lost: { fault: unknown } | undefined;
}

/**
 * LMDB with group commit: all jobs that wait while a batch is written to the disk share the next batch. Each job is
 * answered when its batch is synced. If the disk has no room for a batch, the batch is reverted, in memory too, and its
 * jobs fail. A brief job that is alone in its batch is committed on this thread: a commit on lmdb's thread wakes
 * threads five times, which costs as much CPU as the commit.
 */
export class Store {
  private readonly root: RootDatabase<Buffer, Buffer>;
  private queue: Job[] = [];
  private scheduled = false;
  private readonly inFlight = new Map<string, number>();
  /** The batches that have run and are not known to be visible yet, in their order. */
  private undecided: Batch[] = [];
  private lastNumber: number;
  /** Settles when all batches so far are on the disk or reverted. */
  private settled: Promise<unknown> = Promise.resolve();
  /** Number of batches on lmdb's thread. */
  private underWay = 0;
  private readonly overwritten = new Overwritten();
  private readonly pace: CommitPace;
  private readonly room: DiskRoom;
  /** Number of batches that have become visible. */
  version = 0;
  /** Reads the newest visible state. */
  readonly latest: Latest;
  readonly residentMemory: ResidentMemory;
  private readonly mapSize: number;
  private readonly diskReserve: number;
  private pages: number;
  /**
   * Number of batches that may still let the file grow until it counts as full. Pages of removed data are free some
   * batches later.
   */
  private reuse = GROWTHS;
  private hasFreed = false;
  /** Approximate number of bytes that were written since the file was measured. */
  private unmeasured = Number.POSITIVE_INFINITY;
  /** Hook: runs each job of a batch. */
  runJob: <T>(job: () => T) => T = (job) => job();
  /** Hook: runs at the end of each batch, within it. */
  beforeCommit: (writer: Writer) => void = () => {};
  /** Hook: true if this thread has more to do than the job. */
  othersCall: () => boolean = () => false;
  /** Hook: called if the content of the disk is unknown. The engine must not continue. */
  onFailure: (error: unknown) => void = (error) => {
    throw error;
  };

  constructor(path: string, { mapSize = MAP_SIZE, diskReserve = DISK_RESERVE }: StoreLimits = {}) {
    checkLmdb();
    this.mapSize = mapSize;
    this.diskReserve = diskReserve;
    this.room = DiskRoom.around(path);
    this.pace = new CommitPace(this.room);
    const file = join(path, 'data.mdb');
    this.residentMemory = new ResidentMemory(file);
    this.root = open<Buffer, Buffer>({
      path: file,
      keyEncoder: BYTE_KEYS,
      encoding: 'binary',
      // LMDB crashes the process if its map must grow and cannot. The map is twice the limit, so it never has to grow.
      mapSize: mapSize * 2,
      maxReaders: MAX_READERS,
      eventTurnBatching: false,
    });
    this.pages = this.measure().lastPageNumber;
    this.latest = new Latest(this.root);
    this.lastNumber = numberIn(this.latest);
  }

  snapshot(): Snapshot {
    return new Snapshot(this.root);
  }

  /**
   * Runs `job` within a batch. Resolves when the batch is on the disk. A job that throws changes nothing. `isBrief`:
   * the job writes little, and may be committed on this thread.
   * @throws MongoError 14031 if the disk or the map has no room; the job then changes nothing
   */
  write<T>(job: (writer: Writer) => T, kind: Kind = 'grows', isBrief = false): Promise<T> {
    return this.enqueue((writer) => ({ done: true, value: job(writer) }), kind, isBrief);
  }

  /**
   * Runs a job that pauses for reads. The reads do not see its changes until the batch is visible. A brief job does not
   * pause.
   */
  writeInSteps<T>(job: (writer: Writer) => Steps<T>, kind: Kind, isBrief: boolean): Promise<T> {
    let steps: Steps<T> | undefined;
    const proceed = (writer: Writer) => {
      steps ??= job(writer);
      const end = isBrief ? Number.POSITIVE_INFINITY : performance.now() + BATCH_MS;
      let step = steps.next();
      while (!step.done && performance.now() < end) step = steps.next();
      if (!step.done) this.latest.stay(this.snapshot(), writer);
      return step;
    };
    return this.enqueue(proceed, kind, isBrief);
  }

  private enqueue<T>(proceed: Job['proceed'], kind: Kind, isBrief: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ proceed, kind, isBrief, resolve, reject });
      if (!this.scheduled) this.plan();
    });
  }

  /** True if a batch that has run but is not visible yet has written this key. */
  isInFlight(key: string): boolean {
    return this.inFlight.has(key);
  }

  async close(): Promise<void> {
    // Runs after all waiting jobs.
    await this.write(() => undefined).catch(() => undefined);
    await this.root.close();
  }

  private plan(): void {
    this.scheduled = true;
    if (!this.isLone()) this.schedule();
    // Commands that arrive in this turn of the event loop may share the batch.
    else setImmediate(() => (this.isLone() && this.pace.mayBlock() ? this.commitAtOnce() : this.schedule()));
  }

  private isLone(): boolean {
    return this.queue.length === 1 && this.queue[0]?.isBrief === true && this.underWay === 0 && !this.othersCall();
  }

  private commitAtOnce(): void {
    const batch = this.newBatch();
    const began = performance.now();
    try {
      this.root.transactionSync(() => this.run(batch), SYNCHRONOUS);
      this.pace.note(performance.now() - began);
      this.becomeVisible(batch);
      for (const answer of batch.answers) answer();
    } catch (error) {
      this.fail(batch, error);
    }
  }

  private newBatch(): Batch {
    const writer = new Writer(this.root, this.overwritten);
    return { number: 0, writer, jobs: [], answers: [], announced: 0, lost: undefined };
  }

  private becomeVisible(batch: Batch): void {
    this.latest.goOn(batch.writer);
    this.version++;
    this.undecided = this.undecided.filter(({ number }) => number > batch.number);
    this.settle(batch.writer.touched);
  }

  private schedule(): void {
    this.scheduled = true;
    const batch = this.newBatch();
    const began = performance.now();
    this.underWay++;
    const committed = this.root.transaction(() => this.run(batch));
    // Must be read now. Later, it would be the promise of a later batch.
    const flushed = this.root.flushed.then(() => undefined);
    // A batch without changes ends before the batches that it has read. Its answers must wait until those batches are
    // on the disk.
    const before = this.settled;
    this.settled = committed
      .then(() => {
        this.becomeVisible(batch);
        return flushed;
      })
      .then(() => before)
      .then(() => {
        this.pace.note(performance.now() - began);
        for (const answer of batch.answers) answer();
      })
      .catch(async (error) => this.fail(batch, await causeOf(error)))
      .finally(() => this.underWay--);
  }

  private run(batch: Batch): Promise<void> | undefined {
    this.scheduled = false;
    // Only now, the outcome of the earlier batches is certain. Their promises may report it later.
    this.revertLost(batch.writer);
    this.undecided.push(batch);
    batch.number = ++this.lastNumber;
    // Drops the keys that the previous batch has written after its last job (counts and batch number).
    this.overwritten.clear();
    const [refusal, end] = [this.refusal(), performance.now() + BATCH_MS];
    let [taken, isDone] = [0, true];
    do {
      const job = this.queue[taken++] as Job;
      batch.jobs.push(job);
      if (refusal && job.kind === 'grows') batch.answers.push(() => job.reject(refusal));
      else isDone = this.attempt(job, batch);
    } while (isDone && taken < this.queue.length && performance.now() < end);
    this.queue = this.queue.slice(taken);
    if (!isDone) return this.goOn(batch);
    this.end(batch);
    return undefined;
  }

  /** Finishes the last job in slices. Between two slices, all other reads see the state before the batch. */
  private async goOn(batch: Batch): Promise<void> {
    this.scheduled = true;
    const job = batch.jobs.at(-1) as Job;
    // lmdb waits for this promise. Until then, lmdb would answer every read from the batch.
    const transaction = new OpenTransaction(this.root);
    do {
      transaction.hide();
      this.announce(batch);
      await turn();
      transaction.show();
    } while (!this.attempt(job, batch));
    this.end(batch);
    transaction.hide();
  }

  /** Counts the keys in `inFlight` that the batch has written since the last call. */
  private announce(batch: Batch): void {
    const { touched } = batch.writer;
    for (; batch.announced < touched.length; batch.announced++) {
      const key = touched[batch.announced] as string;
      this.inFlight.set(key, (this.inFlight.get(key) ?? 0) + 1);
    }
  }

  private end(batch: Batch): void {
    const { writer, number } = batch;
    this.scheduled = this.queue.length > 0;
    // Must not run within a transaction, because the batch would become a part of it.
    if (this.scheduled) setImmediate(() => this.schedule());
    this.unmeasured += writer.written;
    this.announce(batch);
    // If a batch has changed nothing, LMDB has nothing to write and to sync.
    if (writer.fault !== undefined || writer.changes === 0) return;
    this.beforeCommit(writer);
    writer.put(BATCH_NUMBER, numberBytes(number), null);
  }

  /**
   * The error for jobs that add data; undefined: they may run. If the file does not grow, the jobs use freed pages
   * again.
   */
  private refusal(): MongoError | undefined {
    const isLow = !this.room.hasMoreThan(this.diskReserve);
    const { isAtEnd, hasGrown } = this.fileGrowth(isLow);
    if (!isLow && !isAtEnd) {
      this.reuse = GROWTHS;
      return undefined;
    }
    if (hasGrown) this.reuse--;
    if (this.hasFreed) this.reuse = GROWTHS;
    this.hasFreed = false;
    if (this.reuse > 0) return undefined;
    return isLow ? diskFull(this.diskReserve) : mapFull();
  }

  /** `isAtEnd`: the file has its maximum length. `hasGrown`: it has grown since the last measurement. */
  private fileGrowth(isLow: boolean): { isAtEnd: boolean; hasGrown: boolean } {
    if (!isLow && this.unmeasured < this.mapSize / 64) return { isAtEnd: false, hasGrown: false };
    const { lastPageNumber, pageSize } = this.measure();
    const isAtEnd = lastPageNumber * pageSize >= this.mapSize;
    const hasGrown = lastPageNumber > this.pages;
    this.pages = lastPageNumber;
    if (!isAtEnd) this.unmeasured = 0;
    return { isAtEnd, hasGrown };
  }

  private measure(): { lastPageNumber: number; pageSize: number } {
    return this.root.getStats() as ReturnType<Store['measure']>;
  }

  /** Runs or continues a job. @returns true if it is done */
  private attempt(job: Job, { writer, answers }: Batch): boolean {
    if (job.kind === 'frees') this.hasFreed = true;
    try {
      const { done, value } = this.runJob(() => job.proceed(writer));
      if (!done) return false;
      writer.keepJob();
      answers.push(() => job.resolve(value as never));
    } catch (error) {
      writer.revertJob();
      answers.push(() => job.reject(error));
    }
    return true;
  }

  /**
   * Reverts the batches that `reader` does not see, the newest first. lmdb may put several batches into one
   * transaction.
   */
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
    this.latest.goOn(batch.writer);
    // If another batch has run since, in a transaction of its own, that batch has already reverted this one.
    if (!batch.lost) this.revertLost(this.latest);
    const cause = batch.lost?.fault ?? error;
    // The next batch would fail as this one did. While the disk is low or the map is full, jobs that add data are now
    // refused.
    this.reuse = 0;
    // Either a visible batch could not be synced, or the cause is not a lack of space.
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

/** The key under which the number of the newest batch is stored. The number only rises. */
const BATCH_NUMBER = Buffer.of(0, 0, 0, 0);

function numberIn(reader: Reader): number {
  return reader.get(BATCH_NUMBER)?.readDoubleBE() ?? 0;
}

function numberBytes(number: number): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeDoubleBE(number);
  return bytes;
}
