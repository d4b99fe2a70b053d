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

/** Bytes, about, of a change beside its keys and its document. */
const CHANGE_SIZE = 1024;
/** Bytes of keys and documents that all open transactions may keep. */
const MOST_KEPT = 512 * 1024 * 1024;
/** Bytes that one of them may keep in any case: a small one is not refused for large ones. */
const ALWAYS_KEPT = 1024 * 1024;

const bytesOf = ({ keys, before, after }: KeptChange): number =>
  keys.length + (before?.bytes.length ?? 0) + (after?.bytes.length ?? 0);

/** So many are written within one slice of a write. */
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
 * A multi-document transaction: reads its snapshot under its own writes, claims what it writes, and writes it in one
 * batch at the end. The first writer wins: a claim that is held, or a write since the snapshot, is a write conflict.
 */
export class Transaction implements WriteTarget {
  readonly reader: Snapshot;
  readonly version: number;
  readonly number: bigint;
  /** Set when the end is known. */
  state: 'open' | 'committed' | 'aborted' = 'open';
  /** The end of the write that it is making. */
  working: Promise<unknown> | undefined;
  /** Milliseconds of the process's clock at which its lifetime ends. */
  private readonly expiresAt: number;
  /** The connection that carried its last statement. */
  private connectionId = 0;
  /** When it is given up since that connection has closed; its session may go on with it on another until then. */
  private leftUntil = Number.POSITIVE_INFINITY;
  private readonly store: Store;
  private readonly catalog: Catalog;
  private readonly claims: Claims;
  /** Collections that it has looked at, by name. */
  private readonly seen = new Map<string, Collection>();
  private readonly writes = new Map<Collection, Map<string, StoredDocument | undefined>>();
  /** The changes as they were last planned, with each document as it was in the snapshot. */
  private readonly changes = new Map<string, KeptChange>();
  /** Owner of each claimed key in the eyes of this transaction; undefined: none. */
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

  /** Milliseconds of the process's clock at which it is given up. */
  get endsAt(): number {
    return Math.min(this.expiresAt, this.leftUntil);
  }

  /** A statement of its session has come, on whichever connection. */
  continueOn(connectionId: number): void {
    this.connectionId = connectionId;
    this.leftUntil = Number.POSITIVE_INFINITY;
  }

  /** A connection has closed: what it carried last ends at `until` unless its session goes on. */
  leave(connectionId: number, until: number): void {
    if (this.connectionId === connectionId) this.leftUntil = until;
  }

  total(): undefined {
    return undefined;
  }

  overlay(collection: Collection): Overlay | undefined {
    return this.writes.get(collection);
  }

  /** The collection, which is there before the statement begins. @throws MongoError 112 where it was dropped meanwhile */
  open(db: string, name: string): Collection {
    const collection = this.catalog.get(`${db}.${name}`);
    if (!collection) throw writeConflict();
    return collection;
  }

  /** A collection that it has seen does not vanish: MongoDB's drop waits, here the transaction fails. @throws MongoError 112 */
  see(collection: Collection): void {
    if (this.seen.get(collection.ns)?.isDropped) throw writeConflict();
    this.seen.set(collection.ns, collection);
  }

  apply(collection: Collection, changes: Change[]): void {
    for (const change of changes) this.applyOne(collection, change);
  }

  private applyOne(collection: Collection, change: Change): void {
    const step = planChange(collection, change);
    const owners = new Map(step.claims.map((claim) => [claim, this.ownerOf(claim)]));
    checkUnique(step, (claim) => owners.get(claim));
    for (const { text } of step.claims) this.claims.take(text, this);
    this.remember(collection, step);
  }

  /** @throws MongoError 112 where another transaction writes the key, or somebody has written it since the snapshot */
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
    // A document that was inserted and removed again is no change.
    if (earlier && !earlier.before && !step.after) this.changes.delete(record);
    else {
      const kept = earlier ? joinChanges(earlier, step) : keepChange(step);
      this.changes.set(record, kept);
      // A transaction that is refused here is aborted (protocol/dispatch.ts).
      this.growth.add(CHANGE_SIZE);
      this.keepBytes(bytesOf(kept));
    }
    const writes = this.writes.get(collection) ?? new Map();
    this.writes.set(collection, writes.set(step.id.toString('latin1'), step.after));
  }

  /** @throws MongoError 146 where all transactions keep too much, and this one is not small */
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

  /** Answers when the writes are on the disk; `alongside` writes in the same batch. Asked again it answers the same. */
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
    // A transaction that the store does not take is not begun either.
    await written.finally(() => this.abort());
  }

  private *writeOut(writer: Writer, alongside: (writer: Writer) => void): Steps<void> {
    if (this.state !== 'open') throw writeConflict();
    try {
      const changes = [...this.changes.values()];
      for (const { collection, planned } of changes)
        if (collection.isDropped || planned !== collection.indexes) throw writeConflict();
      // From now on nobody aborts it. Its claims stay until all is written.
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
    // Its session knows it until the next one begins.
    for (const kept of [this.owners, this.changes, this.writes, this.seen]) kept.clear();
    this.ended.resolve();
  }
}
