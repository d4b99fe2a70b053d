import { AppError } from '#chassis/errors.ts';
import { unary } from '#chassis/grpc-server.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import { ListDeliveriesRequest } from '#proto/notification/v1/contract.ts';
import type { EventRepository } from '../events/repository.ts';
import { requireAccess } from '../webhooks/access.ts';
import type { WebhookRepository } from '../webhooks/repository.ts';
import type { Attempt } from './delivery.ts';
import type { DeliveryRepository } from './repository.ts';
import { signedContent, signingTime } from './signing.ts';
import type { TestWebhook } from './test-webhook.ts';

export interface DeliveryHandlerOptions {
  deliveries: DeliveryRepository;
  events: EventRepository;
  webhooks: WebhookRepository;
  test: TestWebhook;
}

export function deliveryHandlers({ deliveries, events, webhooks, test }: DeliveryHandlerOptions) {
  return {
    TestWebhook: unary(RecordRequest, async ({ id, expectedRevision }, call) => {
      requireAccess(call.principal, 'move');
      const { attempt, payload, eventId, replayed } = await test(call, id, expectedRevision);
      const content = signedContent({
        id: attempt.eventId,
        timestamp: signingTime(attempt.deliveredAt),
        body: payload,
      });
      return { delivery: deliveryRecord(attempt, payload), signed_content: content, eventId, replayed };
    }),
    ListDeliveries: unary(ListDeliveriesRequest, async (request, { principal }) => {
      requireAccess(principal, 'read');
      const { id, orgId } = await webhooks.get(principal.orgId, request.webhook_id);
      const { limit, success, event_type: eventType } = request;
      const before = request.before === undefined ? undefined : await positionOf(orgId, id, request.before);
      const attempts = await deliveries.findAttempts(orgId, id, { limit, success, eventType, before });
      const logged = await events.find([...new Set(attempts.map(({ eventId }) => eventId))]);
      return { data: attempts.map((attempt) => deliveryRecord(attempt, logged.get(attempt.eventId)?.payload ?? '{}')) };
    }),
  };

  async function positionOf(orgId: string, webhookId: string, id: string): Promise<Attempt> {
    const attempt = await deliveries.findAttempt(orgId, id);
    if (attempt?.webhookId === webhookId) return attempt;
    const issue = { loc: ['query', 'before'], msg: 'Value error, not a delivery of this webhook', type: 'value_error' };
    throw new AppError('validation_failed', 'Validation failed', { issues: [{ ...issue, input: id }] });
  }
}

/** interface: Webhook delivery, with the payload as JSON text. */
function deliveryRecord(attempt: Attempt, payload: string) {
  return {
    id: attempt.id,
    event_id: attempt.eventId,
    event_type: attempt.eventType,
    attempt: attempt.attempt,
    payload,
    status_code: attempt.statusCode,
    response_body: attempt.responseBody,
    duration_ms: attempt.durationMs,
    delivered_at: attempt.deliveredAt.toISOString(),
    success: attempt.success,
    next_attempt_at: attempt.nextAttemptAt?.toISOString() ?? null,
  };
}
