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

/** The part of a call that a write needs; a background job makes its own. */
export type WriteCall = Pick<Call, 'context' | 'deadline' | 'now' | 'traceparent'> & Partial<Pick<Call, 'signal'>>;

/** The scope of a read: the records of an org; with a session, as its transaction sees them. */
export interface ReadScope {
  readonly orgId: string;
  readonly session?: ClientSession;
}

/**
 * A transaction as a handler sees it: who asks for it and when, what it sees, and what it says. It may run again when it
 * lost a race, so nothing in it may have an effect on anything else.
 */
export interface SharedTransaction extends ReadScope {
  readonly session: ClientSession;
  readonly now: Date;
  /** The context of the call: caller, address, request id. */
  readonly context: CallContext;
  /** The caller. A background job has none: asking for it, or for its org, throws not_authenticated. */
  readonly principal: Principal;
  /**
   * A write that shares its transaction inserts at the transaction's end: until then its own reads do not find the documents.
   * Any other inserts at once.
   */
  insert<Stored>(into: Insertable<Stored>, documents: NoInfer<Stored>[]): Promise<void>;
  /** Reads that several writes of one transaction have in common are done once. `name`: the read, in the caller's org. */
  readOnce<T>(name: string, read: () => Promise<T>): Promise<T>;
  /** Says that something happened. */
  emit(event: EventDraft): void;
  /** The event that was emitted last, with the JSON text of its envelope as it will be published. */
  lastEvent(): { id: string; envelope: string };
  /**
   * Changes a kept total: `collection`, by its name in the database, has `delta` more records. `orgId`: default the
   * caller's.
   */
  count(collection: string, delta: number, orgId?: string): void;
}

/** A transaction that is not shared with other writes. */
export interface Transaction extends SharedTransaction {
  /**
   * Makes other writes of this process that lock the same name wait until this one has ended. Taken before anything is
   * read, it saves them a lost race. Errors: LostRace when the others take too long; idempotency_in_progress when one of
   * them had the same Idempotency-Key.
   */
  lock(name: string): Promise<void>;
}

export interface Insertable<Stored> {
  model: Model<Stored>;
  /** Throws what callers hear of an insert that failed with `error`. */
  refuse(error: unknown): never;
}

interface Insertion {
  into: Insertable<unknown>;
  documents: unknown[];
}

/** Where a service's writes are persisted, and what all of them share. */
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
  /** The claim of its Idempotency-Key. */
  readonly claim: Claim | undefined;
  readonly isShared: boolean;
  readonly work: (tx: Transaction) => unknown;
  /** The part of the returned value that its key remembers. Default: all of it. */
  readonly remember?: ((value: unknown) => unknown) | undefined;
  /** The locks that it holds, over all its tries: how each is given back, by name. */
  readonly locks: Map<string, () => void>;
  /** Its last try. */
  unit?: UnitOfWork;
  /** The reply of an earlier call with the same Idempotency-Key. Then nothing of this write is persisted. */
  replay?: RememberedReply<unknown> | undefined;
}

/** Reads of one attempt of a transaction. The next attempt sees the database anew. */
const readsByAttempt = new WeakMap<Attempt, Map<string, Promise<unknown>>>();

function readsOf(attempt: Attempt): Map<string, Promise<unknown>> {
  const reads = readsByAttempt.get(attempt) ?? new Map();
  readsByAttempt.set(attempt, reads);
  return reads;
}

/** An attempt of a write. It collects changes until they are persisted. */
export class UnitOfWork implements Transaction {
  readonly write: PendingWrite;
  readonly session: ClientSession;
  readonly totals: TotalChange[] = [];
  /** For the relay, once they are committed: as many as it publishes at once. Its sweep publishes the rest. */
  readonly rows: OutboxRow[] = [];
  /** The value that the work returned. */
  value: unknown;
  /** Its key is in the database already. */
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

  /** Id of the last event; empty if there was none. */
  get eventId(): string {
    return this.#last?._id ?? '';
  }

  async insert<Stored>(into: Insertable<Stored>, documents: NoInfer<Stored>[]): Promise<void> {
    this.#insertions.push({ into: into as Insertable<unknown>, documents });
    // A write of very many records holds only those of one call.
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
    // The write that it waited for may have been the same call: then its work would be in vain.
    if (waits && claim && (await idempotency.recall([claim])).has(claim.id)) throw inProgress();
  }

  /**
   * Persists that its key is in use: another call with it would meet the first record of this write and not the key.
   * Errors: idempotency_in_progress.
   */
  async takeKey(): Promise<void> {
    const { claim } = this.write;
    if (!claim) return;
    await this.#database.idempotency.takeKey(this.session, claim);
    this.isKeyTaken = true;
  }

  /** Hands over what is yet to be persisted. */
  unsaved(): { insertions: Insertion[]; rows: OutboxRow[] } {
    const unsaved = { insertions: this.#insertions, rows: this.#unsaved };
    this.#insertions = [];
    this.#unsaved = [];
    return unsaved;
  }
}

/** Persists the documents and events of the units, those of all with the fewest calls. */
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
