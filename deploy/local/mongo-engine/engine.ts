import { claimDataDir } from './data-dir.ts';
import { removeExpired } from './expiry.ts';
import { Cursors } from './queries/cursors.ts';
import { Callers } from './scheduling/callers.ts';
import { Deadline } from './scheduling/deadline.ts';
import { Scheduler, type Steps } from './scheduling/scheduler.ts';
import { Catalog, leftoversIn } from './storage/catalog.ts';
import { absentCollection, type Collection } from './storage/collection.ts';
import type { Snapshot } from './storage/reader.ts';
import { Store, type StoreLimits } from './storage/store.ts';
import { Claims } from './transactions/claims.ts';
import { Clock } from './transactions/clock.ts';
import { noSuchTransaction, Sessions } from './transactions/sessions.ts';
import type { Source } from './transactions/source.ts';
import { Transaction, writeConflict } from './transactions/transaction.ts';
import { MongoError } from './values/error.ts';

/** Milliseconds, as MongoDB's transactionLifetimeLimitSeconds. */
const TRANSACTION_LIFETIME_MS = 60_000;
/**
 * Maximum number of open transactions. Each holds a reader of the store (`MAX_READERS`), and other work needs readers,
 * too.
 */
const MAX_TRANSACTIONS = 1024;
/** Milliseconds until a transaction whose connection has closed is aborted. */
const LEFT_MS = 3_000;
const SWEEP_MS = 1_000;
/**
 * Milliseconds between two returns of mapped pages. A statement that reads rows all over the file maps 400 MB in a
 * second.
 */
const PAGES_MS = 100;
/** Milliseconds between two searches for expired documents (MongoDB: ttlMonitorSleepSecs is 60). */
const EXPIRY_MS = 10_000;

/** The state that all connections share: the stored data, and the work on it. */
export class Engine {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly claims = new Claims();
  readonly cursors = new Cursors();
  readonly clock = new Clock();
  readonly callers = new Callers();
  readonly scheduler = new Scheduler();
  readonly sessions: Sessions;
  private readonly releaseDataDir: () => void;
  private readonly timers: NodeJS.Timeout[];
  private sweeping: Promise<unknown> = Promise.resolve();
  private isClosing = false;
  private openTransactions = 0;

  /** @throws DataDirError if the folder cannot be opened */
  constructor(dataDir: string, onFailure: (error: unknown) => void, limits?: StoreLimits) {
    this.releaseDataDir = claimDataDir(dataDir);
    this.store = new Store(dataDir, limits);
    this.store.onFailure = onFailure;
    this.store.runJob = (job) => this.scheduler.write(job);
    this.store.othersCall = () => this.scheduler.hasWaiting || !this.callers.isOne(performance.now());
    this.catalog = new Catalog(this.store.latest);
    this.store.beforeCommit = (writer) => {
      this.clock.next();
      this.catalog.saveCounts(writer);
    };
    this.sessions = new Sessions(this.store);
    this.timers = [
      setInterval(() => {
        this.abortOverdue(performance.now());
        this.cursors.rest(Date.now());
        this.store.residentMemory.giveBackFree();
      }, SWEEP_MS),
      setInterval(() => this.store.residentMemory.giveBackPages(), PAGES_MS),
      setInterval(() => this.sweep(), EXPIRY_MS),
    ];
    for (const timer of this.timers) timer.unref();
    this.clearLeftovers();
  }

  /** @throws MongoError 112 if too many transactions are open: MongoDB's error when it has no room for one */
  begin(number: bigint): Transaction {
    if (this.openTransactions >= MAX_TRANSACTIONS) throw writeConflict();
    const transaction = new Transaction(number, TRANSACTION_LIFETIME_MS, this.store, this.catalog, this.claims);
    this.openTransactions++;
    void transaction.finished.then(() => this.openTransactions--);
    return transaction;
  }

  abort(transaction: Transaction): void {
    this.endReads(transaction);
    transaction.abort();
  }

  /** Runs a read on the transaction's snapshot; without a transaction, on a new snapshot. */
  read<T>(transaction: Transaction | undefined, steps: (source: Source) => Steps<T>): T | Promise<T> {
    return this.scheduler.run(transaction ? steps(transaction) : this.onSnapshot(steps), transaction);
  }

