import { setTimeout as delay } from 'node:timers/promises';
import { FairQueue } from '../concurrency/fair-queue.ts';
import { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import { BeingDeleted, hasCode, Outdated } from '../domain/errors.ts';
import { openOutbox } from '../messaging/outbox.ts';
import type { Relay } from '../messaging/relay.ts';
import type { Store } from '../mongo/mongo.ts';
import { SLOTS } from '../mongo/slot-lending.ts';
import { openTotals } from '../mongo/totals.ts';
import { GroupCommit } from './group-commit.ts';
import { type Claim, type Idempotency, openIdempotency, type RememberedReply } from './idempotency.ts';
import {
  type Database,
  flush,
  type PendingWrite,
  type SharedTransaction,
  type Transaction,
  UnitOfWork,
  type WriteCall,
} from './unit-of-work.ts';

export type { ClientSession } from 'mongoose';
export type { Insertable, ReadScope, SharedTransaction, Transaction, WriteCall } from './unit-of-work.ts';

export interface Written<T> {
  value: T;
  /** Id of the last event; empty if there is none. */
  eventId: string;
  /** True if an earlier call with the same Idempotency-Key had this effect. */
  replayed: boolean;
}

export interface WriteOptions<T> {
  /**
   * Selects the part of the result that is stored for the Idempotency-Key, and that a repeated call gets. Default: all
   * of it.
   */
  remember?: ((value: T) => unknown) | undefined;
  /** Stores the Idempotency-Key before the work, so that a concurrent call with the same key is refused early. */
  takesLong?: boolean;
}

/** A value that other services hold for a write until it has ended. `during` ends it with the write. */
/** A reservation at other services. `during` ends it when the write has ended. */
interface Held {
  during<T>(write: Promise<T>): Promise<T>;
}

/**
 * Asks the service that owns the targets which of them are gone. Called before a write is prepared again after
 * BeingDeleted.
 */
export type AskOwner = (error: BeingDeleted, call: WriteCall) => Promise<void>;

/**
 * The only way to write on behalf of a caller: state, events and Idempotency-Key in one transaction. A write that fails
 * with Outdated or BeingDeleted is repeated from its preparation, until shortly before its deadline.
 */
export interface Writer {
  /**
   * Runs `work` in a transaction, and again after a lost race, so `work` must have no effect outside of the
   * transaction. The result must be plain data that BSON can hold. Errors: LostRace, outcome_unknown,
   * upstream_unavailable, idempotency_key_reused, idempotency_in_progress, and the errors of `work`.
   */
  write<T>(call: WriteCall, work: (tx: Transaction) => Promise<T>, options?: WriteOptions<T>): Promise<Written<T>>;
  /**
   * Like `write`, after slow work or calls to other services, which do not belong into a transaction. `prepare` runs
   * before each attempt that starts from the beginning. It does not run for a call whose Idempotency-Key has a stored
   * reply, whatever has changed since. Errors: as `write`, and the errors of `prepare`.
   */
  writePrepared<T, Prepared>(
    call: WriteCall,
    prepare: () => Promise<Prepared>,
    work: (tx: Transaction, prepared: Prepared) => Promise<T>,
    options?: WriteOptions<T>,
  ): Promise<Written<T>>;
  /**
   * Like `writePrepared`, for a write that other services must first agree to. `reserve` runs before each attempt, and the
   * reservation ends with the write (`Held.during`). Errors: as `writePrepared`.
   */
  writeReserved<T, Reserved extends Held>(
    call: WriteCall,
    reserve: () => Promise<Reserved>,
    work: (tx: Transaction, reserved: Reserved) => Promise<T>,
  ): Promise<Written<T>>;
  /**
   * Like `write`, for work that only adds records. It shares a transaction with concurrent calls, which is much
   * cheaper. Errors: as `write`.
   */
  create<T>(call: WriteCall, work: (tx: SharedTransaction) => T | Promise<T>): Promise<Written<T>>;
  /** Like `create`, after `prepare`, which runs before the transaction. */
  createPrepared<T, Prepared>(
    call: WriteCall,
    prepare: () => Promise<Prepared>,
    work: (tx: SharedTransaction, prepared: Prepared) => T | Promise<T>,
  ): Promise<Written<T>>;
  /**
   * Sets the function that asks an owner. Must be called once, before the first write, in a service that refers to
   * another service's records.
   */
  askBeforeRetry(ask: AskOwner): void;
}

export interface WriterOptions {
  store: Store;
  service: string;
  relay: Relay;
}

/** Calls `commit` when the write may begin. If it fails, the write fails. */
type Begin = (commit: () => Promise<void>) => Promise<void>;

export function createWriter({ store, service, relay }: WriterOptions): Writer {
  const idempotency = openIdempotency(store);
  const [outbox, totals, locks] = [openOutbox(store), openTotals(store), new KeyedMutex()];
  const database: Database = { service, store, idempotency, outbox, totals, locks };
  // Each transaction of an org has its own slot of the org's totals. With more transactions than slots, they would
  // conflict at the slots, and repeat until their deadlines.
  const alone = new FairQueue({ name: 'writes', limit: Number.POSITIVE_INFINITY, each: SLOTS });
  let ask: AskOwner | undefined;
  const group = new GroupCommit<PendingWrite>((writes, deadline) => commitFresh(database, writes, deadline));

  async function earlier<T>(call: WriteCall): Promise<Written<T> | undefined> {
    const claim = idempotency.claim(call.context);
    const reply = claim && (await recall(idempotency, claim));
    return reply && replayed(reply);
  }

  function writeAlone<T>(
    call: WriteCall,
    work: (tx: Transaction) => Promise<T>,
    { remember, takesLong = false }: WriteOptions<T> = {},
    begin: Begin = (commit) => commit(),
  ): Promise<Written<T>> {
    const claim = idempotency.claim(call.context);
    const remembered = remember as PendingWrite['remember'];
    const write: PendingWrite = { call, claim, isShared: false, work, remember: remembered, locks: new Map() };
    const committing = () =>
      alone.run(call.context.principal?.orgId ?? '', call, () => commit(database, [write], call.deadline, takesLong));
    return finish(write, begin(committing));
  }

  async function finish<T>(write: PendingWrite, committing: Promise<void>): Promise<Written<T>> {
    try {
      await committing;
    } catch (error) {
      // A concurrent call with the same key may have succeeded. Then its reply is the answer, whatever failed here.
      write.replay = write.claim && (await recall(idempotency, write.claim).catch((fault) => rethrow(fault, error)));
      if (!write.replay) throw error;
    } finally {
      for (const release of write.locks.values()) release();
    }
    if (write.replay) return replayed(write.replay);
    const { value, eventId, rows } = write.unit as UnitOfWork;
    relay.publish(rows);
    return { value: value as T, eventId, replayed: false };
  }

  function writeShared<T>(call: WriteCall, work: (tx: SharedTransaction) => T | Promise<T>): Promise<Written<T>> {
    const claim = idempotency.claim(call.context);
    const write = { call, claim, isShared: true, work, locks: new Map() };
    // A background job has no org.
    return finish(write, group.add(write, call.context.principal?.orgId ?? '', call.deadline));
  }

  /**
   * Returns the stored reply of an earlier call with the same Idempotency-Key, or runs `attempt`. A call without a key
   * reads nothing before `attempt`.
   */
  const answer = async <T>(call: WriteCall, attempt: () => Promise<Written<T>>): Promise<Written<T>> =>
    (await earlier<T>(call)) ?? untilCurrent(call, attempt, ask);

  return {
    write: (call, work, options) => answer(call, () => writeAlone(call, work, options)),
    writePrepared: (call, prepare, work, options) =>
      answer(call, () => {
        const prepared = prepare();
        const begin: Begin = (commit) => prepared.then(commit);
        return writeAlone(call, async (tx) => work(tx, await prepared), options, begin);
      }),
    writeReserved: (call, reserve, work) =>
      answer(call, () => {
        const reserving = reserve();
        const begin: Begin = (commit) => reserving.then((reserved) => reserved.during(commit()));
        return writeAlone(call, async (tx) => work(tx, await reserving), {}, begin);
      }),
    create: (call, work) => untilCurrent(call, () => writeShared(call, work), ask),
    createPrepared: (call, prepare, work) =>
      answer(call, async () => {
        const prepared = await prepare();
        return writeShared(call, (tx) => work(tx, prepared));
      }),
    askBeforeRetry(asking) {
      ask = asking;
    },
  };
}

/**
 * Maximum milliseconds between two attempts. Each attempt asks the owner, and many writes that wait for one long delete
 * must not flood it.
 */
const MAX_PAUSE = 1_000;
/** Milliseconds before the deadline in which the last answer can still reach the caller. */
const REPLY_MARGIN = 500;

/**
 * Runs `attempt` again as long as it fails with Outdated or BeingDeleted, until shortly before the deadline. Errors:
 * those of the last attempt.
 */
async function untilCurrent<T>(call: WriteCall, attempt: () => Promise<T>, ask: AskOwner | undefined): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const isRepeatable = error instanceof Outdated || error instanceof BeingDeleted;
      const pause = Math.random() * Math.min(MAX_PAUSE, 2 ** tries);
      if (!isRepeatable || Date.now() + pause + REPLY_MARGIN >= call.deadline || call.signal?.aborted) throw error;
      // If the owner cannot be asked, the first error says more.
      if (error instanceof BeingDeleted) await ask?.(error, call).catch(() => Promise.reject(error));
      await delay(pause);
    }
  }
}

