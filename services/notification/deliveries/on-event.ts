import type { EventMessage } from '#chassis/messaging/event-bus.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { isDuplicateKey } from '#chassis/mongo/transaction.ts';
import type { EventRepository } from '../events/repository.ts';
import { startDelivery } from './domain/delivery.ts';
import type { Target, Targets } from './domain/target.ts';
import { type Addressed, Intake } from './intake.ts';
import type { DeliveryRepository } from './repository.ts';
import type { QueuedDelivery, Sender } from './sender.ts';

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
  const intake = new Intake(dependencies.targets, (addressed) => acceptOnce(addressed, dependencies));
  return ({ envelope, traceparent }) =>
    intake.add({
      id: envelope.id,
      orgId: envelope.org_id,
      type: envelope.type,
      payload: JSON.stringify(envelope),
      traceparent: traceparent ?? null,
      receivedAt: new Date(),
    });
}

async function acceptOnce(addressed: Addressed[], dependencies: OnEventDependencies): Promise<void> {
  const distinct = [...new Map(addressed.map((one) => [one.event.id, one])).values()];
  try {
    await acceptAll(distinct, dependencies);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const known = await dependencies.events.find(distinct.map(({ event }) => event.id));
    const fresh = distinct.filter(({ event }) => !known.has(event.id));
    if (fresh.length > 0) await acceptAll(fresh, dependencies);
  }
}

async function acceptAll(addressed: Addressed[], dependencies: OnEventDependencies): Promise<void> {
  const { store, deliveries, events, sender, leaseMs } = dependencies;
  const { queued, postponed } = divide(addressed, dependencies);
  const planned = [...queued, ...postponed].map(({ delivery }) => delivery);
  try {
    await store.transaction(async (session) => {
      await events.append(
        addressed.map(({ event }) => event),
        session,
      );
      if (planned.length > 0) await deliveries.add(planned, session);
    });
    // After a slow commit the lease may be another's: then whoever claims the deliveries sends them.
    sender.send(queued.filter(({ readAt }) => Date.now() < readAt + leaseMs / 2));
  } finally {
    sender.releaseUnsent(queued.map(({ delivery }) => delivery.id));
  }
  const now = Date.now();
  for (const target of new Set(postponed.map((queued) => queued.target))) sender.postpone(target, now);
}

/** Makes the deliveries: those that there is room for are taken already, the others are due at once. */
function divide(
  addressed: Addressed[],
  { sender, leaseMs }: OnEventDependencies,
): { queued: QueuedDelivery[]; postponed: { delivery: QueuedDelivery['delivery']; target: Target }[] } {
  const now = new Date();
  const leased = new Date(now.getTime() + leaseMs);
  const queued: QueuedDelivery[] = [];
  const postponed: { delivery: QueuedDelivery['delivery']; target: Target }[] = [];
  for (const { event, targets } of addressed) {
    const { payload, traceparent } = event;
    for (const target of targets) {
      const delivery = startDelivery(event, target.id, { now, dueAt: leased });
      if (sender.admit({ ...delivery, size: payload.length }))
        queued.push({ delivery, target, payload, traceparent, readAt: now.getTime() });
      else postponed.push({ delivery: { ...delivery, dueAt: now }, target });
    }
  }
  return { queued, postponed };
}
