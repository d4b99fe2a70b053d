import type { ClientSession, Model } from 'mongoose';
import { AppError } from '../domain/errors.ts';
import { type Outbox, type OutboxRow, openOutbox } from '../messaging/outbox.ts';
import type { Relay } from '../messaging/relay.ts';
import { insertMany, insertManyRaw } from '../mongo/model.ts';
import type { Store } from '../mongo/mongo.ts';
import { openTotals, type Totals } from '../mongo/totals.ts';
import type { Call } from '../rpc/call.ts';
import { GroupCommit } from './group-commit.ts';
import { type Claim, type Idempotency, type Outcome, openIdempotency } from './idempotency.ts';
import { type Effects, UnitOfWork } from './unit-of-work.ts';

export type { Effects } from './unit-of-work.ts';

/** A write while it runs. */
export interface Unit extends Effects {
  readonly session: ClientSession;
  /**
   * Persists the events so far, and that the Idempotency-Key is in use: of a write that says a great many, to be called in
   * between. Errors: idempotency_in_progress.
   */
  saveEvents(): Promise<void>;
}

export interface Written<T> {
  value: T;
  /** The event that was emitted last; empty when there was none. */
  eventId: string;
  /** True when an earlier call with the same Idempotency-Key had this effect. */
  replayed: boolean;
}

/** The part of a call that a write needs; a background job makes its own. */
export type WriteCall = Pick<Call, 'context' | 'deadline' | 'now' | 'traceparent'>;

/** The only way to write what a caller asks for: state, events and idempotency key in one transaction (design 3). */
export interface Writer {
  /**
   * Runs `work` in a transaction, again when it lost a race: it must have no effect but on the unit.
   * The returned value must be plain BSON-able data. Errors: conflict, outcome_unknown, upstream_unavailable,
   * idempotency_key_reused, idempotency_in_progress, and what `work` throws.
   */
  write<T>(call: WriteCall, work: (unit: Unit) => Promise<T>): Promise<Written<T>>;
  /**
   * As `write`, after what takes long or asks others and so does not belong into a transaction: `prepare` runs once, and not
   * at all for a call that has its answer already, however the world has changed since.
   * Errors: as `write`, and what `prepare` throws.
   */
  writePrepared<T, Prepared>(
    call: WriteCall,
    prepare: () => Promise<Prepared>,
    work: (unit: Unit, prepared: Prepared) => Promise<T>,
  ): Promise<Written<T>>;
  /**
   * A write that only adds documents to one collection: it shares a transaction with others that wait at the same time,
   * which is much cheaper. Errors: as `write`.
   */
  insert<T, Stored>(
    call: WriteCall,
    model: Model<Stored>,
    work: (effects: Effects) => Insertion<T, Stored>,
  ): Promise<Written<T>>;
  /**
   * As `insert`, where what is added depends on what the transaction sees. `work` may run several times, and must have
   * no effect but on the unit. Errors: as `write`.
   */
  insertWithin<T, Stored>(
    call: WriteCall,
    model: Model<Stored>,
    work: (unit: Unit) => Promise<Insertion<T, Stored>>,
  ): Promise<Written<T>>;
}

export interface Insertion<T, Stored> {
  value: T;
  documents: Stored[];
}

export interface WriterOptions {
  store: Store;
  service: string;
  relay: Relay;
}

export function createWriter({ store, service, relay }: WriterOptions): Writer {
  const stores: Stores = { store, once: openIdempotency(store), outbox: openOutbox(store), totals: openTotals(store) };
  const group = new GroupCommit<Addition>((additions, deadline) => commitTogether(stores, additions, deadline));

  async function finish<T>(claim: Claim | undefined, committing: Promise<UnitOfWork<T>>): Promise<Written<T>> {
    try {
      const unitOfWork = await committing;
      if (unitOfWork.replay) return { ...unitOfWork.replay, replayed: true };
      relay.publish(unitOfWork.rows);
      return { ...unitOfWork.outcome(), replayed: false };
    } catch (error) {
      // A call with the same key may have won meanwhile: its answer is this one's, whatever failed here.
      const winner = claim && (await recall<T>(stores.once, claim).catch((fault) => rethrow(fault, error)));
      if (!winner) throw error;
      return { ...winner, replayed: true };
    }
  }

  function newUnitOfWork<T>(call: WriteCall): UnitOfWork<T> {
    return new UnitOfWork<T>({ service, call, claim: stores.once.claim(call.context) });
  }

  function add<T>(call: WriteCall, unitOfWork: UnitOfWork<T>, model: unknown, documentsOf: Addition['documentsOf']) {
    const committing = group.add(
      { unitOfWork, model: model as Model<unknown>, documentsOf },
      orgOf(call),
      call.deadline,
    );
    return finish<T>(
      unitOfWork.claim,
      committing.then(() => unitOfWork),
    );
  }

  async function writePrepared<T, Prepared>(
    call: WriteCall,
    prepare: () => Promise<Prepared>,
    work: (unit: Unit, prepared: Prepared) => Promise<T>,
  ): Promise<Written<T>> {
    const claim = stores.once.claim(call.context);
    const earlier = claim && (await recall<T>(stores.once, claim));
    if (earlier) return { ...earlier, replayed: true };
    const begin = () => new UnitOfWork<T>({ service, call, claim });
    const commit = (prepared: Prepared) => commitAlone(stores, begin, (unit) => work(unit, prepared), call.deadline);
    return finish(claim, prepare().then(commit));
  }

  return {
    write: (call, work) => writePrepared(call, nothing, work),
    writePrepared,
    async insert<T, Stored>(
      call: WriteCall,
      model: Model<Stored>,
      work: (effects: Effects) => Insertion<T, Stored>,
    ): Promise<Written<T>> {
      const unitOfWork = newUnitOfWork<T>(call);
      const { value, documents } = work(unitOfWork);
      unitOfWork.value = value;
      return add(call, unitOfWork, model, () => documents);
    },
    insertWithin<T, Stored>(
      call: WriteCall,
      model: Model<Stored>,
      work: (unit: Unit) => Promise<Insertion<T, Stored>>,
    ): Promise<Written<T>> {
      const unitOfWork = newUnitOfWork<T>(call);
      return add(call, unitOfWork, model, async (session) => {
        unitOfWork.reset();
        const { value, documents } = await work(unitOf(stores, unitOfWork, session));
        unitOfWork.value = value;
        return documents;
      });
    },
  };
}

