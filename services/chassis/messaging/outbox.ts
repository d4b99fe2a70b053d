import { randomUUID } from 'node:crypto';
import { type Model, Schema } from 'mongoose';
import { type Envelope, envelopeText } from '../domain/record.ts';
import { modelOf } from '../mongo/model.ts';
import type { Store } from '../mongo/mongo.ts';
import type { CallContext } from '../rpc/context.ts';
import { KEPT_DAYS } from './streams.ts';

/** An event that is stored with its state, and published afterwards. */
export interface OutboxRow {
  /** The event's id. */
  _id: string;
  orgId: string;
  subject: string;
  type: string;
  recordId: string;
  /** JSON text of the envelope, exactly as it is published. */
  envelope: string;
  /** `user:<id>` or `key:<id>`; null for an event without a caller. */
  actor: string | null;
  /** The caller's network address. */
  address: string | null;
  requestId: string;
  traceparent: string | null;
  createdAt: Date;
  publishedAt: Date | null;
  /** Number of times that the stream has lost the event. */
  refills?: number;
  /** The id of the last loss that was counted. */
  lostIn?: string;
}

export interface EventDraft {
  /** `client.created`. */
  type: string;
  recordId: string;
  sequence: number;
  /** The record as a read returns it: the public JSON form, with nulls; only the ids if `truncated`. */
  data: object;
  /** The changed fields, with their values before the change. */
  previous?: object;
  /** Fields of the envelope that only this type of event has. A truncated event keeps them if they fit. */
  extra?: object;
  /** Set if it is already known that the data is too large. */
  truncated?: true;
  /** Default: the caller's org. */
  orgId?: string;
}

const schema = new Schema<OutboxRow>(
  {
    _id: String,
    orgId: String,
    subject: String,
    type: String,
    recordId: String,
    envelope: String,
    actor: String,
    address: String,
    requestId: String,
    traceparent: String,
    createdAt: Date,
    publishedAt: Date,
    refills: Number,
    lostIn: String,
  },
  { collection: 'outbox', versionKey: false },
);
// This index has three uses. Null finds unpublished rows, which never expire. Dates find rows that a stream has lost.
// Rows with a date expire.
schema.index({ publishedAt: 1 }, { expireAfterSeconds: KEPT_DAYS * 24 * 3600 });

export type Outbox = Model<OutboxRow>;

/** The outbox of a service's database. */
export function openOutbox({ connection }: Pick<Store, 'connection'>): Outbox {
  return modelOf(connection, 'Outbox', schema);
}

interface EventSource {
  service: string;
  context: CallContext;
  traceparent: string | undefined;
}

/** The outbox row of `event`. `source`: the write that makes it; `now`: the time of the write. */
export function outboxRow(event: EventDraft, { service, context, traceparent }: EventSource, now: Date): OutboxRow {
  const { principal } = context;
  const orgId = event.orgId ?? principal?.orgId;
  if (orgId === undefined) throw new Error(`Event ${event.type} belongs to no org`);
  const envelope: Envelope = {
    id: newEventId(),
    type: event.type,
    timestamp: now.toISOString(),
    api_version: 'v1',
    org_id: orgId,
    sequence: event.sequence,
    data: event.data as Record<string, unknown>,
    ...(event.previous && { previous: event.previous as Record<string, unknown> }),
    ...(event.truncated && { truncated: true }),
  };
  return {
    _id: envelope.id,
    orgId,
    subject: `events.${service}.${event.type}`,
    type: event.type,
    recordId: event.recordId,
    envelope: envelopeText(envelope, event.extra),
    actor: principal ? `${principal.kind}:${principal.id}` : null,
    address: context.address ?? null,
    requestId: context.requestId,
    traceparent: traceparent ?? null,
    createdAt: now,
    publishedAt: null,
  };
}

let lastTime = 0;
let counter = 0;

/**
 * A new event's id: `evt_` and 32 hexadecimal digits. Ids of one process sort in the order of creation. Ids of several
 * processes sort by millisecond.
 */
export function newEventId(): string {
  const time = Math.max(Date.now(), lastTime);
  counter = time === lastTime ? counter + 1 : 0;
  lastTime = time;
  return `evt_${hex(time, 12)}${hex(counter, 6)}${randomDigits()}`;
}

/**
 * 14 random hexadecimal digits of a UUID: Node makes UUIDs in advance, which costs less than random bytes for each
 * call.
 */
function randomDigits(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(-6);
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
