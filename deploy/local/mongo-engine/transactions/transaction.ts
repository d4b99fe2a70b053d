import { Growth } from '../scheduling/heap.ts';
import type { Steps } from '../scheduling/scheduler.ts';
import type { Catalog } from '../storage/catalog.ts';
import {
  applyChanges,
  type Change,
  type Claim,
  checkUnique,
  joinChanges,
  type KeptChange,
  keepChange,
  type PlannedChange,
  planChange,
} from '../storage/change.ts';
import type { Collection } from '../storage/collection.ts';
import type { Snapshot } from '../storage/reader.ts';
import type { Store } from '../storage/store.ts';
import type { StoredDocument } from '../storage/stored-document.ts';
import type { Writer } from '../storage/writer.ts';
import { MongoError } from '../values/error.ts';
import type { Claims } from './claims.ts';
import type { Overlay, WriteTarget } from './source.ts';

/** Approximate bytes of a change, without its keys and its document. */
const CHANGE_SIZE = 1024;
/** Maximum bytes of keys and documents that all open transactions may hold in memory. */
const MOST_KEPT = 512 * 1024 * 1024;
/**
 * Bytes that each transaction may hold in any case, so that a small transaction is not refused because of large ones.
 */
const ALWAYS_KEPT = 1024 * 1024;

const bytesOf = ({ keys, before, after }: KeptChange): number =>
  keys.length + (before?.bytes.length ?? 0) + (after?.bytes.length ?? 0);

/** Maximum number of changes that a commit writes without a pause. */
const BRIEF_CHANGES = 16;

export const TRANSIENT = 'TransientTransactionError';

export const writeConflict = (): MongoError =>
  new MongoError(
    112,
    'WriteConflict',
    'WriteConflict error: this operation conflicted with another operation. Please retry your operation or multi-document transaction.',
    {},
    [TRANSIENT],
  );

/**
 * A multi-document transaction. It reads its snapshot and its own writes, claims the keys that it writes, and writes
 * all changes in one batch at the commit. The first writer wins: a key that another transaction has claimed, or that
 * has changed since the snapshot, is a write conflict.
 */
export class Transaction implements WriteTarget {
  readonly reader: Snapshot;
  readonly version: number;
  readonly number: bigint;
  /** No longer `open` when the commit writes its changes, or when the transaction is aborted. */
  state: 'open' | 'committed' | 'aborted' = 'open';
  /** Settles when the current statements of the transaction have ended. */
  working: Promise<unknown> | undefined;
  /** End of its lifetime, in milliseconds of performance.now(). */
  private readonly expiresAt: number;
  /** The connection that has sent its last statement. */
  private connectionId = 0;
  /**
   * Time (performance.now()) when the transaction is aborted because its connection has closed. Until then, its session
   * may continue on another connection.
   */
  private leftUntil = Number.POSITIVE_INFINITY;
  private readonly store: Store;
  private readonly catalog: Catalog;
  private readonly claims: Claims;
  /** The collections that it has used, by name. */
  private readonly seen = new Map<string, Collection>();
  private readonly writes = new Map<Collection, Map<string, StoredDocument | undefined>>();
  /** The changes by the key of the document, as last planned. `before` is the document in the snapshot. */
  private readonly changes = new Map<string, KeptChange>();
  /** Owner of each claimed key, as this transaction sees it; undefined: none. */
  private readonly owners = new Map<string, Buffer | undefined>();
  private readonly growth = new Growth();
  private keptBytes = 0;
  private commitment: Promise<void> | undefined;
  private readonly ended = Promise.withResolvers<void>();

  constructor(number: bigint, lifetimeMs: number, store: Store, catalog: Catalog, claims: Claims) {
    this.number = number;
    this.store = store;
    this.catalog = catalog;
    this.claims = claims;
    this.reader = store.snapshot();
    this.reader.hold();
    this.version = store.version;
    this.expiresAt = performance.now() + lifetimeMs;
  }

  /** Resolves at the commit or the abort. */
  get finished(): Promise<void> {
    return this.ended.promise;
  }

  /** Time when it is aborted, in milliseconds of performance.now(). */
  get endsAt(): number {
    return Math.min(this.expiresAt, this.leftUntil);
  }

  /** Must be called for each statement of the session. Stops the time-out that a closed connection has started. */
  continueOn(connectionId: number): void {
    this.connectionId = connectionId;
    this.leftUntil = Number.POSITIVE_INFINITY;
  }

  /**
   * Must be called when a connection has closed. If it has sent the last statement, the transaction ends at `until`
   * unless its session continues.
   */
  leave(connectionId: number, until: number): void {
    if (this.connectionId === connectionId) this.leftUntil = until;
  }

  overlay(collection: Collection): Overlay | undefined {
    return this.writes.get(collection);
  }

  /** The collection. It exists before the statement begins. @throws MongoError 112 if it was dropped in the meantime */
  open(db: string, name: string): Collection {
    const collection = this.catalog.get(`${db}.${name}`);
    if (!collection) throw writeConflict();
    return collection;
  }

