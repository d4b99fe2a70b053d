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
 * idempotency_in_progress while the same test still runs; rate_limited where the org has too many run; outcome_unknown where it is
 * sent too late to be waited for, or an outage hides what became of it.
 */
export type TestWebhook = (call: Call, request: TestWebhookRequest) => Promise<TestResult>;

/** Time to record the attempt and to answer. */
const RESERVE_MS = 750;
/** Milliseconds that a test must have for an answer; with less, the webhook is not tested. */
const LEAST_MS = 1000;

/**
 * Delivers a `webhook.test`, or the example of another type, at once, past the queue, and waits for the answer.
 *
 * What has happened is a test either way: an example is sent under the test's id, and the bus carries the test alone.
 * Event and delivery are stored in one transaction. If this process dies then, the queue sends the test all the same. When
 * the test comes back from the bus, it is known by its id, and goes to no other webhook.
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
    // The queue sends it when its lease is over.
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
 * It is stored, and sent in any case: by the queue where an outage kept this process from it. It was not sent where the
 * webhook is gone; all else, a lost race to record it too, leaves open what came of it.
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
