import { AppError } from './errors.ts';
import { Faults } from './faults.ts';

/** Bytes of JSON from which an envelope holds the record's ids alone (decisions 5: Envelope). */
export const MAX_ENVELOPE = 256 * 1024;
const ID_FIELDS = ['id', 'documentId', 'internalId'];

/** The fields of every record; a resource adds its own. */
export interface RecordState {
  id: string;
  orgId: string;
  createdAt: Date;
  updatedAt: Date;
  /** The sequence of its last event. */
  revision: number;
}

/** A record as callers and events see it. Times are RFC 3339, UTC, milliseconds. */
export type View<State extends RecordState> = Omit<State, 'orgId' | 'revision' | 'createdAt' | 'updatedAt'> & {
  createdAt: string;
  updatedAt: string;
};

/** The state of a record that is shown as `Shown`: domain types follow from those of the contract. */
export type StateOf<Shown extends object> = Omit<Shown, 'createdAt' | 'updatedAt'> & RecordState;

export interface RecordEvent<Type extends string = string, Data extends object = object> {
  type: Type;
  recordId: string;
  /** Rises by one per event of the record. */
  sequence: number;
  data: Data;
  /** The changed fields before. */
  previous?: Partial<Data>;
}

/** A state and what has happened when it is reached. */
export interface Decision<State extends RecordState, Event extends RecordEvent = RecordEvent> {
  state: State;
  event: Event;
}

export function viewOf<State extends RecordState>(state: State): View<State> {
  const { orgId: _org, revision: _revision, createdAt, updatedAt, ...fields } = state;
  return { ...fields, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() } as View<State>;
}

/** The state of a new record, before its own fields. */
export function newRecord(id: string, orgId: string, now: Date): RecordState {
  return { id, orgId, createdAt: now, updatedAt: now, revision: 1 };
}

/**
 * The state after one more change, before its fields change. Its time rises with every change, though one that waited is
 * older than one that did not, and replicas have clocks of their own.
 */
export function advance<State extends Pick<RecordState, 'updatedAt' | 'revision'>>(before: State, now: Date): State {
  return { ...before, updatedAt: timeAfter(before.updatedAt, now), revision: before.revision + 1 };
}

/** `now`, or the first moment after `before` that can be told from it. */
export const timeAfter = (before: Date, now: Date): Date => new Date(Math.max(now.getTime(), before.getTime() + 1));

/** The new value of a field that can be empty: null clears it, undefined leaves it (decisions 1: Null). */
export function cleared<T>(change: T | null | undefined, before: T | null): T | null {
  return change === undefined ? before : change;
}

/** The parts of a record that are replaced as a whole list: lines, contacts, SKUs. */
export interface PartsChange {
  /** The body's field. */
  field: string;
  sent: readonly { id?: string }[];
  /** The parts that the record has; undefined at its create, where ids that are sent are ignored. */
  known: readonly { id: string }[] | undefined;
}

/**
 * The ids of the new list: a part that is sent with its id keeps it, every other part gets a new one. Errors:
 * validation_failed for an id that the record has no part of, or that the list names twice (decisions 7: Order lines).
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

/** `faults`: of the list. Faults: an id that the record has no part of, or that the list has named before. */
export const refuseId = (id: string, index: number, faults: Faults): void =>
  faults.add(
    [String(index), 'id'],
    'no part of the record is left that has this id; leave the id out for a new one',
    id,
  );

/** Errors: version_mismatch when the caller has seen another revision. */
export function checkRevision(
  resource: string,
  { revision }: Pick<RecordState, 'revision'>,
  expected: number | undefined,
): void {
  if (expected === undefined || expected === revision) return;
  throw new AppError('version_mismatch', `${resource} has changed: it is at revision ${revision}`);
}

/** The event of a change to a record. With `before`, the event says which fields were different. */
export function recordEvent<Type extends string, Data extends object>(
  type: Type,
  { id, revision }: Pick<RecordState, 'id' | 'revision'>,
  data: Data,
  before?: Data,
): RecordEvent<Type, Data> {
  const event = { type, recordId: id, sequence: revision, data };
  return before ? { ...event, previous: changedFields(before, data) } : event;
}

/** Whether nothing has changed after all: such an event is not told, and its state not written. */
export const isNoop = ({ previous }: RecordEvent): boolean =>
  previous !== undefined && Object.keys(previous).length === 0;

/**
 * The values of changed fields before the change. The time of the change is left out, since it always differs. A field
 * that was absent was null.
 */
export function changedFields<Data extends object>(before: Data, after: Data): Partial<Data> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof Data)[]);
  for (const time of ['updatedAt', 'updated_at']) names.delete(time as keyof Data);
  const changed = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null])) as Partial<Data>;
}

/** decisions 5: Envelope. The message between services, the webhook's body and the payload of a delivery. */
export interface Envelope {
  id: string;
  type: string;
  /** RFC 3339, UTC, milliseconds. */
  timestamp: string;
  api_version: 'v1';
  org_id: string;
  /** Rises by one per event of the record. */
  sequence: number;
  /** The resource as a single read returns it; its ids alone when `truncated`. */
  data: Record<string, unknown>;
  /** The changed fields as they were before. */
  previous?: Record<string, unknown>;
  truncated?: true;
}

/**
 * The envelope as JSON text, cut down to the ids when it is over 256 KiB: with `extra`, the fields of this type of event alone, where
 * they fit.
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

/** No character takes more than three bytes of UTF-8 per code unit: short text needs no counting. */
const fits = (text: string): boolean => text.length * 3 <= MAX_ENVELOPE || Buffer.byteLength(text) <= MAX_ENVELOPE;