  /**
   * Notes that the transaction uses the collection. In MongoDB, a drop would wait; here, the transaction fails.
   * @throws MongoError 112 if the collection was dropped after its first use
   */
  see(collection: Collection): void {
    if (this.seen.get(collection.ns)?.isDropped) throw writeConflict();
    this.seen.set(collection.ns, collection);
  }

  apply(collection: Collection, change: Change): void {
    const step = planChange(collection, change);
    const owners = new Map(step.claims.map((claim) => [claim, this.ownerOf(claim)]));
    checkUnique(step, (claim) => owners.get(claim));
    for (const { text } of step.claims) this.claims.take(text, this);
    this.remember(collection, step);
  }

  /**
   * The owner of the key, as this transaction sees it; undefined: none.
   * @throws MongoError 112 if another transaction or an unfinished batch writes the key, or the key has changed since
   * the snapshot
   */
  private ownerOf({ key, text }: Claim): Buffer | undefined {
    if (this.owners.has(text)) return this.owners.get(text);
    const holder = this.claims.holder(text);
    if ((holder && holder !== this) || this.store.isInFlight(text)) throw writeConflict();
    const [mine, newest] = [this.reader.get(key), this.store.latest.get(key)];
    if (mine === undefined ? newest !== undefined : newest === undefined || !mine.equals(newest)) throw writeConflict();
    return mine;
  }

  private remember(collection: Collection, step: PlannedChange): void {
    for (const { text, owner } of step.claims) this.owners.set(text, owner);
    const record = step.claims[0]?.text ?? '';
    step.before?.rest();
    step.after?.rest();
    const earlier = this.changes.get(record);
    if (earlier) this.letGo(bytesOf(earlier));
    // A document that the transaction has inserted and removed again is no change.
    if (earlier && !earlier.before && !step.after) this.changes.delete(record);
    else {
      const kept = earlier ? joinChanges(earlier, step) : keepChange(step);
      this.changes.set(record, kept);
      // If the memory is refused here, the transaction is aborted (protocol/dispatch.ts).
      this.growth.add(CHANGE_SIZE);
      this.keepBytes(bytesOf(kept));
    }
    const writes = this.writes.get(collection) ?? new Map();
    this.writes.set(collection, writes.set(step.id.toString('latin1'), step.after));
  }

  /** @throws MongoError 146 if all transactions hold too much, and this transaction is not small */
  private keepBytes(bytes: number): void {
    this.keptBytes += bytes;
    this.claims.keptBytes += bytes;
    if (this.claims.keptBytes <= MOST_KEPT || this.keptBytes <= ALWAYS_KEPT) return;
    throw new MongoError(146, 'ExceededMemoryLimit', `open transactions keep more than ${MOST_KEPT} bytes`);
  }

  private letGo(bytes: number): void {
    this.keptBytes -= bytes;
    this.claims.keptBytes -= bytes;
  }

  /**
   * Resolves when the writes are on the disk. `alongside` writes in the same batch. A repeated call returns the same
   * promise.
   */
  commit(alongside: (writer: Writer) => void): Promise<void> {
    this.commitment ??= this.writeAll(alongside);
    return this.commitment;
  }

  private async writeAll(alongside: (writer: Writer) => void): Promise<void> {
    this.reader.release();
    if (this.changes.size === 0) return this.end('committed');
    const written = this.store.writeInSteps(
      (writer) => this.writeOut(writer, alongside),
      this.addsData() ? 'grows' : 'frees',
      this.changes.size <= BRIEF_CHANGES,
    );
    // If the store refuses the job, `writeOut` does not run, and the transaction is still open.
    await written.finally(() => this.abort());
  }

  private *writeOut(writer: Writer, alongside: (writer: Writer) => void): Steps<void> {
    if (this.state !== 'open') throw writeConflict();
    try {
      const changes = [...this.changes.values()];
      for (const { collection, planned } of changes)
        if (collection.isDropped || planned !== collection.indexes) throw writeConflict();
      // From here on, nobody can abort the transaction. Its claims stay until all changes are written.
      this.state = 'committed';
      writer.onRevert(() => {
        this.state = 'aborted';
      });
      yield* applyChanges(changes, writer, this.catalog);
      alongside(writer);
      this.end('committed');
    } catch (error) {
      this.end('aborted');
      throw error;
    }
  }

  private addsData(): boolean {
    return this.changes.values().some(({ after }) => after !== undefined);
  }

  abort(): void {
    if (this.state !== 'open') return;
    this.reader.release();
    this.end('aborted');
  }

  private end(state: 'committed' | 'aborted'): void {
    this.state = state;
    this.claims.release(this.owners.keys());
    this.letGo(this.keptBytes);
    // The session refers to this object until its next transaction begins.
    for (const kept of [this.owners, this.changes, this.writes, this.seen]) kept.clear();
    this.ended.resolve();
  }
}
