import { KEPT_DAYS } from '../messaging/streams.ts';
import type { Database } from './database.ts';
import type { Fact, Item } from './facts.ts';

const DAY = 24 * 3600_000;
/** Days for which outboxes are compared. Rows are kept a day longer, after they are published. */
const OUTBOX_DAYS = KEPT_DAYS - 1;
/** Days for which logs are compared: notification keeps events for 40 days. */
export const LOG_DAYS = 39;

/** The events that a service has written. */
export const writtenEvents: Fact = {
  name: 'written-events',
  items: (database, until) => eventsIn(database, 'outbox', { until }),
};

interface Window {
  until: Date;
  /** Default: `OUTBOX_DAYS`. */
  days?: number;
  /** Fields that `isMeant` reads. */
  fields?: readonly string[];
  isMeant?(row: Record<string, unknown>): boolean;
}

/**
 * Events of the last `days`, in a collection whose document ids are event ids. An id contains the time of its event.
 */
export async function* eventsIn(
  database: Database,
  collection: string,
  { until, days = OUTBOX_DAYS, fields = [], isMeant }: Window,
): AsyncIterable<Item[]> {
  const since = new Date(until.getTime() - days * DAY);
  const filter = { _id: { $gte: idAt(since), $lt: idAt(until) } };
  for await (const ids of database.ids(collection, { filter, page: 1000 })) {
    const meant = isMeant
      ? (await database.find<{ _id: string }>(collection, { _id: { $in: ids } }, fields)).filter(isMeant)
      : ids.map((_id) => ({ _id }));
    yield meant.map(({ _id }) => ({ of: `event ${_id}`, says: '' }));
  }
}

/** The beginning of the ids of a millisecond's events (`messaging/outbox.ts`). */
const idAt = (moment: Date): string => `evt_${moment.getTime().toString(16).padStart(12, '0')}`;
