import { AppError } from '#chassis/domain/errors.ts';
import { whileSmall } from '#chassis/mongo/read-limits.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import { unary } from '#chassis/rpc/endpoint.ts';
import {
  ListDeliveriesRequest,
  RecoverWebhookRequest,
  RedeliverRequest,
  TestWebhookRequest,
} from '#proto/notification/v1/contract.ts';
import type { EventRepository } from '../events/repository.ts';
import { mayRead, readableTypes, requireReach } from '../webhooks/event-visibility.ts';
import type { WebhookRepository } from '../webhooks/repository.ts';
import { historySince, type MadeDelivery } from './domain/delivery.ts';
import type { Redeliver } from './redeliver.ts';
import type { DeliveryRepository } from './repository.ts';
import { signedContent, signingTime } from './signing.ts';
import type { TestWebhook } from './test-webhook.ts';

export interface DeliveryHandlerOptions {
  deliveries: DeliveryRepository;
  events: EventRepository;
  webhooks: WebhookRepository;
  test: TestWebhook;
  redeliver: Redeliver;
}

/** The rights are those of the webhooks themselves. */
const reading = { role: 'admin', scope: 'read:webhooks' } as const;
const moving = { role: 'admin', scope: 'write:webhooks' } as const;

export function deliveryHandlers({ deliveries, events, webhooks, test, redeliver }: DeliveryHandlerOptions) {
  return {
    TestWebhook: unary(
      TestWebhookRequest,
      async (request, call) => {
        const { made, payload, eventId, replayed } = await test(call, request);
        const content = signedContent({ id: eventId, timestamp: signingTime(made.deliveredAt), body: payload });
        return { delivery: deliveryRecord(made, payload), signed_content: content, eventId, replayed };
      },
      moving,
    ),
    RedeliverDelivery: unary(RedeliverRequest, (request, call) => redeliver.redeliver(call, request), moving),
    RecoverWebhook: unary(RecoverWebhookRequest, (request, call) => redeliver.recover(call, request), moving),
    ListDeliveries: unary(
      ListDeliveriesRequest,
      async (request, call) => {
        const { principal } = call;
        const { id, orgId, events: subscriptions } = await webhooks.get(principal.orgId, request.webhook_id);
        requireReach(principal, subscriptions);
        const { limit, success } = request;
        const eventTypes = shownTypes(principal, request.event_type);
        const [before, after] = await Promise.all(
          (['before', 'after'] as const).map((name) => positionOf(orgId, id, name, request[name])),
        );
        const position = request.oldest_first ? after : before;
        const reading = { waitLimit: call, isFirst: position === undefined };
        const [since, from] = [historySince(call.now), dateOf(request.delivered_from)];
        const span = { since: from && from > since ? from : since, until: dateOf(request.delivered_to) };
        return whileSmall(orgId, reading, async (budget) => {
          const isOldestFirst = request.oldest_first;
          const asked = { limit, success, eventTypes, before, after, isOldestFirst, ...span };
          const made = await deliveries.findMade(orgId, id, asked, budget);
          const logged = await events.find([...new Set(made.map(({ eventId }) => eventId))]);
          const payloadOf = ({ eventId }: MadeDelivery) => logged.get(eventId)?.payload ?? '{}';
          const data = made.map((delivery) => deliveryRecord(delivery, payloadOf(delivery)));
          const last = data.at(-1);
          const mayBeMore = budget.isFull || data.length === limit;
          return { data, ...(mayBeMore && last && { next: last.id }) };
        });
      },
      reading,
    ),
  };

  /** Errors: validation_failed. */
  async function positionOf(
    orgId: string,
    webhookId: string,
    parameter: 'before' | 'after',
    id: string | undefined,
  ): Promise<MadeDelivery | undefined> {
    if (id === undefined) return undefined;
    const made = await deliveries.findOne(orgId, id);
    if (made?.webhookId === webhookId) return made;
    const error = 'not a delivery of this webhook';
    const issue = { loc: ['query', parameter], msg: `Value error, ${error}`, type: 'value_error', ctx: { error } };
    throw new AppError('validation_failed', 'Validation failed', { issues: [{ ...issue, input: id }] });
  }
}

const dateOf = (time: string | undefined) => (time === undefined ? undefined : new Date(time));

/**
 * The event types to list; undefined: all. The present subscriptions of the webhook do not matter, because its history
 * may be older.
 */
function shownTypes(principal: Principal, asked: string | undefined): string[] | undefined {
  if (asked === undefined) return readableTypes(principal);
  return mayRead(principal, asked) ? [asked] : [];
}

/** A delivery in the form of messages (interface: Webhook delivery). The payload is JSON text. */
function deliveryRecord(made: MadeDelivery, payload: string) {
  return {
    id: made.id,
    event_id: made.eventId,
    event_type: made.eventType,
    attempt: made.attempt,
    payload,
    status_code: made.statusCode,
    response_body: made.responseBody,
    duration_ms: made.durationMs,
    delivered_at: made.deliveredAt.toISOString(),
    success: made.phase === 'succeeded',
    next_attempt_at: made.phase === 'failed' && made.nextAttemptAt ? made.nextAttemptAt.toISOString() : null,
  };
}
