import { backlogMeter } from '#chassis/messaging/backlog-meter.ts';
import type { EventBus } from '#chassis/messaging/event-bus.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { upgrades } from '#chassis/mongo/upgrades.ts';
import { implement, type ServiceImplementation } from '#chassis/rpc/endpoint.ts';
import type { ConfigOf } from '#chassis/runtime/config.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import { periodic } from '#chassis/runtime/periodic.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { subscriptions } from '#proto/common/v1/events.contract.ts';
import type { notificationConfig } from './config.ts';
import { attemptRepository } from './deliveries/attempts-repository.ts';
import { Claimer } from './deliveries/claimer.ts';
import { longestGap } from './deliveries/domain/schedule.ts';
import { DueWebhooks, type WebhookRef } from './deliveries/due-webhooks.ts';
import { dropEarlierExpiry } from './deliveries/earlier-expiry-repository.ts';
import { deliveryHandlers } from './deliveries/handlers.ts';
import { healthRepository } from './deliveries/health-repository.ts';
import { Lanes } from './deliveries/lanes.ts';
import { deliveriesDue, observeEndpoints } from './deliveries/metrics.ts';
import { onEvent } from './deliveries/on-event.ts';
import { Recoverer } from './deliveries/recoverer.ts';
import { recoveryRepository } from './deliveries/recovery-repository.ts';
import { createRedeliver } from './deliveries/redeliver.ts';
import { redeliveryRepository } from './deliveries/redelivery-repository.ts';
import { deliveryRepository } from './deliveries/repository.ts';
import { Sender } from './deliveries/sender.ts';
import { Sweep } from './deliveries/sweep.ts';
import { createTestWebhook } from './deliveries/test-webhook.ts';
import { EventCache } from './events/event-cache.ts';
import { eventHandlers } from './events/handlers.ts';
import { indexEarlier } from './events/index-earlier-repository.ts';
import { purgeRepository } from './events/purge-repository.ts';
import { eventRepository } from './events/repository.ts';
import { createDisable } from './failing/disable.ts';
import { createFailureWatch } from './failing/failure-watch.ts';
import { streakRepository } from './failing/streak-repository.ts';
import { FanOutWorker } from './fan-out/fan-out-worker.ts';
import { fanOutsWaiting } from './fan-out/metrics.ts';
import { fanOutRepository } from './fan-out/repository.ts';
import { createAddressPolicy } from './network/domain/address-policy.ts';
import { keyHandlers } from './signing-keys/handlers.ts';
import { keyRepository } from './signing-keys/repository.ts';
import { webhookHandlers } from './webhooks/handlers.ts';
import { webhookRepository } from './webhooks/repository.ts';
import { webhookTargets } from './webhooks/targets.ts';

/** Maximum number of deliveries to one webhook that wait in memory. */
const MAX_WAITING = 1024;
/** Maximum number of events that are handled at the same time. They share transactions. */
const MAX_EVENTS = 256;
/** Number of webhooks whose oldest due delivery is read every 5 s: about 100 ms. */
const MAX_MEASURED = 200;
/**
 * Milliseconds between two purges. A change that arrives by event is effective within 5 s (decisions 1: Eventual
 * facts).
 */
const PURGE_EVERY_MS = 1000;
const UPGRADE_EVERY_MS = 3000;

export interface NotificationOptions {
  config: ConfigOf<typeof notificationConfig>;
  store: Store;
  bus: EventBus;
  writer: Writer;
  logger: Logger;
}

