import { invariantOf } from './invariant.ts';

interface Row {
  _id: string;
  orgId: string;
  type: string;
  recordId: string;
  createdAt: Date;
}

/** Milliseconds after which an unpublished event is a fault. The alert OutboxStuck fires after 90 s. */
const MAX_AGE = 60_000;

/** Every event is published. */
export const eventsLeave = invariantOf<Row>(
  {
    name: 'outbox',
    collection: 'outbox',
    filter: { publishedAt: null },
    fields: ['orgId', 'type', 'recordId', 'createdAt'],
  },
  (rows) => {
    const late = rows.filter(({ createdAt }) => createdAt.getTime() < Date.now() - MAX_AGE);
    return late.map(({ _id, orgId, type, recordId, createdAt }) => ({
      orgId,
      record: `event ${_id}`,
      says: `${type} of ${recordId} waits to be published since ${createdAt.toISOString()}`,
    }));
  },
);
