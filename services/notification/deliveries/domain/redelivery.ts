import { deliveryId, type FailedDelivery, type PendingDelivery, type SucceededDelivery } from './delivery.ts';

/** The newest attempt of an event at a webhook, as far as another one is concerned. */
export type Latest =
  | (PendingDelivery & { isTaken: boolean })
  | Pick<
      FailedDelivery | SucceededDelivery,
      'id' | 'orgId' | 'webhookId' | 'eventId' | 'eventType' | 'attempt' | 'isTest' | 'size' | 'phase'
    >;

/** The way in which an event is delivered to a webhook once more. */
export type Redelivery =
  /** The schedule begins anew. */
  | { kind: 'planned'; delivery: PendingDelivery }
  /** The attempt that was planned for later is due now, and the schedule begins anew with it. */
  | { kind: 'hastened'; delivery: PendingDelivery }
  /** A delivery is due, or under way: a second one would deliver the event twice. */
  | { kind: 'under way'; delivery: PendingDelivery };

export function redeliver(latest: Latest, now: Date): Redelivery {
  if (latest.phase !== 'pending') return { kind: 'planned', delivery: anew(latest, now) };
  const { isTaken, ...delivery } = latest;
  if (isTaken || delivery.dueAt <= now) return { kind: 'under way', delivery };
  return { kind: 'hastened', delivery: { ...delivery, madeBefore: delivery.attempt - 1, dueAt: now } };
}

function anew(latest: Exclude<Latest, { phase: 'pending' }>, now: Date): PendingDelivery {
  const { orgId, webhookId, eventId, eventType, isTest, size, attempt: madeBefore } = latest;
  const attempt = madeBefore + 1;
  const delivery: PendingDelivery = {
    ...{
      id: deliveryId(eventId, webhookId, attempt),
      orgId,
      webhookId,
      eventId,
      eventType,
      attempt,
      madeBefore,
      isTest,
    },
    createdAt: now,
    phase: 'pending',
    dueAt: now,
  };
  return size === undefined ? delivery : { ...delivery, size };
}
