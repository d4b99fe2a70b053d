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

/** Address space for the file: what is not written takes no room. */
const MAP_SIZE = 2 ** 36;
/**
 * Bytes: where less is free on the disk, what adds to the data may let the file grow for some batches more and is refused then,
 * until something was removed. Where a write fails, lmdb may end the process (commit-pace.ts), also on its own thread.
 */
const DISK_RESERVE = 16 * 1024 * 1024;
/** Milliseconds after which a batch takes no further job, and one in steps rests: those that wait have the thread again. */
const BATCH_MS = 5;
/** lmdb's flag: the commit returns when it is synced. */
const SYNCHRONOUS = 2;
const GROWTHS = 16;
/** Every open cursor and transaction holds one reader. */
const MAX_READERS = 4096;
/** LMDB's limit for pages of 4 KiB. */
export const MAX_KEY_SIZE = 1978;

/** Whether a job adds to the data, leaves it as it is, or gives room back. */
export type Kind = 'grows' | 'keeps' | 'frees';
type Job = {
  /** Called until it is done. */
  proceed: (writer: Writer) => { done?: boolean; value: unknown };
  kind: Kind;
  isBrief: boolean;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
};

/** In bytes. */
export interface StoreLimits {
  mapSize?: number | undefined;
  diskReserve?: number | undefined;
}

interface Batch {
  number: number;
  writer: Writer;
  jobs: Job[];
  answers: (() => void)[];
  /** Number of written keys that are known to be in flight. */
  announced: number;
  /** Set when it is taken back; `fault` is why LMDB refused it, where that is known already. */
  lost: { fault: unknown } | undefined;
}

/**
 * LMDB with group commit: all jobs that wait while one batch is on its way to the disk share the next one, and each is
 * answered when its batch is synced. A batch that the disk has no room for is taken back, in memory too, and its jobs fail.
 * A brief job that nobody shares a batch with is committed on this thread: to lmdb's own and back a commit wakes five times,
 * which costs as much CPU as the commit.
 */
export class Store {
  private readonly root: RootDatabase<Buffer, Buffer>;
  private queue: Job[] = [];
  private scheduled = false;
  private readonly inFlight = new Map<string, number>();
  /** The batches that have run and are not known to be visible, in their order. */
  private undecided: Batch[] = [];
  private lastNumber: number;
  /** Settles when all batches so far are on the disk, or taken back. */
  private settled: Promise<unknown> = Promise.resolve();
  /** Number of batches on lmdb's thread. */
  private underWay = 0;
  private readonly overwritten = new Overwritten();
  private readonly pace: CommitPace;
  private readonly room: DiskRoom;
  /** Counts the batches that have become visible. */
  version = 0;
  /** Reads the newest visible state. */
  readonly latest: Latest;
  readonly residentMemory: ResidentMemory;
  private readonly mapSize: number;
  private readonly diskReserve: number;
  private pages: number;
  /** Times that the file may grow before it is taken for full again: removed pages are free some batches later. */
  private reuse = GROWTHS;
  private hasFreed = false;
  /** About what was written since the file was measured. */
  private unmeasured = Number.POSITIVE_INFINITY;
  /** Runs every job of a batch. */
  runJob: <T>(job: () => T) => T = (job) => job();
  /** Runs at the end of every batch, within it. */
  beforeCommit: (writer: Writer) => void = () => {};
  /** Whether this thread has more to do than the job. */
  othersCall: () => boolean = () => false;
  /** The content of the disk is no longer known: nothing may go on. */
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
      // LMDB ends the process where its map has to grow and cannot: half of it is never needed.
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
   * Runs `job` within a batch and answers when the batch is on the disk. Of a job that throws nothing remains.
   * `isBrief`: it writes little, and may be committed on this thread.
   * @throws MongoError 14031 when the disk or the map has no room: nothing of the job remains
   */
  write<T>(job: (writer: Writer) => T, kind: Kind = 'grows', isBrief = false): Promise<T> {
    return this.enqueue((writer) => ({ done: true, value: job(writer) }), kind, isBrief);
  }

  /** The same of a job that gives way to those that read, who see nothing of it meanwhile. A brief one does not. */
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

  /** A batch that has run but is not visible yet has written this key. */
  isInFlight(key: string): boolean {
    return this.inFlight.has(key);
  }

  async close(): Promise<void> {
    // Behind what waits.
    await this.write(() => undefined).catch(() => undefined);
    await this.root.close();
  }

  private plan(): void {
    this.scheduled = true;
    if (!this.isLone()) this.schedule();
    // Commands that arrive in this turn of the loop may share its batch.
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
    // Asked at once: later it would answer for a later batch.
    const flushed = this.root.flushed.then(() => undefined);
    // A batch that changes nothing is through before those that it has seen, and may not tell of them before they last.
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
    // Only now is it certain how those before have ended, and their promises may tell it later.
    this.revertLost(batch.writer);
    this.undecided.push(batch);
    batch.number = ++this.lastNumber;
    // The batch before has written these keys behind its last job.
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

  /** Finishes the last job in slices. Between them all others read what was visible before the batch. */
  private async goOn(batch: Batch): Promise<void> {
    this.scheduled = true;
    const job = batch.jobs.at(-1) as Job;
    // lmdb waits for the end of this promise. Meanwhile it would answer every read from the batch.
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

  /** Says what it has written and has not said yet. */
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
    // Never from within a transaction, of which it would become a part.
    if (this.scheduled) setImmediate(() => this.schedule());
    this.unmeasured += writer.written;
    this.announce(batch);
    // A batch that has changed nothing leaves LMDB nothing to write and to sync.
    if (writer.fault !== undefined || writer.changes === 0) return;
    this.beforeCommit(writer);
    writer.put(BATCH_NUMBER, numberBytes(number), null);
  }

  /** Why nothing may add to the data. Where the file does not grow, pages of it that were freed serve again. */
  private refusal(): MongoError | undefined {
    const isLow = !this.room.hasMoreThan(this.diskReserve);
    const { isAtEnd, hasGrown } = this.look(isLow);
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

  /** Whether the file has the length that it may have, and has grown since the last look. */
  private look(isLow: boolean): { isAtEnd: boolean; hasGrown: boolean } {
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

  /** @returns whether the job is done */
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
    this.latest.goOn(batch.writer);
    // When another batch has run since, in a transaction of its own, that one has taken this one back.
    if (!batch.lost) this.revertLost(this.latest);
    const cause = batch.lost?.fault ?? error;
    // The next would fail as this one did.
    this.reuse = 0;
    // A visible batch could not be synced.
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
