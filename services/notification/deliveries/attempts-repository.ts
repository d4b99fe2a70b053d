import type { Store } from '#chassis/mongo/mongo.ts';
import type { FailedDelivery, MadeDelivery } from './domain/delivery.ts';
import { deliveryModel } from './repository.ts';

/** An attempt as its event shows it. */
export type EventAttempt = Pick<
  MadeDelivery,
  'id' | 'webhookId' | 'attempt' | 'phase' | 'statusCode' | 'durationMs' | 'deliveredAt'
> &
  Partial<Pick<FailedDelivery, 'nextAttemptAt'>>;

/** The attempts of single events. Their ids begin with the event's id, so they are found without an index of their own. */
export interface AttemptRepository {
  /** Attempts at all webhooks, the newest first. */
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

/** Strings that begin with `text`, which ends with a point: a slash follows a point. */
export const beginningWith = (text: string) => ({ $gte: text, $lt: `${text.slice(0, -1)}/` });
