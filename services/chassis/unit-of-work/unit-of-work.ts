import type { ClientSession, Model } from 'mongoose';
import type { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import { AppError } from '../domain/errors.ts';
import { type EventDraft, type Outbox, type OutboxRow, outboxRow } from '../messaging/outbox.ts';
import { MAX_IN_FLIGHT } from '../messaging/relay.ts';
import { insertMany } from '../mongo/model.ts';
import type { Store } from '../mongo/mongo.ts';
import type { TotalChange, Totals } from '../mongo/totals.ts';
import type { Attempt } from '../mongo/transaction.ts';
import { type Call, type CallContext, type Principal, principalOf } from '../rpc/context.ts';
import type { Claim, Idempotency, RememberedReply } from './idempotency.ts';

/** The part of a call that a write needs. A background job makes its own. */
export type WriteCall = Pick<Call, 'context' | 'deadline' | 'now' | 'traceparent'> & Partial<Pick<Call, 'signal'>>;

/** The scope of a read: the records of an org. With a session, the read sees the data of its transaction. */
export interface ReadScope {
  readonly orgId: string;
  readonly session?: ClientSession;
}

/**
 * A transaction as a handler sees it: its caller and time, the data that it sees, and the events that it emits. After a
 * lost race the handler runs again, so it must have no effect outside of the transaction.
 */
export interface SharedTransaction extends ReadScope {
  readonly session: ClientSession;
  readonly now: Date;
  /** The context of the call: caller, address, request id. */
  readonly context: CallContext;
  /** The caller. Throws not_authenticated for a background job, which has no caller; `orgId` does so, too. */
  readonly principal: Principal;
  /**
   * Inserts documents. In a shared transaction they are inserted at its end, so the write's own reads do not find them.
   * In any other transaction they are inserted immediately.
   */
  insert<Stored>(into: Insertable<Stored>, documents: NoInfer<Stored>[]): Promise<void>;
  /**
   * Does a read that several writes of one transaction have in common once. `name`: the name of the read, in the
   * caller's org.
   */
  readOnce<T>(name: string, read: () => Promise<T>): Promise<T>;
  /** Adds an event to the transaction. */
  emit(event: EventDraft): void;
  /** The last emitted event, with the JSON text of its envelope as it will be published. Throws if there is none. */
  lastEvent(): { id: string; envelope: string };
  /**
   * Adds `delta` to a total that writes maintain. `collection`: its name in the database. `orgId`: default the
   * caller's.
   */
  count(collection: string, delta: number, orgId?: string): void;
}

/** A transaction that is not shared with other writes. */
export interface Transaction extends SharedTransaction {
  /**
   * Makes other writes of this process that lock the same name wait until this one has ended. If it is called before
   * the first read, it avoids lost races. Errors: LostRace when the others take too long; idempotency_in_progress when
   * one of them had the same Idempotency-Key.
   */
  lock(name: string): Promise<void>;
}

export interface Insertable<Stored> {
  model: Model<Stored>;
  /** Throws the caller's error for an insert that failed with `error`. */
  refuse(error: unknown): never;
}

interface Insertion {
  into: Insertable<unknown>;
  documents: unknown[];
}

/** The parts of a service's database that all writes use. */
export interface Database {
  service: string;
  store: Store;
  idempotency: Idempotency;
  outbox: Outbox;
  totals: Totals;
  locks: KeyedMutex;
}

/** A write from its call to its commit. */
export interface PendingWrite {
  readonly call: WriteCall;
  /** The claim of its Idempotency-Key; undefined without a key. */
  readonly claim: Claim | undefined;
  readonly isShared: boolean;
  readonly work: (tx: Transaction) => unknown;
  /** Selects the part of the result that is stored for the Idempotency-Key. Default: all of it. */
  readonly remember?: ((value: unknown) => unknown) | undefined;
  /** The locks that the write holds during all its attempts: the function that releases each, by name. */
  readonly locks: Map<string, () => void>;
  /** The last attempt. */
  unit?: UnitOfWork;
  /** The reply of an earlier call with the same Idempotency-Key. If there is one, nothing of this write is stored. */
  replay?: RememberedReply<unknown> | undefined;
}

/** Reads that an attempt of a transaction has done. The next attempt reads again. */
const readsByAttempt = new WeakMap<Attempt, Map<string, Promise<unknown>>>();

function readsOf(attempt: Attempt): Map<string, Promise<unknown>> {
  const reads = readsByAttempt.get(attempt) ?? new Map();
  readsByAttempt.set(attempt, reads);
  return reads;
}

/** An attempt of a write. It collects changes until they are stored. */
export class UnitOfWork implements Transaction {
  readonly write: PendingWrite;
  readonly session: ClientSession;
  readonly totals: TotalChange[] = [];
  /** Rows for the relay after the commit: at most as many as it publishes at a time. Its sweep publishes the rest. */
  readonly rows: OutboxRow[] = [];
  /** The result of the work. */
  value: unknown;
  /** True: the Idempotency-Key is already stored. */
  isKeyTaken = false;
  readonly #database: Database;
  readonly #attempt: Attempt;
  #insertions: Insertion[] = [];
  #unsaved: OutboxRow[] = [];
  #last: OutboxRow | undefined;

  constructor(write: PendingWrite, session: ClientSession, database: Database, attempt: Attempt) {
    this.write = write;
    this.session = session;
    this.#database = database;
    this.#attempt = attempt;
  }

  get now(): Date {
    return this.write.call.now;
  }

  get context(): CallContext {
    return this.write.call.context;
  }

  get principal(): Principal {
    return principalOf(this.context);
  }

  get orgId(): string {
    return this.principal.orgId;
  }

  /** Id of the last event; empty if there is none. */
  get eventId(): string {
    return this.#last?._id ?? '';
  }

  async insert<Stored>(into: Insertable<Stored>, documents: NoInfer<Stored>[]): Promise<void> {
    this.#insertions.push({ into: into as Insertable<unknown>, documents });
    // A write with very many records holds only the records of one call in memory.
    if (!this.write.isShared) await flush(this.#database, this.session, [this]);
  }

  readOnce<T>(name: string, read: () => Promise<T>): Promise<T> {
    const key = `${this.orgId}:${name}`;
    const reads = readsOf(this.#attempt);
    const known = reads.get(key) ?? read();
    reads.set(key, known);
    return known as Promise<T>;
  }

  emit(event: EventDraft): void {
    const { context, traceparent } = this.write.call;
    const row = outboxRow(event, { service: this.#database.service, context, traceparent }, this.now);
    this.#unsaved.push(row);
    this.#last = row;
    if (this.rows.length < MAX_IN_FLIGHT) this.rows.push(row);
  }

  lastEvent(): { id: string; envelope: string } {
    if (!this.#last) throw new Error('Nothing was emitted yet');
    return { id: this.#last._id, envelope: this.#last.envelope };
  }

  count(collection: string, delta: number, orgId = this.orgId): void {
    this.totals.push({ orgId, collection, delta });
  }

  async lock(name: string): Promise<void> {
    const { locks, call, claim } = this.write;
    if (locks.has(name)) return;
    const { locks: mutex, idempotency } = this.#database;
    const [waits, start] = [mutex.isLocked(name), Date.now()];
    locks.set(name, await mutex.acquire(name, call.deadline));
    this.#attempt.waited += Date.now() - start;
    // The write that held the lock may have been the same call. Then the work of this one would be useless.
    if (waits && claim && (await idempotency.recall([claim])).has(claim.id)) throw inProgress();
  }

  /**
   * Stores the Idempotency-Key before the work. Otherwise a concurrent call with the same key would conflict at the
   * first record of this write, and not at the key. Errors: idempotency_in_progress.
   */
  async takeKey(): Promise<void> {
    const { claim } = this.write;
    if (!claim) return;
    await this.#database.idempotency.takeKey(this.session, claim);
    this.isKeyTaken = true;
  }

  /** Returns the changes that are not stored yet, and forgets them. */
  unsaved(): { insertions: Insertion[]; rows: OutboxRow[] } {
    const unsaved = { insertions: this.#insertions, rows: this.#unsaved };
    this.#insertions = [];
    this.#unsaved = [];
    return unsaved;
  }
}

/** Stores the documents and events of the units, with as few calls as possible. */
export async function flush(
  { outbox }: Pick<Database, 'outbox'>,
  session: ClientSession,
  units: UnitOfWork[],
): Promise<void> {
  const unsaved = units.map((unit) => unit.unsaved());
  const insertions = unsaved.flatMap((one) => one.insertions);
  for (const [into, group] of Map.groupBy(insertions, (insertion) => insertion.into)) {
    const documents = group.flatMap((insertion) => insertion.documents);
    await insertMany(into.model, documents, session).catch(into.refuse);
  }
  const rows = unsaved.flatMap((one) => one.rows);
  if (rows.length > 0) await insertMany(outbox, rows, session);
}

const inProgress = () =>
  new AppError('idempotency_in_progress', 'A request with this Idempotency-Key was still running', { retryAfter: 1 });
