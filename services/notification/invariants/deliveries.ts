import type { Reader } from '#chassis/invariants/database.ts';
import { byOrg, type Fault, invariantOf } from '#chassis/invariants/invariant.ts';
import { deliveryId } from '../deliveries/domain/delivery.ts';
import type { StoredEvent } from '../events/repository.ts';
import { covers } from '../webhooks/domain/event-types.ts';

type Row = Pick<StoredEvent, '_id' | 'orgId' | 'type' | 'receivedAt'>;

interface Webhook {
  _id: string;
  events: string[];
  updatedAt: Date;
}

/** Milliseconds. Older events are not checked, because attempts are deleted after 30 days. */
const CHECKED_MS = 29 * 24 * 3600_000;
/** Milliseconds: the differences of the replicas' clocks, and the lifetime of cached webhooks. */
const LEEWAY = 5_000;

/**
 * Each event has a delivery for each webhook that subscribed to it and was not changed since: made, planned, or in its
 * fan-out.
 */
export const deliveries = invariantOf<Row>(
  { name: 'deliveries', collection: 'events', fields: ['orgId', 'type', 'receivedAt'] },
  (rows, reader) => {
    const kept = rows.filter(({ receivedAt }) => receivedAt.getTime() > Date.now() - CHECKED_MS);
    return byOrg(kept, (orgId, own) => missing(orgId, own, reader));
  },
);

async function missing(orgId: string, events: Row[], reader: Reader): Promise<Fault[]> {
  const webhooks = await reader.find<Webhook>('webhooks', { orgId, isActive: true }, ['events', 'updatedAt']);
  const faults: Fault[] = [];
  // Webhooks are checked one after the other, because a page of events and a hundred webhooks have 20,000 deliveries.
  for (const { _id: webhookId, events: subscribed, updatedAt } of webhooks) {
    const unchangedSince = updatedAt.getTime() + LEEWAY;
    const due = events.filter(
      ({ type, receivedAt }) => covers(subscribed, type) && receivedAt.getTime() > unchangedSince,
    );
    if (due.length === 0) continue;
    const ids = due.map(({ _id }) => deliveryId(_id, webhookId, 1));
    const found = new Set(
      (await reader.find<{ _id: string }>('deliveries', { _id: { $in: ids } }, ['_id'])).map(({ _id }) => _id),
    );
    const lacking = due.filter(({ _id }) => !found.has(deliveryId(_id, webhookId, 1)));
    const waiting = await inFanOuts(lacking, webhookId, reader);
    for (const { _id, type } of lacking.filter((event) => !waiting.has(event._id))) {
      faults.push({ orgId, record: `event ${_id}`, says: `${type} has no delivery for webhook ${webhookId}` });
    }
  }
  return faults;
}

async function inFanOuts(events: Row[], webhookId: string, reader: Reader): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const filter = { _id: { $in: events.map(({ _id }) => _id) }, webhookIds: webhookId };
  return new Set((await reader.find<{ _id: string }>('fan_outs', filter, ['_id'])).map(({ _id }) => _id));
}
