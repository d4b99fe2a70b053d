import { randomUUID } from 'node:crypto';
import { backlogMeter } from '#chassis/messaging/backlog-meter.ts';
import type { EventBus } from '#chassis/messaging/event-bus.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { implement, type ServiceImplementation } from '#chassis/rpc/grpc-server.ts';
import type { ConfigOf } from '#chassis/runtime/config.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import type { WriteCall, Writer } from '#chassis/unit-of-work/write.ts';
import { subscriptions } from '#proto/common/v1/events.contract.ts';
import type { notificationConfig } from './config.ts';
import { Claimer } from './deliveries/claimer.ts';
import { DueWebhooks } from './deliveries/due-webhooks.ts';
import { EndpointQueues } from './deliveries/endpoint-queues.ts';
import { deliveryHandlers } from './deliveries/handlers.ts';
import { healthRepository } from './deliveries/health-repository.ts';
import { deliveriesDue, observeEndpoints } from './deliveries/metrics.ts';
import { onEvent } from './deliveries/on-event.ts';
import { deliveryRepository } from './deliveries/repository.ts';
import { Sender } from './deliveries/sender.ts';
import { Sweep } from './deliveries/sweep.ts';
import { createTestWebhook } from './deliveries/test-webhook.ts';
import { eventRepository } from './events/repository.ts';
import { keyHandlers } from './keys/handlers.ts';
import { keyRepository } from './keys/repository.ts';
import { createAddressPolicy } from './network/domain/address-policy.ts';
import { webhookHandlers } from './webhooks/handlers.ts';
import { webhookRepository } from './webhooks/repository.ts';
import { webhookTargets } from './webhooks/targets.ts';

/** Deliveries to one webhook that wait in memory. */
const MAX_WAITING = 1024;
/** They share transactions: many at once cost little more than one. */
const EVENTS_AT_ONCE = 256;
const OWN_DEADLINE_MS = 8000;

export interface NotificationOptions {
  config: ConfigOf<typeof notificationConfig>;
  store: Store;
  bus: EventBus;
  writer: Writer;
  logger: Logger;
}

/** The rooms of the service, joined: events come in at the consumer, webhooks go out at the workers. */
export function notification({ config, store, bus, writer, logger }: NotificationOptions): {
  service: ServiceImplementation;
  consumer: Component;
  workers: Component[];
} {
  const keys = keyRepository(store);
  const events = eventRepository(store);
  const health = healthRepository(store);
  const deliveries = deliveryRepository(store, health);
  const webhooks = webhookRepository(store, writer, config.WEBHOOK_MAX_PER_ORG);
  const targets = webhookTargets(webhooks);
  const { WEBHOOK_LEASE_MS: leaseMs, WEBHOOK_TIMEOUT_MS: timeoutMs, WEBHOOK_RETRY_SCHEDULE: schedule } = config;
  const mayReach = createAddressPolicy({
    allowed: config.WEBHOOK_ALLOWED_NETWORKS,
    denied: config.WEBHOOK_DENIED_NETWORKS,
  });
  const lanes = new EndpointQueues({ connections: config.WEBHOOK_CONNECTIONS, maxWaiting: MAX_WAITING, mayReach });
  const sender = new Sender({
    lanes,
    logger,
    schedule,
    timeoutMs,
    targets,
    record: (outcomes) => deliveries.record(outcomes),
    cancel: (ids) => deliveries.cancel(ids),
    privateKey: (orgId) => keys.privateKey(orgId),
    disable: ({ orgId, id }) => webhooks.disable(ownCall(), { orgId, id }),
  });
  const agenda = new DueWebhooks();
  const claimer = new Claimer({ deliveries, events, targets, sender, lanes, agenda, logger, leaseMs });
  const sweep = new Sweep({ deliveries, agenda, logger, everyMs: leaseMs, wake: () => claimer.wake(Date.now()) });
  const meter = backlogMeter({
    store,
    name: 'meter of due deliveries',
    gauge: deliveriesDue,
    count: (most) => deliveries.countDue(new Date(), most),
    logger,
  });
  observeEndpoints(lanes);

  const rules = { allowHttp: config.WEBHOOK_ALLOW_HTTP, mayReach };
  const test = createTestWebhook({ webhooks, targets, events, deliveries, sender, leaseMs, timeoutMs });
  const service = implement('notification', 'WebhookService', {
    ...webhookHandlers({
      webhooks,
      rules,
      ensureKey: (orgId) => keys.privateKey(orgId),
      readHealth: health.read,
    }),
    ...deliveryHandlers({ deliveries, events, webhooks, test }),
    ...keyHandlers(keys),
  });
  const consumer = bus.consume({
    ...subscriptions.notification,
    concurrency: EVENTS_AT_ONCE,
    handle: onEvent({ store, events, deliveries, targets, sender, leaseMs }),
  });
  return { service, consumer, workers: [sender, claimer, sweep, meter] };
}

/** For what the service does of its own accord. */
function ownCall(): WriteCall {
  const now = new Date();
  return { context: { requestId: randomUUID() }, now, deadline: now.getTime() + OWN_DEADLINE_MS };
}
