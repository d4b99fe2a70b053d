import type { EventMessage } from '#chassis/messaging/event-bus.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { isDuplicateKey } from '#chassis/mongo/transaction.ts';
import { webhookActs } from '#proto/notification/v1/contract.ts';
import { indexed } from '../events/domain/logged-event.ts';
import { purgeableWith, purgedBy, purgedPayload } from '../events/domain/purge.ts';
import type { PurgeRepository } from '../events/purge-repository.ts';
import type { EventRepository, LoggedEvent } from '../events/repository.ts';
import type { FanOut } from '../fan-out/domain/fan-out.ts';
import type { FanOutRepository } from '../fan-out/repository.ts';
import { type PendingDelivery, startDelivery } from './domain/delivery.ts';
import type { Target, Targets } from './domain/target.ts';
import { type Addressed, Intake } from './intake.ts';
import type { DeliveryRepository } from './repository.ts';
import type { QueuedDelivery, Sender } from './sender.ts';

export interface OnEventDependencies {
  store: Store;
  events: EventRepository;
  purges: Pick<PurgeRepository, 'note' | 'known'>;
  deliveries: DeliveryRepository;
  fanOuts: Pick<FanOutRepository, 'add'>;
  /** Called after the event was stored, if deliveries of it wait in the database. */
  noteEvent(event: LoggedEvent): void;
  /** Called after a fan-out was stored. */
  wakeFanOut(): void;
  sender: Sender;
  targets: Targets;
  leaseMs: number;
}

const acts: ReadonlySet<string> = new Set(webhookActs);

/**
 * Logs each event, and stores a delivery for each webhook that subscribes to it, in one transaction, exactly once: the
 * log's unique index is the inbox. Deliveries that the sender has room for are stored as claimed, and sent after the
 * commit. The others are due at once, for any process with room. Events that arrive together share a transaction.
 * Deliveries above the org's share are not stored one by one: one row for each event is stored, its fan-out.
 */
export function onEvent(dependencies: OnEventDependencies): (message: EventMessage) => Promise<void> {
  const intake = new Intake(dependencies.targets, (addressed) => acceptOnce(addressed, dependencies));
  return async ({ envelope, traceparent }) => {
    if (acts.has(envelope.type)) return;
    await intake.add({
      id: envelope.id,
      orgId: envelope.org_id,
      type: envelope.type,
      ...indexed(envelope),
      payload: JSON.stringify(envelope),
      traceparent: traceparent ?? null,
      receivedAt: new Date(),
    });
  };
}

async function acceptOnce(addressed: Addressed[], dependencies: OnEventDependencies): Promise<void> {
  const { purges } = dependencies;
  const distinct = await withoutPurged([...new Map(addressed.map((one) => [one.event.id, one])).values()], purges);
  try {
    await acceptAll(distinct, dependencies);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const known = await dependencies.events.find(distinct.map(({ event }) => event.id));
    const fresh = distinct.filter(({ event }) => !known.has(event.id));
    if (fresh.length > 0) await acceptAll(fresh, dependencies);
  }
}

/** If a record was deleted for good, its late events are stored without their data. */
async function withoutPurged(addressed: Addressed[], purges: Pick<PurgeRepository, 'known'>): Promise<Addressed[]> {
  const isPurged = await purges.known(addressed.flatMap(({ event }) => purgeableWith(event) ?? []));
  return addressed.map((one) => {
    const record = purgeableWith(one.event);
    return record && isPurged(record) ? { ...one, event: purged(one.event) } : one;
  });
}

const purged = (event: LoggedEvent): LoggedEvent => ({ ...event, payload: purgedPayload(event.payload) });

async function acceptAll(addressed: Addressed[], dependencies: OnEventDependencies): Promise<void> {
  const { store, deliveries, events, fanOuts, purges, sender, leaseMs, noteEvent } = dependencies;
  const now = Date.now();
  const { queued, postponed } = divide(addressed, now, dependencies);
  const later = addressed.flatMap((one) => (one.later.length > 0 ? [fanOutOf(one, new Date(now))] : []));
  try {
    await store.transaction(async (session) => {
      await events.append(
        addressed.map(({ event }) => event),
        session,
      );
      await deliveries.add({ taken: queued.map(deliveryOf), free: postponed.map(deliveryOf) }, session);
      if (later.length > 0) await fanOuts.add(later, session);
      await purges.note(
        addressed.flatMap(({ event }) => purgedBy(event) ?? []),
        new Date(),
        session,
      );
    });
    // After a slow commit, another process may already hold the lease. Then that process sends the deliveries.
    if (Date.now() < now + leaseMs / 2) sender.send(queued);
  } finally {
    sender.releaseUnsent(queued.map(({ delivery }) => delivery.id));
  }
  for (const event of new Set(postponed.map((queued) => queued.event))) noteEvent(event);
  for (const target of new Set(postponed.map((queued) => queued.target))) sender.postpone(target, Date.now());
  if (later.length > 0) dependencies.wakeFanOut();
}

function fanOutOf({ event: { id: eventId, orgId, type, payload }, later }: Addressed, createdAt: Date): FanOut {
  return { eventId, orgId, type, size: payload.length, webhookIds: later, createdAt };
}

const deliveryOf = ({ delivery }: { delivery: PendingDelivery }): PendingDelivery => delivery;

interface Postponed {
  delivery: PendingDelivery;
  target: Target;
  event: LoggedEvent;
}

/** Creates the deliveries. Those that the sender has room for are claimed. The others are due now. */
function divide(
  addressed: Addressed[],
  time: number,
  { sender, leaseMs }: OnEventDependencies,
): { queued: QueuedDelivery[]; postponed: Postponed[] } {
  const now = new Date(time);
  const leased = new Date(time + leaseMs);
  const queued: QueuedDelivery[] = [];
  const postponed: Postponed[] = [];
  for (const { event, targets, readAt } of addressed) {
    const { payload, traceparent, at: happenedAt } = event;
    for (const target of targets) {
      const delivery = startDelivery(event, target.id, { now, dueAt: leased });
      if (sender.admit({ ...delivery, size: payload.length }))
        queued.push({ delivery, target, payload, traceparent, happenedAt, readAt });
      else postponed.push({ delivery: { ...delivery, dueAt: now }, target, event });
    }
  }
  return { queued, postponed };
}