  private *onSnapshot<T>(steps: (source: Source) => Steps<T>): Steps<T> {
    const source = this.snapshot();
    try {
      return yield* steps(source);
    } finally {
      source.reader.release();
    }
  }

  snapshot(): Source & { reader: Snapshot } {
    return { reader: this.store.snapshot(), version: this.store.version };
  }

  /** Ends the transaction's reads. Must be called before the transaction releases its snapshot. */
  endReads(transaction: Transaction): void {
    this.scheduler.interrupt(noSuchTransaction(transaction.number), transaction);
    this.cursors.closeWhere(({ owner }) => owner === transaction);
  }

  /**
   * Ends sessions, with their cursors and open transactions. Walks through the cursors only once, because sessions and
   * cursors may be very many.
   */
  endSessions(ids: Buffer[]): void {
    const ended = new Set(ids.map((id) => id.toString('latin1')));
    this.cursors.closeWhere(({ session }) => session !== undefined && ended.has(session));
    for (const id of ids) {
      const open = this.sessions.end(id);
      if (open) this.abort(open);
    }
  }

  /**
   * The collection as a command of the transaction sees it; an empty one if there is none. @throws MongoError 112 if it
   * was dropped since the transaction has used it
   */
  collection({ db, collection: name }: { db: string; collection: string }, transaction?: Transaction): Collection {
    const ns = `${db}.${name}`;
    const found = this.catalog.get(ns) ?? absentCollection(db, name);
    transaction?.see(found);
    return found;
  }

  /** The collection. It is created if it does not exist. */
  async ensureCollection(db: string, name: string): Promise<Collection> {
    return this.catalog.get(`${db}.${name}`) ?? this.createCollection(db, name);
  }

  async createCollection(db: string, name: string): Promise<Collection> {
    const isThere = this.catalog.get(`${db}.${name}`) !== undefined;
    return this.store.write(
      (writer) => this.catalog.get(`${db}.${name}`) ?? this.catalog.create(db, name, writer),
      isThere ? 'keeps' : 'grows',
    );
  }

  abortOverdue(now: number): void {
    for (const transaction of this.sessions.open()) if (transaction.endsAt < now) this.abort(transaction);
  }

  /**
   * Starts the time-out of transactions whose connection has closed. The session may continue its transaction on
   * another connection, for example to send a commit again. A killed client never continues, and its transaction would
   * hold its claims for its whole lifetime.
   */
  leave(connectionId: number): void {
    const until = performance.now() + LEFT_MS;
    for (const transaction of this.sessions.open()) transaction.leave(connectionId, until);
  }

  async close(): Promise<void> {
    this.isClosing = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const transaction of this.sessions.open()) this.abort(transaction);
    this.scheduler.interrupt(new MongoError(11600, 'InterruptedAtShutdown', 'interrupted at shutdown'));
    this.cursors.closeWhere(() => true);
    await this.sweeping;
    await this.store.close();
    this.releaseDataDir();
  }

  /** Removes dropped data batch by batch, in the background. */
  clearLeftovers(): void {
    const clear = async (): Promise<void> => {
      const isOver = () => this.isClosing || this.scheduler.isSliceOver(performance.now());
      const [first] = leftoversIn(this.store.latest);
      if (!first) return;
      while (!(await this.store.write((writer) => this.catalog.clearLeftovers(writer, isOver), 'frees')))
        if (this.isClosing) return;
    };
    this.sweeping = this.sweeping.then(clear).catch((error) => console.error('what was dropped is still there', error));
  }

  private sweep(): void {
    const now = Date.now();
    this.cursors.expire(now);
    this.sweeping = this.sweeping
      .then(() => Promise.all([removeExpired(this, now), this.expireSessions(now)]))
      // The next sweep finds the same documents.
      .catch((error) => console.error('what has expired could not be removed', error));
  }

  async expireSessions(now: number): Promise<void> {
    const deadline = new Deadline(undefined, this.scheduler);
    await this.sessions.remove(await this.read(undefined, (source) => this.sessions.expire(now, source, deadline)));
  }
}
