import { type ClientSession, type Model, Schema } from 'mongoose';
import type { WaitLimit } from '#chassis/concurrency/fair-queue.ts';
import { findPage, type Page, type PageQuery } from '#chassis/mongo/list.ts';
import { insertMany, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { type DateRange, inRanges } from '#chassis/records/date-ranges.ts';
import { EVENT_KEPT_MS, type EventSummary, indexed, type LoggedEvent, shownSince } from './domain/logged-event.ts';

export type { LoggedEvent };

export interface EventListQuery extends Pick<PageQuery, 'page' | 'limit' | 'after'> {
  sort: 'at' | '-at';
  /** Only events of these types; undefined: all. */
  types?: readonly string[] | undefined;
  recordId?: string | undefined;
  /** Ranges of `timestamp`. */
  ranges?: readonly DateRange[];
}

/** The events of all orgs. It is also the inbox of this service: an event that is stored here was already processed. */
export interface EventRepository {
  /** Adds events. If one of them is already stored, the unique index makes the whole transaction fail. */
  append(events: LoggedEvent[], session: ClientSession): Promise<void>;
  find(ids: string[]): Promise<Map<string, LoggedEvent>>;
  /** The events that are shown at `now`, without their data. */
  list(orgId: string, query: EventListQuery, now: Date, waitLimit?: WaitLimit): Promise<Page<EventSummary>>;
  /** Undefined if the org has no such event, or it is no longer shown at `now`. */
  findShown(orgId: string, id: string, now: Date): Promise<LoggedEvent | undefined>;
}

/** Fields of the indexes. Earlier versions did not store them, and `index-earlier-repository.ts` adds them. */
type Indexed = Pick<LoggedEvent, 'recordId' | 'sequence' | 'at'>;
export type StoredEvent = Omit<LoggedEvent, 'id' | keyof Indexed> & Partial<Indexed> & { _id: string; purged?: true };

const schema = new Schema<StoredEvent>(
  {
    _id: String,
    orgId: String,
    type: { type: String },
    recordId: String,
    sequence: Number,
    at: Date,
    payload: String,
    purged: Boolean,
    traceparent: String,
    receivedAt: Date,
  },
  { collection: 'events', versionKey: false },
)
  .index({ orgId: 1, at: -1, _id: -1 })
  .index({ orgId: 1, type: 1, at: -1, _id: -1 })
  .index({ orgId: 1, recordId: 1, at: -1, _id: -1 })
  // Also finds the events of an earlier version, which have no `at`.
  .index({ at: 1 })
  .index({ receivedAt: 1 }, { expireAfterSeconds: EVENT_KEPT_MS / 1000 });

const LISTING = { list: { dates: { timestamp: (moment: number) => new Date(moment) } } };

export const eventModel = ({ connection }: Pick<Store, 'connection'>): Model<StoredEvent> =>
  modelOf<StoredEvent>(connection, 'Event', schema);

export function eventRepository(store: Store): EventRepository {
  const model = eventModel(store);
  return {
    async append(events, session) {
      const documents = events.map(({ id, ...event }) => ({ _id: id, ...event }));
      await insertMany(model, documents, session);
    },
    async find(ids) {
      const documents = await model.find({ _id: { $in: ids } }).lean();
      return new Map(documents.map((document) => [document._id, toDomain(document)]));
    },
    async list(orgId, { types, recordId, ranges = [], ...paging }, now, waitLimit) {
      const shown = { field: 'timestamp', from: shownSince(now).toISOString() };
      const { timestamp: at } = inRanges(LISTING, [shown, ...ranges]);
      const filter = {
        orgId,
        ...(types && { type: types.length === 1 ? types[0] : { $in: [...types] } }),
        ...(recordId !== undefined && { recordId: recordId === orgId ? { $in: [orgId, null] } : recordId }),
        ...(at && { at }),
      };
      const without = { payload: 0, traceparent: 0 } as const;
      const page = await findPage(model, { ...paging, filter, total: 'counted', without }, waitLimit);
      return { ...page, data: page.data.map(summaryOf) };
    },
    async findShown(orgId, id, now) {
      const found = await model.findOne({ _id: id, orgId }).lean();
      const event = found ? toDomain(found) : undefined;
      return event && event.at >= shownSince(now) ? event : undefined;
    },
  };
}

function toDomain({ _id, purged: _, ...event }: StoredEvent): LoggedEvent {
  return event.at
    ? ({ ...event, id: _id, recordId: event.recordId ?? event.orgId } as LoggedEvent)
    : { ...event, id: _id, ...indexed(JSON.parse(event.payload)) };
}

function summaryOf({ _id, orgId, type, recordId, sequence = 0, at = new Date(0) }: StoredEvent): EventSummary {
  // An earlier version stored null for records that exist once per org.
  return { id: _id, orgId, type, recordId: recordId ?? orgId, sequence, at };
}
