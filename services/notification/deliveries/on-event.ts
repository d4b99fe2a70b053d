import { createBatcher } from '#chassis/batcher.ts';
import type { EventMessage } from '#chassis/bus.ts';
import type { Store } from '#chassis/mongo.ts';
import { isDuplicateKey, isFaultOfItsOwn } from '#chassis/transaction.ts';
import type { EventRepository, LoggedEvent } from '../events/repository.ts';
import { startDelivery } from './delivery.ts';
import type { DeliveryRepository } from './repository.ts';
import type { Parcel, Sender } from './sender.ts';
import type { Target, Targets } from './target.ts';

export interface OnEventDependencies {
  store: Store;
  events: EventRepository;
  deliveries: DeliveryRepository;
  sender: Sender;
  targets: Targets;
  leaseMs: number;
}

/**
 * Every event is logged and becomes one delivery for each webhook that subscribes to it, in one transaction, once: the
 * log's unique index is the inbox. What there is room for is handed to the sender right after the commit, taken
 * already; the rest is due at once for whoever has room first. Events that come together share a transaction.
 */
export function onEvent(dependencies: OnEventDependencies): (message: EventMessage) => Promise<void> {
  const accept = createBatcher(
    async (events: LoggedEvent[]) => {
      await acceptOnce(events, dependencies);
      return events.map(() => undefined);
    },
    { parallel: 2, retryAlone: isFaultOfItsOwn },
  );
  return ({ envelope, traceparent }) =>
    accept({
      id: envelope.id,
      orgId: envelope.org_id,
      type: envelope.type,
      payload: JSON.stringify(envelope),
      traceparent: traceparent ?? null,
      receivedAt: new Date(),
    });
}

async function acceptOnce(events: LoggedEvent[], dependencies: OnEventDependencies): Promise<void> {
  const distinct = [...new Map(events.map((event) => [event.id, event])).values()];
  try {
    await acceptAll(distinct, dependencies);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const known = await dependencies.events.find(distinct.map(({ id }) => id));
    const fresh = distinct.filter(({ id }) => !known.has(id));
    if (fresh.length > 0) await acceptAll(fresh, dependencies);
  }
}

async function acceptAll(events: LoggedEvent[], dependencies: OnEventDependencies): Promise<void> {
  const { store, deliveries, sender, targets, leaseMs } = dependencies;
  const subscribers = await targets.findSubscribers([...new Set(events.map(({ orgId }) => orgId))]);
  const { parcels, postponed } = address(events, subscribers, dependencies);
  const all = [...parcels, ...postponed].map(({ delivery }) => delivery);
  await store.transaction(async (session) => {
    await dependencies.events.append(events, session);
    if (all.length > 0) await deliveries.add(all, session);
  });
  // After a slow commit the lease may be another's: then whoever claims the deliveries sends them.
  sender.send(parcels.filter(({ readAt }) => Date.now() < readAt + leaseMs / 2));
  for (const webhookId of new Set(postponed.map(({ target }) => target.id))) sender.postpone(webhookId);
}

function address(
  events: LoggedEvent[],
  subscribers: (event: LoggedEvent) => Target[],
  { sender, leaseMs }: OnEventDependencies,
): { parcels: Parcel[]; postponed: Parcel[] } {
  const now = new Date();
  const taken = new Map<string, number>();
  const parcels: Parcel[] = [];
  const postponed: Parcel[] = [];
  for (const event of events) {
    for (const target of subscribers(event)) {
      const count = taken.get(target.id) ?? 0;
      const fits = count < sender.room(target.id);
      taken.set(target.id, count + 1);
      const dueAt = fits ? new Date(now.getTime() + leaseMs) : now;
      const delivery = startDelivery(event, target.id, { now, dueAt });
      const { payload, traceparent } = event;
      (fits ? parcels : postponed).push({ delivery, target, payload, traceparent, readAt: now.getTime() });
    }
  }
  return { parcels, postponed };
}
