import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import { AppError, outcomeUnknown } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { eventExample } from '#proto/common/v1/event-examples.contract.ts';
import type { TestWebhookRequest } from '#proto/notification/v1/contract.ts';
import { indexed } from '../events/domain/logged-event.ts';
import type { EventRepository, LoggedEvent } from '../events/repository.ts';
import { testWebhook } from '../webhooks/domain/webhook.ts';
import { requireReach } from '../webhooks/event-visibility.ts';
import type { WebhookRepository } from '../webhooks/repository.ts';
import { deliveryId, type MadeDelivery, type PendingDelivery, startDelivery } from './domain/delivery.ts';
import type { Targets } from './domain/target.ts';
import type { DeliveryRepository } from './repository.ts';
import type { Sender } from './sender.ts';

export interface TestWebhookDependencies {
  writer: Writer;
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

/**
 * Errors: validation_failed for a type without an example; not_found; insufficient_permissions; version_mismatch;
 * idempotency_in_progress while the same test runs; rate_limited if too many tests of the org run; outcome_unknown if
 * too little time is left to wait for the answer, or if the result could not be recorded.
 */
export type TestWebhook = (call: Call, request: TestWebhookRequest) => Promise<TestResult>;

/** Milliseconds that are left to record the attempt and to answer. */
const RESERVE_MS = 750;
/** Minimum milliseconds for the receiver's answer. If less is left, the call does not wait for the test. */
const LEAST_MS = 1000;

/**
 * Sends a `webhook.test`, or the example of another event type, without the queue, and waits for the answer.
 *
 * The stored event is always a test: an example is sent with the test's id, and only the test is published on the bus.
 * Event and delivery are stored in one transaction. If this process dies after it, the queue sends the test. When the
 * test comes back from the bus, it is recognised by its id, and is sent to no other webhook.
 */
export function createTestWebhook(dependencies: TestWebhookDependencies): TestWebhook {
  const { writer, webhooks, targets, events, deliveries, sender, leaseMs, timeoutMs } = dependencies;

  async function store(call: Call, { id, expectedRevision, event_type: type }: TestWebhookRequest) {
    const { now, principal } = call;
    if (type !== undefined) requireReach(principal, [type]);
    const data = type === undefined ? undefined : exampleOf(type, principal.orgId);
    let stored: { event: LoggedEvent; delivery: PendingDelivery } | undefined;
    const written = await writer.write(call, async (tx) => {
      const before = await webhooks.load(tx, { id, expectedRevision });
      requireReach(principal, before.events);
      await webhooks.save(tx, before, testWebhook(before));
      const test = tx.lastEvent();
      const envelope = JSON.parse(test.envelope);
      const event = {
        id: test.id,
        orgId: before.orgId,
        type: 'webhook.test',
        ...indexed(envelope),
        payload: data ? JSON.stringify({ ...envelope, type, data, test: true }) : test.envelope,
        traceparent: call.traceparent ?? null,
        receivedAt: now,
      };
      const sent = { ...event, type: type ?? event.type };
      const delivery = startDelivery(sent, id, { now, dueAt: new Date(Date.now() + leaseMs), isTest: true });
      await events.append([event], tx.session);
      await deliveries.add({ taken: [delivery] }, tx.session);
      stored = { event, delivery };
    });
    return { ...written, stored };
  }

  async function send({ event, delivery }: { event: LoggedEvent; delivery: PendingDelivery }, deadline: number) {
    const readAt = performance.now();
    const target = (await targets.find([delivery.webhookId])).get(delivery.webhookId);
    if (!target) throw new AppError('not_found', 'Webhook not found');
    const { payload, traceparent } = event;
    const left = deadline - Date.now() - RESERVE_MS;
    // The queue sends the test when its lease ends.
    if (left < LEAST_MS) throw outcomeUnknown('The test is sent, but not waited for: see the deliveries', undefined);
    return sender.sendNow({ delivery, target, payload, traceparent, readAt }, Math.min(timeoutMs, left));
  }

  async function recall(orgId: string, id: string, eventId: string) {
    const made = await deliveries.findOne(orgId, deliveryId(eventId, id, 1));
    const event = (await events.find([eventId])).get(eventId);
    if (!made || !event) throw new AppError('idempotency_in_progress', 'The test is still running', { retryAfter: 1 });
    return { made, payload: event.payload };
  }

  async function test(call: Call, request: TestWebhookRequest): Promise<TestResult> {
    const { stored, eventId, replayed } = await store(call, request);
    if (replayed || !stored) return { ...(await recall(call.principal.orgId, request.id, eventId)), eventId, replayed };
    const made = await send(stored, call.deadline).catch(rethrowAsUnknown);
    return { made, payload: stored.event.payload, eventId, replayed };
  }

  const turns = new FairQueue({
    name: 'notification.tests',
    limit: 256,
    each: 8,
    maxWaiting: 0,
    full: { message: 'Too many webhooks are being tested at once' },
  });
  return (call, request) => turns.run(call.principal.orgId, call, () => test(call, request));
}

/**
 * The test is stored, so it is sent in any case, by the queue if this process failed. Only if the webhook was deleted,
 * it is not sent. After all other errors the result is unknown.
 */
function rethrowAsUnknown(error: unknown): never {
  if (error instanceof AppError && ['not_found', 'outcome_unknown'].includes(error.code)) throw error;
  throw outcomeUnknown('The test is sent, but what came of it is not known: see the deliveries', error);
}

function exampleOf(type: string, orgId: string): object {
  const example = eventExample(type, orgId);
  if (example) return example;
  const error = 'expected an event type; GET /api/v1/event-types lists them';
  const issue = { loc: ['body', 'event_type'], type: 'value_error', msg: `Value error, ${error}`, ctx: { error } };
  throw new AppError('validation_failed', 'Validation failed', { issues: [{ ...issue, input: type }] });
}
