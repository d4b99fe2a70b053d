import { AppError } from '#chassis/errors.ts';
import type { Call } from '#chassis/grpc-server.ts';
import type { Unit } from '#chassis/write.ts';
import type { EventRepository, LoggedEvent } from '../events/repository.ts';
import { requireReach } from '../webhooks/reach.ts';
import type { WebhookRepository } from '../webhooks/repository.ts';
import { testWebhook, type Webhook } from '../webhooks/webhook.ts';
import { deliveryId, type MadeDelivery, type PendingDelivery, startDelivery } from './delivery.ts';
import type { DeliveryRepository } from './repository.ts';
import type { Sender } from './sender.ts';
import type { Targets } from './target.ts';

export interface TestWebhookDependencies {
  webhooks: WebhookRepository;
  targets: Targets;
  events: EventRepository;
  deliveries: DeliveryRepository;
  sender: Sender;
  leaseMs: number;
  timeoutMs: number;
}

export interface TestResult {
  made: MadeDelivery;
  /** The envelope as JSON text. */
  payload: string;
  eventId: string;
  replayed: boolean;
}

/** Errors: not_found; insufficient_permissions; version_mismatch; idempotency_in_progress while the same test still runs. */
export type TestWebhook = (call: Call, id: string, expectedRevision: number | undefined) => Promise<TestResult>;

/** Time to record the attempt and to answer. */
const RESERVE_MS = 750;

/**
 * Delivers a `webhook.test` at once, past the queue, and waits for the answer. Event and delivery are stored in the
 * same transaction: the test comes back to this service as an event like any other, is known then, and goes to no
 * other webhook; and if this process dies, it is sent all the same.
 */
export function createTestWebhook(dependencies: TestWebhookDependencies): TestWebhook {
  const { webhooks, targets, events, deliveries, sender, leaseMs, timeoutMs } = dependencies;

  async function store(call: Call, id: string, expectedRevision: number | undefined) {
    const { now, principal } = call;
    let stored: { event: LoggedEvent; delivery: PendingDelivery } | undefined;
    const key = { orgId: principal.orgId, id, expectedRevision };
    const decide = (before: Webhook) => {
      requireReach(principal, before.events);
      return testWebhook(before);
    };
    const alongside = async (unit: Unit, eventId: string, { orgId }: Webhook) => {
      const traceparent = call.traceparent ?? null;
      const event = {
        id: eventId,
        orgId,
        type: 'webhook.test',
        payload: unit.envelope(eventId),
        traceparent,
        receivedAt: now,
      };
      const delivery = startDelivery(event, id, { now, dueAt: new Date(Date.now() + leaseMs), isTest: true });
      await events.append([event], unit.session);
      await deliveries.add([delivery], unit.session);
      stored = { event, delivery };
    };
    const written = await webhooks.update(call, key, decide, { alongside });
    return { ...written, stored };
  }

  async function send({ event, delivery }: { event: LoggedEvent; delivery: PendingDelivery }, deadline: number) {
    const target = (await targets.find([delivery.webhookId])).get(delivery.webhookId);
    if (!target) throw new AppError('not_found', 'Webhook not found');
    const { payload, traceparent } = event;
    const time = Math.min(timeoutMs, deadline - Date.now() - RESERVE_MS);
    return sender.sendNow({ delivery, target, payload, traceparent, readAt: Date.now() }, time);
  }

  async function recall(orgId: string, id: string, eventId: string) {
    const made = await deliveries.findOne(orgId, deliveryId(eventId, id, 1));
    const event = (await events.find([eventId])).get(eventId);
    if (!made || !event) throw new AppError('idempotency_in_progress', 'The test is still running', { retryAfter: 1 });
    return { made, payload: event.payload };
  }

  return async (call, id, expectedRevision) => {
    const { stored, eventId, replayed } = await store(call, id, expectedRevision);
    if (replayed || !stored) return { ...(await recall(call.principal.orgId, id, eventId)), eventId, replayed };
    const made = await send(stored, call.deadline);
    return { made, payload: stored.event.payload, eventId, replayed };
  };
}