/** Commits all writes or none, in one transaction. */
async function commit(database: Database, writes: PendingWrite[], deadline: number, takesLong = false): Promise<void> {
  const { store, totals, idempotency } = database;
  const orgId = writes[0]?.call.context.principal?.orgId ?? '';
  // Taken before the transaction: if another one changed the slot after the transaction's start, they would conflict.
  const slot = totals.lendSlot(orgId);
  try {
    await store.transaction(async (session, attempt) => {
      const units = writes.map((write) => new UnitOfWork(write, session, database, attempt));
      // Units run one by one, because a session takes one call at a time.
      for (const unit of units) {
        unit.write.unit = unit;
        if (takesLong) await unit.takeKey();
        unit.value = await unit.write.work(unit);
      }
      await flush(database, session, units);
      const changes = units.flatMap((unit) => unit.totals);
      await totals.add(session, changes, slot);
      await idempotency.keep(session, units.flatMap(repliesOf));
    }, deadline);
  } catch (error) {
    await lookFor(database, writes, error);
  } finally {
    totals.returnSlot(slot, orgId);
  }
}

function repliesOf({ write: { claim, remember }, value, eventId, isKeyTaken: isTaken }: UnitOfWork) {
  if (!claim) return [];
  return [{ claim, reply: { value: remember ? remember(value) : value, eventId }, isTaken }];
}

