import type { Logger } from '#chassis/runtime/logger.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import type { EventCache } from '../events/event-cache.ts';
import { type FailedDelivery, type PendingDelivery, unsent } from './domain/delivery.ts';
import type { Targets } from './domain/target.ts';
import type { DueWebhooks, WebhookRef } from './due-webhooks.ts';
import type { Lanes } from './lanes.ts';
import { countUnsent } from './metrics.ts';
import type { DeliveryRepository, Due } from './repository.ts';
import type { QueuedDelivery, Sender } from './sender.ts';

export interface ClaimerDependencies {
  deliveries: DeliveryRepository;
  events: Pick<EventCache, 'find'>;
  targets: Targets;
  sender: Sender;
  lanes: Lanes;
  agenda: DueWebhooks;
  logger: Logger;
  /** Milliseconds of a lease. Until a lease ends, other processes do not claim the delivery. Leases are renewed. */
  leaseMs: number;
}

/** Maximum number of webhooks whose deliveries are read together. Each needs a query of its own. */
const MAX_WEBHOOKS = 16;
/** Maximum number of deliveries of one webhook that are claimed together. */
const MAX_DUE = 256;
/** Milliseconds until the next poll, if no due webhook had room. */
const POLL_MS = 20;
/** Milliseconds until the next poll after an error of the database, or for a delivery that is still being recorded. */
const RETRY = 500;

/**
 * Claims due deliveries, in turns by org and webhook, and hands them to the sender. Renews the leases of the deliveries
 * that the sender holds.
 */
export class Claimer implements Component {
  readonly name = 'claimer';
  readonly #deps: ClaimerDependencies;
  #timer: NodeJS.Timeout | undefined;
  #keeper: NodeJS.Timeout | undefined;
  #nextLook = Number.POSITIVE_INFINITY;
  #running: Promise<void> | undefined;
  #stopped = false;
  #heldBefore = new Set<string>();

  constructor(dependencies: ClaimerDependencies) {
    this.#deps = dependencies;
    dependencies.sender.onDue((webhook, time) => {
      dependencies.agenda.note(webhook, time);
      this.wake(time);
    });
  }

  async start(): Promise<void> {
    await this.#keep();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#keeper);
    await this.#running;
  }

