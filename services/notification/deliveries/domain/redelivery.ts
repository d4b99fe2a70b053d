import { deliveryId, type FailedDelivery, type PendingDelivery, type SucceededDelivery } from './delivery.ts';

/** The newest attempt to deliver an event to a webhook, with the fields that a redelivery needs. */
export type Latest =
  | (PendingDelivery & { isTaken: boolean })
  | Pick<
      FailedDelivery | SucceededDelivery,
      'id' | 'orgId' | 'webhookId' | 'eventId' | 'eventType' | 'attempt' | 'isTest' | 'size' | 'phase'
    >;

/** A way to deliver an event to a webhook again. */
export type Redelivery =
  /** A new attempt is planned, and the schedule starts again. */
  | { kind: 'planned'; delivery: PendingDelivery }
  /** The planned attempt is due now, and the schedule starts again with it. */
  | { kind: 'hastened'; delivery: PendingDelivery }
  /** A delivery is already due or claimed. A second one would deliver the event twice. */
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
