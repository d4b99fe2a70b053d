import { type EventDraft, type OutboxRow, outboxRow } from '../messaging/outbox.ts';
import { MAX_IN_FLIGHT } from '../messaging/relay.ts';
import type { TotalChange } from '../mongo/totals.ts';
import type { Call } from '../rpc/call.ts';
import type { Claim, Outcome } from './idempotency.ts';

/** What a write says besides its state: its time, its events, and how many records it adds or removes. */
export interface Effects {
  readonly now: Date;
  /** Says that something happened; returns the event's id. */
  emit(event: EventDraft): string;
  /** The JSON text of an emitted event's envelope, as it will be published. */
  envelope(eventId: string): string;
  /**
   * Changes a kept total: `collection`, by its name in the database, has `delta` more records. `orgId`: default the
   * caller's.
   */
  count(collection: string, delta: number, orgId?: string): void;
}

interface Origin {
  service: string;
  call: Pick<Call, 'context' | 'now' | 'traceparent'>;
  claim: Claim | undefined;
}

/** Collects what a write says until it is persisted with its state. */
export class UnitOfWork<T> implements Effects {
  readonly now: Date;
  readonly rows: OutboxRow[] = [];
  readonly totals: TotalChange[] = [];
  readonly claim: Claim | undefined;
  value: T | undefined;
  /** What an earlier call with the same Idempotency-Key returned: then nothing of this is persisted. */
  replay: Outcome<T> | undefined;
  /** Its key is in the database already. */
  isTaken = false;
  readonly #origin: Origin;
  /** How many of the rows are persisted already, and the last event of all. */
  #saved = 0;
  #last = '';

  constructor(origin: Origin) {
    this.now = origin.call.now;
    this.claim = origin.claim;
    this.#origin = origin;
  }

  // Bound, so that a write may take them out of its unit.
  readonly emit = (event: EventDraft): string => {
    const { service, call } = this.#origin;
    const row = outboxRow(event, { service, context: call.context, traceparent: call.traceparent }, this.now);
    this.rows.push(row);
    this.#last = row._id;
    return row._id;
  };

  envelope(eventId: string): string {
    const row = this.rows.find(({ _id }) => _id === eventId);
    if (!row) throw new Error(`Event ${eventId} is not of this write`);
    return row.envelope;
  }

  readonly count = (collection: string, delta: number, orgId = this.#origin.call.context.principal?.orgId): void => {
    if (orgId === undefined) throw new Error(`Total of ${collection} belongs to no org`);
    this.totals.push({ orgId, collection, delta });
  };

  /** Rows that are yet to be persisted. */
  unsaved(): OutboxRow[] {
    return this.rows.slice(this.#saved);
  }

  /** They are persisted. Of a great many, those are forgotten that can be published only later by the relay's sweep. */
  saved(): void {
    this.rows.length = Math.min(this.rows.length, MAX_IN_FLIGHT);
    this.#saved = this.rows.length;
  }

  /** For another try of the same write: what was said in the one before is not. */
  reset(): void {
    this.rows.length = 0;
    this.totals.length = 0;
    this.#saved = 0;
    this.#last = '';
    this.isTaken = false;
  }

  outcome(): Outcome<T> {
    return { value: this.value as T, eventId: this.#last };
  }
}
