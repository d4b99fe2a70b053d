import { AppError } from './errors.ts';
import { Faults } from './faults.ts';

/** Maximum bytes of an envelope as JSON. A larger one holds only the record's ids (decisions 5: Envelope). */
export const MAX_ENVELOPE = 256 * 1024;
const ID_FIELDS = ['id', 'documentId', 'internalId'];

/** The fields of every record; a resource adds its own. */
export interface RecordState {
  id: string;
  orgId: string;
  createdAt: Date;
  updatedAt: Date;
  /** The sequence number of the record's last event. */
  revision: number;
}

/** A record as callers and events show it. Times are RFC 3339, UTC, with milliseconds. */
export type View<State extends RecordState> = Omit<State, 'orgId' | 'revision' | 'createdAt' | 'updatedAt'> & {
  createdAt: string;
  updatedAt: string;
};

/** The stored state of a record that is shown as `Shown`: domain types are derived from the contract's types. */
export type StateOf<Shown extends object> = Omit<Shown, 'createdAt' | 'updatedAt'> & RecordState;

export interface RecordEvent<Type extends string = string, Data extends object = object> {
  type: Type;
  recordId: string;
  /** Rises by one with each event of the record. */
  sequence: number;
  data: Data;
  /** The changed fields, with their values before the change. */
  previous?: Partial<Data>;
}

/** A new state, and the event of the change. */
export interface Decision<State extends RecordState, Event extends RecordEvent = RecordEvent> {
  state: State;
  event: Event;
}

export function viewOf<State extends RecordState>(state: State): View<State> {
  const { orgId: _org, revision: _revision, createdAt, updatedAt, ...fields } = state;
  return { ...fields, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() } as View<State>;
}

/** The common fields of a new record. */
export function newRecord(id: string, orgId: string, now: Date): RecordState {
  return { id, orgId, createdAt: now, updatedAt: now, revision: 1 };
}

/**
 * The state of the next revision; the caller then changes its fields. `updatedAt` always rises: a change that has
 * waited may have an earlier `now`, and the clocks of replicas differ.
 */
export function advance<State extends Pick<RecordState, 'updatedAt' | 'revision'>>(before: State, now: Date): State {
  return { ...before, updatedAt: timeAfter(before.updatedAt, now), revision: before.revision + 1 };
}

/** `now`, or one millisecond after `before` if `now` is not later than `before`. */
export const timeAfter = (before: Date, now: Date): Date => new Date(Math.max(now.getTime(), before.getTime() + 1));

/** The new value of a field that can be empty: null clears it, undefined keeps it (decisions 1: Null). */
export function cleared<T>(change: T | null | undefined, before: T | null): T | null {
  return change === undefined ? before : change;
}

/** Parts of a record that a caller sends as a whole list: lines, contacts, SKUs. */
export interface PartsChange {
  /** The field of the body. */
  field: string;
  sent: readonly { id?: string }[];
  /** The current parts of the record; undefined for a new record, for which sent ids are ignored. */
  known: readonly { id: string }[] | undefined;
}

/**
 * The ids of the new list: a part that is sent with its id keeps it, every other part gets a new id. Errors:
 * validation_failed for an id that no part of the record has, or that is twice in the list (decisions 7: Order lines).
 */
export function partIds({ field, sent, known }: PartsChange, newId: () => string): string[] {
  const left = new Set(known?.map(({ id }) => id));
  const faults = new Faults(['body', field]);
  const ids = sent.map(({ id }, index) => {
    if (known === undefined || id === undefined) return newId();
    if (!left.delete(id)) refuseId(id, index, faults);
    return id;
  });
  faults.throwIfAny();
  return ids;
}

/**
 * Adds a fault for an id that no part of the record has, or that was earlier in the list. `faults`: the faults of the
 * list.
 */
export const refuseId = (id: string, index: number, faults: Faults): void =>
  faults.add(
    [String(index), 'id'],
    'the record has no such part, or the id is twice in the list; leave the id out for a new part',
    id,
  );

/** Errors: version_mismatch if `expected` is not the record's revision. Undefined matches any revision. */
export function checkRevision(
  resource: string,
  { revision }: Pick<RecordState, 'revision'>,
  expected: number | undefined,
): void {
  if (expected === undefined || expected === revision) return;
  throw new AppError('version_mismatch', `${resource} has changed: it is at revision ${revision}`);
}

/** The event of a change to a record. With `before`, the event has the earlier values of the changed fields. */
export function recordEvent<Type extends string, Data extends object>(
  type: Type,
  { id, revision }: Pick<RecordState, 'id' | 'revision'>,
  data: Data,
  before?: Data,
): RecordEvent<Type, Data> {
  const event = { type, recordId: id, sequence: revision, data };
  return before ? { ...event, previous: changedFields(before, data) } : event;
}

/** True if the change has changed no field. Then no event is emitted and no state is stored. */
export const isNoop = ({ previous }: RecordEvent): boolean =>
  previous !== undefined && Object.keys(previous).length === 0;

/**
 * The values of changed fields before the change. Leaves out the time of the change, because it always differs. An
 * absent field counts as null.
 */
export function changedFields<Data extends object>(before: Data, after: Data): Partial<Data> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof Data)[]);
  for (const time of ['updatedAt', 'updated_at']) names.delete(time as keyof Data);
  const changed = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null])) as Partial<Data>;
}

/**
 * An event in the form of decisions 5: Envelope. It is the message between services, the body of a webhook, and the
 * payload of a delivery.
 */
export interface Envelope {
  id: string;
  type: string;
  /** RFC 3339, UTC, milliseconds. */
  timestamp: string;
  api_version: 'v1';
  org_id: string;
  /** Rises by one with each event of the record. */
  sequence: number;
  /** The resource as a read returns it; only its ids if `truncated`. */
  data: Record<string, unknown>;
  /** The changed fields, with their values before the change. */
  previous?: Record<string, unknown>;
  truncated?: true;
}

/**
 * The envelope as JSON text. `extra`: fields that only this type of event has. An envelope over 256 KiB is cut down to
 * the record's ids, and to `extra` if that fits.
 */
export function envelopeText({ truncated, ...envelope }: Envelope, extra: object = {}): string {
  const whole = JSON.stringify({ ...envelope, ...extra, truncated });
  if (fits(whole)) return whole;
  const { previous: _, ...rest } = envelope;
  const ids = ID_FIELDS.filter((name) => name in envelope.data).map((name) => [name, envelope.data[name]]);
  const brief: Envelope = { ...rest, data: Object.fromEntries(ids), truncated: true };
  const extended = JSON.stringify({ ...brief, ...extra });
  return fits(extended) ? extended : JSON.stringify(brief);
}

/** A UTF-16 code unit takes at most three bytes of UTF-8, so the bytes of a short text need no counting. */
const fits = (text: string): boolean => text.length * 3 <= MAX_ENVELOPE || Buffer.byteLength(text) <= MAX_ENVELOPE;