/** Joins the parts of the service. The consumer receives events, and the workers send webhooks. */
export function notification({ config, store, bus, writer, logger }: NotificationOptions): {
  services: [ServiceImplementation, ...ServiceImplementation[]];
  consumer: Component;
  workers: Component[];
} {
  const keys = keyRepository(store);
  const events = eventRepository(store);
  const purges = purgeRepository(store);
  const attempts = attemptRepository(store);
  const redeliveries = redeliveryRepository(store);
  const streaks = streakRepository(store);
  const health = healthRepository(store);
  const deliveries = deliveryRepository(store, health);
  const fanOuts = fanOutRepository(store);
  const webhooks = webhookRepository(store, config.WEBHOOK_MAX_PER_ORG);
  const targets = webhookTargets(webhooks);
  const { WEBHOOK_LEASE_MS: leaseMs, WEBHOOK_TIMEOUT_MS: timeoutMs, WEBHOOK_RETRY_SCHEDULE: schedule } = config;
  const recoveries = recoveryRepository(store, timeoutMs);
  const mayReach = createAddressPolicy({
    allowed: config.WEBHOOK_ALLOWED_NETWORKS,
    denied: config.WEBHOOK_DENIED_NETWORKS,
  });
  const lanes = new Lanes({
    connections: config.WEBHOOK_CONNECTIONS,
    maxWaiting: MAX_WAITING,
    longestGapMs: longestGap(schedule),
    mayReach,
  });
  const disable = createDisable({ writer, webhooks, streaks });
  const sender = new Sender({
    lanes,
    logger,
    schedule,
    timeoutMs,
    targets,
    record: (outcomes) => deliveries.record(outcomes),
    settle: (unsent) => deliveries.settle(unsent),
    cancel: (ids) => deliveries.cancel(ids),
    privateKeys: keys.privateKeys,
    disable: disable('gone'),
    failed: createFailureWatch({ health, streaks, disable: disable('failing') }),
    payload: async (eventId) => (await events.find([eventId])).get(eventId)?.payload,
  });
  const agenda = new DueWebhooks();
  const cachedEvents = new EventCache(events);
  const claimer = new Claimer({ deliveries, events: cachedEvents, targets, sender, lanes, agenda, logger, leaseMs });
  const sweep = new Sweep({ deliveries, agenda, logger, everyMs: leaseMs, wake: () => claimer.wake(Date.now()) });
  const wake = (webhook: WebhookRef) => sender.postpone(webhook, Date.now());
  const recoverer = new Recoverer({ store, recoveries, redeliveries, targets, logger, wake });
  const fanOut = new FanOutWorker({ store, fanOuts, deliveries, logger, leaseMs, wake });
  const purging = periodic({
    name: 'purge of deleted records',
    everyMs: PURGE_EVERY_MS,
    background: true,
    run: async (now) => void (await purges.purgeDue(now)),
    logger,
  });
  const upgrading = upgrades(store, [indexEarlier(purges), dropEarlierExpiry], logger, {
    name: 'upgrades of events and deliveries',
    everyMs: UPGRADE_EVERY_MS,
    background: true,
  });
  const meter = backlogMeter({
    store,
    name: 'meter of due deliveries',
    gauge: deliveriesDue,
    async count(most) {
      const now = new Date();
      const oldest = await deliveries.oldestDue(now, MAX_MEASURED);
      deliveriesDue.setAge(oldest ? (now.getTime() - oldest.getTime()) / 1000 : 0);
      return deliveries.countDue(now, most);
    },
    logger,
  });
  const fanOutMeter = backlogMeter({
    store,
    name: 'meter of fan-outs',
    gauge: fanOutsWaiting,
    async count(most) {
      const oldest = await fanOuts.oldest();
      fanOutsWaiting.setAge(oldest ? (Date.now() - oldest.getTime()) / 1000 : 0);
      return fanOuts.count(most);
    },
    logger,
  });
  observeEndpoints(lanes);

  const allowInternalNames = config.WEBHOOK_ALLOWED_NETWORKS.length > 0;
  const rules = { allowHttp: config.WEBHOOK_ALLOW_HTTP, mayReach, allowInternalNames };
  const test = createTestWebhook({ writer, webhooks, targets, events, deliveries, sender, leaseMs, timeoutMs });
  const redeliver = createRedeliver({
    ...{ writer, webhooks, events, deliveries, redeliveries, recoveries, schedule, wake },
    wakeRecovery: () => recoverer.wake(),
  });
  const webhookService = implement('notification', 'WebhookService', {
    ...webhookHandlers({
      writer,
      webhooks,
      rules,
      ensureKey: (orgId) => keys.privateKeys(orgId, new Date()),
      readHealth: health.read,
      streaks,
    }),
    ...deliveryHandlers({ deliveries, events, webhooks, test, redeliver }),
    ...keyHandlers(keys),
  });
  const consumer = bus.consume({
    ...subscriptions.notification,
    concurrency: MAX_EVENTS,
    handle: onEvent({
      ...{ store, events, purges, deliveries, fanOuts, targets, sender, leaseMs },
      noteEvent: (event) => cachedEvents.note(event),
      wakeFanOut: () => fanOut.wake(),
    }),
  });
  return {
    services: [webhookService, eventHandlers({ events, attempts })],
    consumer,
    workers: [sender, claimer, sweep, fanOut, recoverer, purging, upgrading, meter, fanOutMeter],
  };
}
