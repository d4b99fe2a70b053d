import type { ClientSession, Model } from 'mongoose';
import { AppError } from '../domain/errors.ts';
import { type Outbox, type OutboxRow, openOutbox } from '../messaging/outbox.ts';
import type { Relay } from '../messaging/relay.ts';
import { insertMany, insertManyRaw } from '../mongo/model.ts';
import type { Store } from '../mongo/mongo.ts';
import { openTotals, type Totals } from '../mongo/totals.ts';
import type { Call } from '../rpc/call.ts';
import { Draft, type Effects } from './draft.ts';
import { GroupCommit } from './group-commit.ts';
import { type Claim, type Once, type Outcome, openOnce } from './once.ts';

export type { Effects } from './draft.ts';

/** A write while it runs. */
export interface Unit extends Effects {
  readonly session: ClientSession;
  /** Puts down the events so far: of a write that says a great many, to be called in between. */
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
  const ledger: Ledger = { store, once: openOnce(store), outbox: openOutbox(store), totals: openTotals(store) };
  const group = new GroupCommit<Addition>((additions, deadline) => commitTogether(ledger, additions, deadline));

  async function finish<T>(claim: Claim | undefined, committing: Promise<Draft<T>>): Promise<Written<T>> {
    try {
      const draft = await committing;
      if (draft.replay) return { ...draft.replay, replayed: true };
      relay.publish(draft.rows);
      return { ...draft.outcome(), replayed: false };
    } catch (error) {
      // A call with the same key may have won meanwhile: its answer is this one's, whatever failed here.
      const winner = claim && (await recall<T>(ledger.once, claim).catch((fault) => rethrow(fault, error)));
      if (!winner) throw error;
      return { ...winner, replayed: true };
    }
  }

  function newDraft<T>(call: WriteCall): Draft<T> {
    return new Draft<T>({ service, call, claim: ledger.once.claim(call.context) });
  }

  function add<T>(call: WriteCall, draft: Draft<T>, model: unknown, documentsOf: Addition['documentsOf']) {
    const committing = group.add({ draft, model: model as Model<unknown>, documentsOf }, orgOf(call), call.deadline);
    return finish<T>(
      draft.claim,
      committing.then(() => draft),
    );
  }

  async function writePrepared<T, Prepared>(
    call: WriteCall,
    prepare: () => Promise<Prepared>,
    work: (unit: Unit, prepared: Prepared) => Promise<T>,
  ): Promise<Written<T>> {
    const claim = ledger.once.claim(call.context);
    const earlier = claim && (await recall<T>(ledger.once, claim));
    if (earlier) return { ...earlier, replayed: true };
    const begin = () => new Draft<T>({ service, call, claim });
    const commit = (prepared: Prepared) => commitAlone(ledger, begin, (unit) => work(unit, prepared), call.deadline);
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
      const draft = newDraft<T>(call);
      const { value, documents } = work(draft);
      draft.value = value;
      return add(call, draft, model, () => documents);
    },
    insertWithin<T, Stored>(
      call: WriteCall,
      model: Model<Stored>,
      work: (unit: Unit) => Promise<Insertion<T, Stored>>,
    ): Promise<Written<T>> {
      const draft = newDraft<T>(call);
      return add(call, draft, model, async (session) => {
        draft.reset();
        const { value, documents } = await work(unitOf(ledger, draft, session));
        draft.value = value;
        return documents;
      });
    },
  };
}

const nothing = async () => undefined;

/** Background jobs are of no org. */
const orgOf = ({ context }: WriteCall): string => context.principal?.orgId ?? '';

/** What is put down with every state. */
interface Ledger {
  store: Store;
  once: Once;
  outbox: Outbox;
  totals: Totals;
}

interface Addition {
  draft: Draft<unknown>;
  model: Model<unknown>;
  documentsOf(session: ClientSession): Promise<unknown[]> | unknown[];
}

async function recall<T>(once: Once, claim: Claim): Promise<Outcome<T> | undefined> {
  return (await once.recall([claim])).get(claim.id) as Outcome<T> | undefined;
}

/** What made the write fail says whether it may have happened; that its key cannot be looked up does not. */
function rethrow(fault: unknown, original: unknown): never {
  throw fault instanceof AppError && fault.code === 'idempotency_key_reused' ? fault : original;
}

function commitAlone<T>(
  ledger: Ledger,
  newDraft: () => Draft<T>,
  work: (unit: Unit) => Promise<T>,
  deadline: number,
): Promise<Draft<T>> {
  let draft = newDraft();
  const committing = withSlot(ledger.totals, (slot) =>
    ledger.store.transaction(async (session) => {
      draft = newDraft();
      draft.value = await work(unitOf(ledger, draft, session));
      await putDown(ledger, session, [draft], slot);
    }, deadline),
  );
  return committing.catch((error) => lookFor(ledger, [draft], error)).then(() => draft);
}

/** Puts down all that is new; what an earlier call has done already gets that call's answer. */
async function commitTogether(ledger: Ledger, additions: Addition[], deadline: number): Promise<void> {
  const known = await ledger.once.recall(additions.flatMap(({ draft }) => draft.claim ?? []));
  for (const { draft } of additions) draft.replay = draft.claim && known.get(draft.claim.id);
  const fresh = additions.filter(({ draft }) => !draft.replay);
  if (fresh.length === 0) return;
  const drafts = fresh.map(({ draft }) => draft);
  const committing = withSlot(ledger.totals, (slot) =>
    ledger.store.transaction(async (session) => {
      for (const [model, group] of Map.groupBy(fresh, (addition) => addition.model)) {
        const documents = [];
        // One by one: a session takes one call at a time.
        for (const addition of group) documents.push(...(await addition.documentsOf(session)));
        await insertMany(model, documents, session);
      }
      await putDown(ledger, session, drafts, slot);
    }, deadline),
  );
  await committing.catch((error) => lookFor(ledger, drafts, error));
}

/** A commit that got no answer is looked for by one of its events: that stands where all that it wrote does. */
async function lookFor({ outbox }: Ledger, drafts: Draft<unknown>[], error: unknown): Promise<void> {
  const [row] = drafts.flatMap((draft) => draft.rows);
  if (!(error instanceof AppError) || error.code !== 'outcome_unknown' || !row) throw error;
  const majority = { readConcern: { level: 'majority' }, projection: { _id: 1 } } as const;
  const found = await outbox.collection.findOne({ _id: row._id } as never, majority).catch(() => undefined);
  if (!found) throw error;
}

function unitOf(ledger: Ledger, draft: Draft<unknown>, session: ClientSession): Unit {
  const saveEvents = async () => {
    await saveRows(ledger.outbox, session, draft.unsaved());
    draft.saved();
  };
  return Object.assign(draft, { session, saveEvents });
}

/** Rows are made here and need none of mongoose's casting. */
async function saveRows(outbox: Outbox, session: ClientSession, rows: OutboxRow[]): Promise<void> {
  if (rows.length > 0) await insertManyRaw(outbox, rows, session);
}

async function putDown(
  { outbox, totals, once }: Ledger,
  session: ClientSession,
  drafts: Draft<unknown>[],
  slot: number,
): Promise<void> {
  await saveRows(
    outbox,
    session,
    drafts.flatMap((draft) => draft.unsaved()),
  );
  const changes = drafts.flatMap((draft) => draft.totals);
  await totals.add(session, changes, slot);
  const outcomes = drafts.flatMap((draft) => (draft.claim ? [{ claim: draft.claim, outcome: draft.outcome() }] : []));
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