/**
 * Checks whether a commit without an answer took effect. Events commit with the state: if one event is stored, the
 * whole write is. Otherwise throws `error`.
 */
async function lookFor({ outbox }: Database, writes: PendingWrite[], error: unknown): Promise<void> {
  const [row] = writes.flatMap(({ unit }) => unit?.rows ?? []);
  if (!hasCode(error, 'outcome_unknown') || !row) throw error;
  const majority = { readConcern: { level: 'majority' }, projection: { _id: 1 } } as const;
  const found = await outbox.collection.findOne({ _id: row._id } as never, majority).catch(() => undefined);
  if (!found) throw error;
}

/** Commits the new writes. A write that an earlier call has already done gets that call's reply. */
async function commitFresh(database: Database, writes: PendingWrite[], deadline: number): Promise<void> {
  const known = await database.idempotency.recall(writes.flatMap(({ claim }) => claim ?? []));
  for (const write of writes) write.replay = write.claim && known.get(write.claim.id);
  const fresh = writes.filter(({ replay }) => !replay);
  if (fresh.length > 0) await commit(database, fresh, deadline);
}

async function recall(idempotency: Idempotency, claim: Claim): Promise<RememberedReply<unknown> | undefined> {
  return (await idempotency.recall([claim])).get(claim.id);
}

/**
 * Throws the error of the write, because it shows whether the write may have taken effect. An error of the lookup of a
 * stored answer does not show that. The exception is idempotency_key_reused, which is thrown instead.
 */
function rethrow(fault: unknown, original: unknown): never {
  throw hasCode(fault, 'idempotency_key_reused') ? fault : original;
}

const replayed = <T>(reply: RememberedReply<unknown>): Written<T> => ({
  ...(reply as RememberedReply<T>),
  replayed: true,
});
