import { type ClientSession, Schema } from 'mongoose';
import { insertMany, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';

/** An event as it came. Its text is what is signed and sent, byte for byte, on every attempt. */
export interface LoggedEvent {
  id: string;
  orgId: string;
  type: string;
  /** The envelope as JSON text. */
  payload: string;
  traceparent: string | null;
  receivedAt: Date;
}

/** The events of all orgs; also this service's inbox, since an event that is in it has been dealt with. */
export interface EventRepository {
  /** Refused by the unique index, with the whole transaction, when one of them is known. */
  append(events: LoggedEvent[], session: ClientSession): Promise<void>;
  find(ids: string[]): Promise<Map<string, LoggedEvent>>;
}

type Document = Omit<LoggedEvent, 'id'> & { _id: string };

/** Attempts are kept 30 days, and the last begins up to eight days after its event: eight times a Retry-After of 24 h. */
const RETENTION_S = 40 * 24 * 3600;

const schema = new Schema<Document>(
  {
    _id: String,
    orgId: String,
    type: { type: String },
    payload: String,
    traceparent: String,
    receivedAt: Date,
  },
  { collection: 'events', versionKey: false },
).index({ receivedAt: 1 }, { expireAfterSeconds: RETENTION_S });

export function eventRepository(store: Store): EventRepository {
  const model = modelOf<Document>(store.connection, 'Event', schema);
  return {
    async append(events, session) {
      const documents = events.map(({ id, ...event }) => ({ _id: id, ...event }));
      await insertMany(model, documents, session);
    },
    async find(ids) {
      const documents = await model.find({ _id: { $in: ids } }).lean();
      return new Map(documents.map(({ _id, ...event }) => [_id, { id: _id, ...event }]));
    },
  };
}
