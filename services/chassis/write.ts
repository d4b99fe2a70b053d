import type { ClientSession, Model } from 'mongoose';
import type { Call } from './call.ts';
import { AppError } from './errors.ts';
import { GroupCommit } from './group-commit.ts';
import type { Store } from './mongo.ts';
import { type Claim, type Once, type Outcome, openOnce } from './once.ts';
import { type EventDraft, type Outbox, type OutboxRow, openOutbox, outboxRow } from './outbox.ts';
import type { Relay } from './relay.ts';
import { openTotals, type TotalChange, type Totals } from './totals.ts';

export type { EventDraft } from './outbox.ts';

/** What a write says besides its state: its time, its events, and how many records it adds or removes. */
export interface Effects {
  readonly now: Date;
  /** Says that something happened; returns the event's id. */
  emit(event: EventDraft): string;
  /** The JSON text of an emitted event's envelope, as it will be published. */
  envelope(eventId: string): string;
  /** Changes a kept total: `collection` has `delta` more records. `orgId`: default the caller's. */
  count(collection: string, delta: number, orgId?: string): void;
}

/** A write while it runs. */
export interface Unit extends Effects {
  readonly session: ClientSession;
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

/** The only way to write: state, events and idempotency key in one transaction (design 3). */
export interface Writer {
  /**
   * Runs `work` in a transaction, again when it lost a race: it must have no effect but on the unit.
   * The returned value must be plain BSON-able data. Errors: conflict, outcome_unknown, upstream_unavailable,
   * idempotency_key_reused, idempotency_in_progress, and what `work` throws.
   */
  write<T>(call: WriteCall, work: (unit: Unit) => Promise<T>): Promise<Written<T>>;
  /**
   * A write that only adds documents to one collection: it shares a transaction with others that wait at the same time,
   * which is much cheaper. Errors: as `write`.
   */
  insert<T, Stored>(
    call: WriteCall,
    model: Model<Stored>,
    work: (effects: Effects) => Insertion<T, Stored>,
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
  const ledger: Ledger = { once: openOnce(store), outbox: openOutbox(store), totals: openTotals(store) };
  const group = new GroupCommit<Addition>((additions, deadline) => commitTogether(store, ledger, additions, deadline));

  async function run<T>(call: WriteCall, commit: (claim: Claim | undefined) => Promise<Draft<T>>): Promise<Written<T>> {
    const claim = ledger.once.claim(call.context);
    const earlier = claim && (await ledger.once.recall<T>(claim));
    if (earlier) return { ...earlier, replayed: true };
    try {
      const draft = await commit(claim);
      relay.publish(draft.rows);
      return { ...draft.outcome(), replayed: false };
    } catch (error) {
      // A call with the same key may have won meanwhile: its answer is this one's, whatever failed here.
      const winner = claim && (await ledger.once.recall<T>(claim));
      if (!winner) throw error;
      return { ...winner, replayed: true };
    }
  }

  return {
    write: (call, work) => run(call, (claim) => commitAlone(store, ledger, service, call, claim, work)),
    insert: <T, Stored>(call: WriteCall, model: Model<Stored>, work: (effects: Effects) => Insertion<T, Stored>) =>
      run<T>(call, async (claim) => {
        const draft = new Draft<T>(service, call, claim);
        const { value, documents } = work(draft);
        draft.value = value;
        await group.add({ draft, model: model as unknown as Model<unknown>, documents }, call.deadline);
        return draft;
      }),
  };
}

interface Ledger {
  once: Once;
  outbox: Outbox;
  totals: Totals;
}

interface Addition {
  draft: Draft<unknown>;
  model: Model<unknown>;
  documents: unknown[];
}

/** Collects what a write says until it is put down with its state. */
class Draft<T> implements Effects {
  readonly now: Date;
  readonly rows: OutboxRow[] = [];
  readonly totals: TotalChange[] = [];
  readonly claim: Claim | undefined;
  value: T | undefined;
  readonly #call: WriteCall;
  readonly #service: string;

  constructor(service: string, call: WriteCall, claim: Claim | undefined) {
    this.now = call.now;
    this.claim = claim;
    this.#call = call;
    this.#service = service;
  }

  emit(event: EventDraft): string {
    const { context, traceparent } = this.#call;
    const row = outboxRow(event, { service: this.#service, context, traceparent }, this.now);
    this.rows.push(row);
    return row._id;
  }

  envelope(eventId: string): string {
    const row = this.rows.find(({ _id }) => _id === eventId);
    if (!row) throw new Error(`Event ${eventId} is not of this write`);
    return row.envelope;
  }

  count(collection: string, delta: number, orgId = this.#call.context.principal?.orgId): void {
    if (orgId === undefined) throw new Error(`Total of ${collection} belongs to no org`);
    this.totals.push({ orgId, collection, delta });
  }

  outcome(): Outcome<T> {
    return { value: this.value as T, eventId: this.rows.at(-1)?._id ?? '' };
  }
}

async function commitAlone<T>(
  store: Store,
  ledger: Ledger,
  service: string,
  call: WriteCall,
  claim: Claim | undefined,
  work: (unit: Unit) => Promise<T>,
): Promise<Draft<T>> {
  return withSlot(ledger.totals, (slot) =>
    store.transaction(async (session) => {
      const draft = new Draft<T>(service, call, claim);
      draft.value = await work(Object.assign(draft, { session }));
      await putDown(ledger, session, [draft], slot);
      return draft;
    }, call.deadline),
  );
}

async function commitTogether(store: Store, ledger: Ledger, additions: Addition[], deadline: number): Promise<void> {
  const byModel = Map.groupBy(additions, ({ model }) => model);
  await withSlot(ledger.totals, (slot) =>
    store.transaction(async (session) => {
      for (const [model, group] of byModel) {
        const documents = group.flatMap((addition) => addition.documents);
        await model.insertMany(documents, { session, lean: true });
      }
      const drafts = additions.map(({ draft }) => draft);
      await putDown(ledger, session, drafts, slot);
    }, deadline),
  );
}

async function putDown(ledger: Ledger, session: ClientSession, drafts: Draft<unknown>[], slot: number): Promise<void> {
  const [first] = drafts;
  if (!first) throw new AppError('internal_error', 'A transaction without a write');
  const rows = drafts.flatMap((draft) => draft.rows);
  if (rows.length > 0) await ledger.outbox.insertMany(rows, { session, lean: true });
  await ledger.totals.add(
    session,
    drafts.flatMap((draft) => draft.totals),
    slot,
  );
  const outcomes = drafts.flatMap((draft) => (draft.claim ? [{ claim: draft.claim, outcome: draft.outcome() }] : []));
  await ledger.once.keep(session, outcomes, first.now);
}

async function withSlot<T>(totals: Totals, work: (slot: number) => Promise<T>): Promise<T> {
  const slot = totals.lendSlot();
  try {
    return await work(slot);
  } finally {
    totals.returnSlot(slot);
  }
}
