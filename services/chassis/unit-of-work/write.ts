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
  /** The event that was emitted last; empty when there was none. */
  eventId: string;
  /** True when an earlier call with the same Idempotency-Key had this effect. */
  replayed: boolean;
}

export interface WriteOptions<T> {
  /** The part of the value that the Idempotency-Key remembers, and that a repeated call gets; default: all of it. */
  remember?: ((value: T) => unknown) | undefined;
  /** A call that repeats it meanwhile is refused at once. */
  takesLong?: boolean;
}

/** A value that other services hold for a write until it has ended. `during` ends it with the write. */
interface Held {
  during<T>(write: Promise<T>): Promise<T>;
}

/** Before a write is prepared anew whose targets another service is deleting: finds out which of them are gone. */
export type AskOwner = (error: BeingDeleted, call: WriteCall) => Promise<void>;

/**
 * The only way to write what a caller asks for: state, events and idempotency key in one transaction. A write that fails by
 * Outdated or BeingDeleted begins anew, until shortly before its deadline.
 */
export interface Writer {
  /**
   * Runs `work` in a transaction, again when it lost a race: it must have no effect but on the transaction.
   * The returned value must be plain BSON-able data. Errors: LostRace, outcome_unknown, upstream_unavailable,
   * idempotency_key_reused, idempotency_in_progress, and what `work` throws.
   */
  write<T>(call: WriteCall, work: (tx: Transaction) => Promise<T>, options?: WriteOptions<T>): Promise<Written<T>>;
  /**
   * As `write`, after what takes long or asks others and so does not belong into a transaction: `prepare` runs once for each
   * time that the write begins anew, and not at all for a call that has its answer already, however the world has changed since.
   * Errors: as `write`, and what `prepare` throws.
   */
  writePrepared<T, Prepared>(
    call: WriteCall,
    prepare: () => Promise<Prepared>,
    work: (tx: Transaction, prepared: Prepared) => Promise<T>,
    options?: WriteOptions<T>,
  ): Promise<Written<T>>;
  /** As `writePrepared`, where `reserve` has other services hold something for the write. Errors: as `writePrepared`. */
  writeReserved<T, Reserved extends Held>(
    call: WriteCall,
    reserve: () => Promise<Reserved>,
    work: (tx: Transaction, reserved: Reserved) => Promise<T>,
  ): Promise<Written<T>>;
  /**
   * As `write`, for what only adds records: it shares a transaction with others that wait at the same time, which is much
   * cheaper. Errors: as `write`.
   */
  create<T>(call: WriteCall, work: (tx: SharedTransaction) => T | Promise<T>): Promise<Written<T>>;
  /** As `create`, after `prepare`, as of `writePrepared`. */
  createPrepared<T, Prepared>(
    call: WriteCall,
    prepare: () => Promise<Prepared>,
    work: (tx: SharedTransaction, prepared: Prepared) => T | Promise<T>,
  ): Promise<Written<T>>;
  /** Once, before the first write: of a service that refers to another's records. */
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
  // Each transaction of an org has a slot of the org's totals of its own. Hundreds would collide on these slots, and begin anew
  // until their deadlines.
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
      // A call with the same key may have won meanwhile: its answer is this one's, whatever failed here.
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
    // Background jobs are of no org.
    return finish(write, group.add(write, call.context.principal?.orgId ?? '', call.deadline));
  }

  /** The reply of an earlier call with the same Idempotency-Key. Without one: that of `attempt`, before which nothing is read. */
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

/** Milliseconds. Each try asks the owner: many writes that wait for one long delete must not flood it. */
const MAX_PAUSE = 1_000;
/** Milliseconds kept for the way back of the last answer. */
const REPLY_MARGIN = 500;

/** Runs `attempt` again while it fails by Outdated or BeingDeleted, until shortly before the deadline. Errors: of its last attempt. */
async function untilCurrent<T>(call: WriteCall, attempt: () => Promise<T>, ask: AskOwner | undefined): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const isAnew = error instanceof Outdated || error instanceof BeingDeleted;
      const pause = Math.random() * Math.min(MAX_PAUSE, 2 ** tries);
      if (!isAnew || Date.now() + pause + REPLY_MARGIN >= call.deadline || call.signal?.aborted) throw error;
      // The owner may be down: then the first error says more.
      if (error instanceof BeingDeleted) await ask?.(error, call).catch(() => Promise.reject(error));
      await delay(pause);
    }
  }
}

/** All of them or none, in one transaction. */
async function commit(database: Database, writes: PendingWrite[], deadline: number, takesLong = false): Promise<void> {
  const { store, totals, idempotency } = database;
  const orgId = writes[0]?.call.context.principal?.orgId ?? '';
  // Before the transaction: what another has counted in the slot after its beginning would be a conflict.
  const slot = totals.lendSlot(orgId);
  try {
    await store.transaction(async (session, attempt) => {
      const units = writes.map((write) => new UnitOfWork(write, session, database, attempt));
      // Units are flushed one by one: a session takes one call at a time.
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

/** A commit that got no answer. Events commit with the state: if one event is there, all of the write is. */
async function lookFor({ outbox }: Database, writes: PendingWrite[], error: unknown): Promise<void> {
  const [row] = writes.flatMap(({ unit }) => unit?.rows ?? []);
  if (!hasCode(error, 'outcome_unknown') || !row) throw error;
  const majority = { readConcern: { level: 'majority' }, projection: { _id: 1 } } as const;
  const found = await outbox.collection.findOne({ _id: row._id } as never, majority).catch(() => undefined);
  if (!found) throw error;
}

/** Commits all that is new; what an earlier call has done already gets that call's answer. */
async function commitFresh(database: Database, writes: PendingWrite[], deadline: number): Promise<void> {
  const known = await database.idempotency.recall(writes.flatMap(({ claim }) => claim ?? []));
  for (const write of writes) write.replay = write.claim && known.get(write.claim.id);
  const fresh = writes.filter(({ replay }) => !replay);
  if (fresh.length > 0) await commit(database, fresh, deadline);
}

async function recall(idempotency: Idempotency, claim: Claim): Promise<RememberedReply<unknown> | undefined> {
  return (await idempotency.recall([claim])).get(claim.id);
}

/** Throws the original error: it says whether the write may have happened. A failed look-up does not. */
function rethrow(fault: unknown, original: unknown): never {
  throw hasCode(fault, 'idempotency_key_reused') ? fault : original;
}

const replayed = <T>(reply: RememberedReply<unknown>): Written<T> => ({
  ...(reply as RememberedReply<T>),
  replayed: true,
});