const nothing = async () => undefined;

/** Background jobs are of no org. */
const orgOf = ({ context }: WriteCall): string => context.principal?.orgId ?? '';

/** What is persisted with every state. */
interface Stores {
  store: Store;
  once: Idempotency;
  outbox: Outbox;
  totals: Totals;
}

interface Addition {
  unitOfWork: UnitOfWork<unknown>;
  model: Model<unknown>;
  documentsOf(session: ClientSession): Promise<unknown[]> | unknown[];
}

async function recall<T>(once: Idempotency, claim: Claim): Promise<Outcome<T> | undefined> {
  return (await once.recall([claim])).get(claim.id) as Outcome<T> | undefined;
}

/** What made the write fail says whether it may have happened; that its key cannot be looked up does not. */
function rethrow(fault: unknown, original: unknown): never {
  throw fault instanceof AppError && fault.code === 'idempotency_key_reused' ? fault : original;
}

function commitAlone<T>(
  stores: Stores,
  newUnitOfWork: () => UnitOfWork<T>,
  work: (unit: Unit) => Promise<T>,
  deadline: number,
): Promise<UnitOfWork<T>> {
  let unitOfWork = newUnitOfWork();
  const committing = withSlot(stores.totals, (slot) =>
    stores.store.transaction(async (session) => {
      unitOfWork = newUnitOfWork();
      unitOfWork.value = await work(unitOf(stores, unitOfWork, session));
      await persist(stores, session, [unitOfWork], slot);
    }, deadline),
  );
  return committing.catch((error) => lookFor(stores, [unitOfWork], error)).then(() => unitOfWork);
}

/** Puts down all that is new; what an earlier call has done already gets that call's answer. */
async function commitTogether(stores: Stores, additions: Addition[], deadline: number): Promise<void> {
  const known = await stores.once.recall(additions.flatMap(({ unitOfWork }) => unitOfWork.claim ?? []));
  for (const { unitOfWork } of additions) unitOfWork.replay = unitOfWork.claim && known.get(unitOfWork.claim.id);
  const fresh = additions.filter(({ unitOfWork }) => !unitOfWork.replay);
  if (fresh.length === 0) return;
  const units = fresh.map(({ unitOfWork }) => unitOfWork);
  const committing = withSlot(stores.totals, (slot) =>
    stores.store.transaction(async (session) => {
      for (const [model, group] of Map.groupBy(fresh, (addition) => addition.model)) {
        const documents = [];
        // One by one: a session takes one call at a time.
        for (const addition of group) documents.push(...(await addition.documentsOf(session)));
        await insertMany(model, documents, session);
      }
      await persist(stores, session, units, slot);
    }, deadline),
  );
  await committing.catch((error) => lookFor(stores, units, error));
}

/** A commit that got no answer is looked for by one of its events: that stands where all that it wrote does. */
async function lookFor({ outbox }: Stores, units: UnitOfWork<unknown>[], error: unknown): Promise<void> {
  const [row] = units.flatMap((unitOfWork) => unitOfWork.rows);
  if (!(error instanceof AppError) || error.code !== 'outcome_unknown' || !row) throw error;
  const majority = { readConcern: { level: 'majority' }, projection: { _id: 1 } } as const;
  const found = await outbox.collection.findOne({ _id: row._id } as never, majority).catch(() => undefined);
  if (!found) throw error;
}

function unitOf(stores: Stores, unitOfWork: UnitOfWork<unknown>, session: ClientSession): Unit {
  const saveEvents = async () => {
    if (unitOfWork.claim && !unitOfWork.isTaken) {
      await stores.once.take(session, unitOfWork.claim);
      unitOfWork.isTaken = true;
    }
    await saveRows(stores.outbox, session, unitOfWork.unsaved());
    unitOfWork.saved();
  };
  return Object.assign(unitOfWork, { session, saveEvents });
}

/** Rows are made here and need none of mongoose's casting. */
async function saveRows(outbox: Outbox, session: ClientSession, rows: OutboxRow[]): Promise<void> {
  if (rows.length > 0) await insertManyRaw(outbox, rows, session);
}

async function persist(
  { outbox, totals, once }: Stores,
  session: ClientSession,
  units: UnitOfWork<unknown>[],
  slot: number,
): Promise<void> {
  await saveRows(
    outbox,
    session,
    units.flatMap((unitOfWork) => unitOfWork.unsaved()),
  );
  const changes = units.flatMap((unitOfWork) => unitOfWork.totals);
  await totals.add(session, changes, slot);
  const outcomes = units.flatMap((unitOfWork) =>
    unitOfWork.claim ? [{ claim: unitOfWork.claim, outcome: unitOfWork.outcome(), isTaken: unitOfWork.isTaken }] : [],
  );
  await once.keep(session, outcomes);
}

async function withSlot<T>(totals: Totals, work: (slot: number) => Promise<T>): Promise<T> {
  const slot = totals.lendSlot();
  try {
    return await work(slot);
  } finally {
    totals.returnSlot(slot);
  }
}
