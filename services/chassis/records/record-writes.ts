import type { Model } from 'mongoose';
import { notFound } from '../domain/errors.ts';
import { checkRevision, isNoop, type RecordEvent } from '../domain/record.ts';
import { replaceOne } from '../mongo/model.ts';
import type { ReadScope, SharedTransaction, Transaction } from '../unit-of-work/write.ts';

/** Names a record. `expectedRevision`: the revision that the caller has seen (If-Match). */
export interface RecordKey {
  id: string;
  expectedRevision?: number | undefined;
  /** Default: the caller's org. */
  orgId?: string;
}

/** A new state, and the event of the change. Without an event, nothing has changed. */
export interface Change<State> {
  state: State;
  event?: (RecordEvent & { orgId?: string }) | undefined;
}

/** Writes records of one collection in a transaction, each with its event. */
export interface RecordWrites<State> {
  /**
   * Must be called before the transaction reads anything: other writes of this process wait for the record until the
   * transaction has ended. Returns the id of the key, and does not check that the record exists. Errors: LostRace when
   * the other writes take too long.
   */
  lock(tx: Transaction, key: RecordKey): Promise<string>;
  /**
   * Locks and reads a record for a change. Other writes of this process wait for the record until the transaction has
   * ended. Errors: not_found, version_mismatch; LostRace when the other writes take too long.
   */
  load(tx: Transaction, key: RecordKey): Promise<State>;
  /** Inserts new records of one org. Errors: those of `refuse`; in a shared transaction they come at its end. */
  insert(tx: SharedTransaction, changes: readonly Change<State>[]): Promise<void>;
  /**
   * Saves a change. If it changes nothing, nothing is written, and no event is emitted. Returns the record after the
   * change. Errors: those of `refuse`.
   */
  save(tx: Transaction, before: State, change: Change<State>): Promise<State>;
  /** Deletes a record. Returns its id. */
  remove(tx: Transaction, change: Change<State>): Promise<string>;
}

export interface RecordWritesOptions<State, Stored> {
  model: Model<Stored>;
  /** Name of the resource in messages: `Client`. */
  resource: string;
  find(scope: ReadScope, id: string): Promise<State | undefined>;
  toStored(state: State): Stored;
  /** The org of the record. */
  orgOf(state: State): string;
  /** True if writes maintain the total of the unfiltered list. */
  counted?: boolean;
  /** The filter of the record's document, in addition to its id. Default: the record's org. */
  where?(state: State): object;
  /** The name by which a record is locked, if a record has several names. */
  lockOf?(orgId: string, id: string): Promise<string>;
  /** True for a change that changes nothing. Default: it has no event, or its event has no changed fields. */
  isUnchanged?(change: Change<State>): boolean;
  /** Throws the caller's error for a write that the database has refused. */
  refuse?(error: unknown): never;
}

export function recordWrites<State extends { id: string; revision: number }, Stored extends { _id: string }>({
  model,
  resource,
  find,
  toStored,
  orgOf,
  counted = false,
  lockOf = async (_orgId, id) => id,
  where = (state) => ({ orgId: orgOf(state) }),
  isUnchanged = ({ event }) => !event || isNoop(event),
  refuse = rethrow,
}: RecordWritesOptions<State, Stored>): RecordWrites<State> {
  const collection = model.collection.collectionName;
  const insertable = { model, refuse };

  function tell(tx: SharedTransaction, { state, event }: Change<State>): void {
    if (event) tx.emit({ orgId: orgOf(state), ...event });
  }

  async function lock(tx: Transaction, { id, orgId = tx.orgId }: RecordKey): Promise<string> {
    const locked = await lockOf(orgId, id);
    await tx.lock(`${collection}:${orgId}:${locked}`);
    return locked;
  }

  return {
    lock,
    async load(tx, key) {
      await lock(tx, key);
      const { id, expectedRevision, orgId = tx.orgId } = key;
      const state = await find({ orgId, session: tx.session }, id);
      if (!state) throw notFound(resource);
      checkRevision(resource, state, expectedRevision);
      return state;
    },
    async insert(tx, changes) {
      const documents = changes.map(({ state }) => toStored(state));
      await tx.insert(insertable, documents);
      for (const change of changes) tell(tx, change);
      if (counted && changes[0]) tx.count(collection, changes.length, orgOf(changes[0].state));
    },
    async save(tx, before, change) {
      if (isUnchanged(change)) return before;
      await replaceOne(model, toStored(change.state), where(change.state), { session: tx.session }).catch(refuse);
      tell(tx, change);
      return change.state;
    },
    async remove(tx, change) {
      const { state } = change;
      await model.deleteOne({ ...where(state), _id: state.id } as never, { session: tx.session });
      tell(tx, change);
      if (counted) tx.count(collection, -1, orgOf(state));
      return state.id;
    },
  };
}

function rethrow(error: unknown): never {
  throw error;
}
