import type { Model } from 'mongoose';
import { notFound } from '../domain/errors.ts';
import { checkRevision, isNoop, type RecordEvent } from '../domain/record.ts';
import { replaceOne } from '../mongo/model.ts';
import type { ReadScope, SharedTransaction, Transaction } from '../unit-of-work/write.ts';

/** Names a record and, from If-Match, says which revision the caller has seen. */
export interface RecordKey {
  id: string;
  expectedRevision?: number | undefined;
  /** Default: the caller's. */
  orgId?: string;
}

/** A state and what has happened when it is reached; without an event nothing has. */
export interface Change<State> {
  state: State;
  event?: (RecordEvent & { orgId?: string }) | undefined;
}

/** The writes of one collection's records, in a transaction, each with its event. */
export interface RecordWrites<State> {
  /**
   * Before anything is read: other writes of this process leave the record alone until the transaction has ended. Returns
   * its id, also where there is none. Errors: LostRace when others take too long.
   */
  lock(tx: Transaction, key: RecordKey): Promise<string>;
  /**
   * For a change: the record, which other writes of this process leave alone until the transaction has ended.
   * Errors: not_found, version_mismatch; LostRace when others take too long.
   */
  load(tx: Transaction, key: RecordKey): Promise<State>;
  /** Inserts new records of one org. Errors: those of `refuse`, of a shared transaction at its end. */
  insert(tx: SharedTransaction, changes: readonly Change<State>[]): Promise<void>;
  /**
   * Saves a change. A change of nothing writes nothing and has no event. Returns the record as it is now. Errors: those
   * of `refuse`.
   */
  save(tx: Transaction, before: State, change: Change<State>): Promise<State>;
  /** Returns the id. */
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
  /** Whether the total of its unfiltered list is kept. */
  counted?: boolean;
  /** The filter of its document, besides its id. Default: its org. */
  where?(state: State): object;
  /** The name by which a record is locked, for records with several names. */
  lockOf?(orgId: string, id: string): Promise<string>;
  /** Default: where its event has nothing that was different before. */
  isUnchanged?(change: Change<State>): boolean;
  /** Throws what callers hear of a write that the database refused. */
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