  /** Polls for due deliveries at `time` (epoch milliseconds), or earlier. */
  wake(time: number): void {
    if (this.#stopped || time >= this.#nextLook) return;
    this.#nextLook = time;
    if (this.#running) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), Math.max(0, time - Date.now()));
  }

  #look(): void {
    const { agenda, sender, lanes, logger } = this.#deps;
    const now = new Date();
    const webhooks = agenda.pick(now.getTime(), MAX_WEBHOOKS, (webhook) => sender.takeTurn(webhook));
    this.#running = this.#claim(webhooks, now)
      .catch((error) => {
        logger.warn({ err: error }, 'Due deliveries could not be read');
        for (const webhook of webhooks) agenda.note(webhook, now.getTime() + RETRY);
      })
      .then(() => lanes.sweep(performance.now()))
      .finally(() => {
        this.#running = undefined;
        this.#nextLook = Number.POSITIVE_INFINITY;
        this.wake(this.#timeOfNext(webhooks.length));
      });
  }

  /** The time of the next poll. If fewer than MAX_WEBHOOKS were polled, the other due webhooks had no room. */
  #timeOfNext(looked: number): number {
    if (looked === MAX_WEBHOOKS) return Date.now();
    const soonest = looked === 0 ? Date.now() + POLL_MS : Date.now();
    return Math.max(this.#deps.agenda.next(), soonest);
  }

  async #claim(webhooks: WebhookRef[], now: Date): Promise<void> {
    const { deliveries, sender, leaseMs } = this.#deps;
    const until = new Date(now.getTime() + leaseMs);
    // All deliveries are read before any is admitted. If a read failed after an admission, nothing would release the
    // admitted ones.
    const found = await Promise.all(webhooks.map((webhook) => this.#read(webhook, now)));
    const admitted: PendingDelivery[] = [];
    try {
      for (const one of found) this.#admit(one, now, admitted);
      if (admitted.length === 0) return;
      await this.#dispatch(await deliveries.claim(admitted, now, until), until);
    } finally {
      sender.releaseUnsent(admitted.map(({ id }) => id));
    }
  }

  /** Reads the due deliveries of the webhook, as many as the sender has room for. */
  async #read(webhook: WebhookRef, now: Date): Promise<Due & { webhook: WebhookRef }> {
    const { deliveries, sender } = this.#deps;
    const limit = Math.min(MAX_DUE, sender.room(webhook));
    return { webhook, ...(await deliveries.findDue(webhook.id, now, Math.max(1, limit))) };
  }

  /** Adds the deliveries that the sender has room for to `admitted`, and notes when to poll the webhook again. */
  #admit({ webhook, due, nextAt }: Due & { webhook: WebhookRef }, now: Date, admitted: PendingDelivery[]): void {
    const { sender, agenda } = this.#deps;
    const fresh = due.filter(({ id }) => !sender.holds(id));
    const refused = fresh.find((delivery) => {
      const fits = sender.admit(delivery);
      if (fits) admitted.push(delivery);
      return !fits;
    });
    if (refused) agenda.note(webhook, now.getTime());
    else if (fresh.length < due.length) agenda.note(webhook, now.getTime() + RETRY);
    else if (nextAt !== undefined) agenda.note(webhook, nextAt);
  }

  async #dispatch(taken: PendingDelivery[], until: Date): Promise<void> {
    if (taken.length === 0) return;
    const { sender, lanes } = this.#deps;
    const readAt = performance.now();
    const [events, targets] = await Promise.all([
      this.#deps.events.find([...new Set(taken.map(({ eventId }) => eventId))]),
      this.#deps.targets.find([...new Set(taken.map(({ webhookId }) => webhookId))]),
    ]);
    if (Date.now() >= until.getTime()) throw new Error('The lease was over before all was read');
    const cancelled: string[] = [];
    const left: FailedDelivery[] = [];
    for (const delivery of taken) {
      const event = events.get(delivery.eventId);
      const target = targets.get(delivery.webhookId);
      if (!target) {
        cancelled.push(delivery.id);
        // The webhook was deleted. Its pace must not slow down the cancelling of its other deliveries.
        lanes.lane({ id: delivery.webhookId, orgId: delivery.orgId }).pace.ended(true);
      } else if (!event) left.push(unsent(delivery, 'event_gone', new Date()));
      else {
        const { payload, traceparent } = event;
        sender.send([{ delivery, target, payload, traceparent, readAt } satisfies QueuedDelivery]);
      }
    }
    if (left.length > 0) await this.#giveUp(left);
    if (cancelled.length > 0) await this.#deps.deliveries.cancel(cancelled);
  }

  async #giveUp(eventless: FailedDelivery[]): Promise<void> {
    await this.#deps.deliveries.settle(eventless);
    countUnsent('event_gone', eventless.length);
    this.#deps.logger.warn(
      { deliveryIds: eventless.map(({ id }) => id) },
      'Events are not kept any more, and not sent',
    );
  }

  /**
   * Renews the lease of each delivery that was already held at the previous call. Otherwise the lease would end while
   * an attempt runs.
   */
  async #keep(): Promise<void> {
    const { deliveries, sender, leaseMs, logger } = this.#deps;
    const held = sender.heldIds();
    const slow = held.filter((id) => this.#heldBefore.has(id));
    this.#heldBefore = new Set(held);
    if (slow.length > 0) {
      await deliveries
        .keep(slow, new Date(Date.now() + leaseMs))
        .catch((error) => logger.warn({ err: error }, 'Held deliveries could not be kept'));
    }
    // The next call starts only after this one, so that a slow database does not get more load.
    if (!this.#stopped) this.#keeper = setTimeout(() => this.#keep(), leaseMs / 3);
  }
}
