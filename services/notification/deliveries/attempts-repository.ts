import type { Store } from '#chassis/mongo/mongo.ts';
import type { FailedDelivery, MadeDelivery } from './domain/delivery.ts';
import { deliveryModel } from './repository.ts';

/** The fields of an attempt that its event shows. */
export type EventAttempt = Pick<
  MadeDelivery,
  'id' | 'webhookId' | 'attempt' | 'phase' | 'statusCode' | 'durationMs' | 'deliveredAt'
> &
  Partial<Pick<FailedDelivery, 'nextAttemptAt'>>;

/** Finds the attempts of one event. Their ids begin with the event's id, so no other index is needed. */
export interface AttemptRepository {
  /** The attempts to deliver the event to all webhooks, the newest first. */
  ofEvent(orgId: string, eventId: string, most: number): Promise<EventAttempt[]>;
}

export function attemptRepository(store: Store): AttemptRepository {
  const model = deliveryModel(store);
  return {
    async ofEvent(orgId, eventId, most) {
      const made = { _id: beginningWith(`${eventId}.`), orgId, deliveredAt: { $exists: true } };
      const found = await model
        .find(made as never, { responseBody: 0 })
        .hint({ _id: 1 })
        .sort({ deliveredAt: -1, _id: -1 })
        .limit(most)
        .lean<(Omit<EventAttempt, 'id'> & { _id: string })[]>();
      return found.map(({ _id, ...attempt }) => ({ ...attempt, id: _id }));
    },
  };
}

/**
 * The filter for strings that begin with `text`. `text` ends with a point, and a slash is the next character after a
 * point.
 */
export const beginningWith = (text: string) => ({ $gte: text, $lt: `${text.slice(0, -1)}/` });
