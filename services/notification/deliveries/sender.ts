import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';
import { createBatcher } from '#chassis/concurrency/batcher.ts';
import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import { withSpan } from '#chassis/runtime/tracing.ts';
import { UnreadableError } from '#chassis/secrets/seal.ts';
import { isPurgeable } from '../events/domain/purge.ts';
import {
  type AttemptOutcome,
  afterAttempt,
  type FailedDelivery,
  isGone,
  type MadeDelivery,
  type PendingDelivery,
  type PostResult,
  type UnsentReason,
  unsent,
  unsigned,
} from './domain/delivery.ts';
import type { Schedule } from './domain/schedule.ts';
import { obstacle, type Target, type Targets } from './domain/target.ts';
import type { WebhookRef } from './due-webhooks.ts';
import type { Endpoint } from './endpoint.ts';
import { InFlight, type Load } from './in-flight.ts';
import type { Lanes } from './lanes.ts';
import { attemptDuration, countAttempt, countUnsent, observeDelay } from './metrics.ts';
import { Signer, secretBytes, signingTime } from './signing.ts';
import { TargetCache } from './target-cache.ts';

/** A claimed delivery with everything that an attempt needs. */
export interface QueuedDelivery {
  delivery: PendingDelivery;
  target: Target;
  /** The envelope as JSON text. */
  payload: string;
  traceparent: string | null;
  /** Time of the event; absent if the delivery came from the queue. */
  happenedAt?: Date;
  /** Time at which the read of the target began, by `performance.now()`. */
  readAt: number;
}

export interface SenderDependencies {
  lanes: Lanes;
  logger: Logger;
  schedule: Schedule;
  timeoutMs: number;
  /** Stores outcomes. Returns for each whether it counts. It is false if another process was faster. */
  record(outcomes: AttemptOutcome[]): Promise<boolean[]>;
  /** Stores attempts that are not made. */
  settle(unsent: FailedDelivery[]): Promise<void>;
  /** Removes deliveries of deleted webhooks. */
  cancel(ids: string[]): Promise<void>;
  /** The private keys that sign now. */
  privateKeys(orgId: string, now: Date): Promise<KeyObject[]>;
  targets: Targets;
  /** Called when the receiver at the target's URL has answered 410. */
  disable(target: Target): Promise<void>;
  /** Called when a recorded attempt has failed. */
  failed(target: Target, now: Date): Promise<void>;
  /** The present text of the event; undefined if it is no longer stored. */
  payload(eventId: string): Promise<string | undefined>;
}

/**
 * Maximum deliveries that a process holds, from the claim to the record: their number, and their size in UTF-16 units.
 */
const CAPACITY = { deliveries: 4000, size: 32 * 1024 * 1024 };
const STOP_MS = 5000;
/**
 * Milliseconds that an outcome waits for others to share its transaction. No caller waits for it, and a transaction
 * costs the same for many.
 */
const RECORD_AFTER = 20;
/**
 * Milliseconds between two recording transactions, for the same reason. A webhook without others only waits for them
 * when it holds all deliveries that it may hold.
 */
const RECORD_PAUSE = 10;
/**
 * Seconds for which the signature of an event is reused for its other webhooks: far less than the five minutes that
 * receivers allow, and less than a lease.
 */
const SIGNED_FOR = 4;
/** Milliseconds after which a payload is read again, because it may have been purged. */
const FRESH_MS = 250;

/** Posts claimed deliveries, records every attempt, and plans the next one. All its state is also in the database. */
export class Sender implements Component {
  readonly name = 'sender';
  readonly #deps: SenderDependencies;
  readonly #holdings = new InFlight(CAPACITY);
  /** Ids of deliveries that are admitted and not yet sent. */
  readonly #unsent = new Set<string>();
  readonly #recording = new Set<string>();
  /**
   * The queue of attempts that begin in one turn of the event loop. Many at the same time would block the event loop.
   */
  readonly #starts = new FairQueue({ name: 'notification.starts', limit: 8, each: 8 });
  readonly #running = new Set<Promise<void>>();
  readonly #record: (outcome: AttemptOutcome) => Promise<boolean>;
  readonly #targets: TargetCache;
  readonly #signer = new Signer();
  #stopping = false;
  #due: (webhook: WebhookRef, time: number) => void = () => undefined;

  constructor(dependencies: SenderDependencies) {
    this.#deps = dependencies;
    this.#targets = new TargetCache(dependencies.targets);
    const waits = { linger: RECORD_AFTER, pause: RECORD_PAUSE };
    this.#record = createBatcher((outcomes) => dependencies.record(outcomes), waits);
  }

  /**
   * Sets the function that is called with the time (epoch milliseconds) at which a delivery of a webhook is due: after
   * an attempt was planned, or when there was no room for a delivery.
   */
  onDue(due: (webhook: WebhookRef, time: number) => void): void {
    this.#due = due;
  }

  /**
   * The held deliveries whose leases must be renewed. A renewal of a delivery that is being recorded would conflict
   * with the record. A delivery that is not yet sent may belong to another process.
   */
  heldIds(): string[] {
    return this.#holdings.ids().filter((id) => !this.#recording.has(id) && !this.#unsent.has(id));
  }

  holds(deliveryId: string): boolean {
    return this.#holdings.has(deliveryId);
  }

  /** The number of deliveries of the webhook that this process can add now. */
  room(webhook: WebhookRef): number {
    if (this.#stopping) return 0;
    const lane = this.#deps.lanes.lane(webhook);
    return Math.min(lane.room(this.#holdings.count(webhook.id)), this.#holdings.room(webhook));
  }

  /** Whether to poll for due deliveries of the webhook now. */
  takeTurn(webhook: WebhookRef): boolean {
    const share = this.#holdings.room(webhook);
    if (this.#stopping || share === 0) return false;
    return this.#deps.lanes.lane(webhook).takeTurn(this.#holdings.count(webhook.id), share, performance.now());
  }

  /** Reserves room for a delivery, which is then sent or released. Returns false if there is no room. */
  admit(load: Load): boolean {
    const webhook = { id: load.webhookId, orgId: load.orgId };
    if (this.holds(load.id) || this.room(webhook) <= 0) return false;
    this.#deps.lanes.lane(webhook).brought();
    this.#holdings.hold(load);
    this.#unsent.add(load.id);
    return true;
  }

  /** Releases admitted deliveries that were not sent. Another process sends them. */
  releaseUnsent(ids: string[]): void {
    for (const id of ids) if (this.#unsent.delete(id)) this.#holdings.release(id);
  }

  /** Sends admitted and claimed deliveries, each in its lane. */
  send(queued: QueuedDelivery[]): void {
    for (const one of queued) {
      const { delivery, target, readAt } = one;
      this.#unsent.delete(delivery.id);
      this.#targets.note(target, readAt);
      this.#track(delivery, this.#passThrough(one));
    }
  }

  /** Sends a test without the queue, and returns its record. */
  async sendNow(queued: QueuedDelivery, timeoutMs: number): Promise<MadeDelivery> {
    const { delivery, payload, target } = queued;
    this.#holdings.hold({ ...delivery, size: payload.length });
    try {
      const { lanes } = this.#deps;
      const result = await lanes.apart(target.url, (endpoint) => this.#post(queued, target, timeoutMs, () => endpoint));
      return await this.#finish(queued, result);
    } finally {
      this.#release(delivery);
    }
  }

  /** Notes a delivery that had no room. It stays due, and is claimed when there is room. */
  postpone(webhook: WebhookRef, time: number): void {
    this.#due(webhook, time);
  }

  /** Starts no more attempts, waits STOP_MS for running ones, and aborts the rest. Another process makes them again. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const late = AbortSignal.timeout(STOP_MS);
    await Promise.race([this.#settled(late), once(late, 'abort')]);
    await this.#deps.lanes.close();
  }

  /** Waits in a loop, because an attempt that ends starts the write of its record. */
  async #settled(late: AbortSignal): Promise<void> {
    while (this.#running.size > 0 && !late.aborted) await Promise.allSettled(this.#running);
  }

  #release({ id }: PendingDelivery): void {
    this.#recording.delete(id);
    this.#holdings.release(id);
  }

  /**
   * If the endpoint became dead, no attempt is made. The delivery stays planned, and is due again when its lease ends.
   */
  async #passThrough(queued: QueuedDelivery): Promise<void> {
    const wasMade = await this.#deps.lanes.lane(queued.target).attempt((waited) => this.#turn(queued, waited));
    if (!wasMade) this.#release(queued.delivery);
  }

  /**
   * Makes an attempt when the lane has a connection. `waited`: whether it waited for the connection. Returns whether
   * anything answered; undefined if nothing was sent.
   */
  async #turn(queued: QueuedDelivery, waited: boolean): Promise<boolean | undefined> {
    const { delivery, target } = queued;
    await this.#starts.run(target.orgId, undefined, nextTurnOfTheLoop);
    if (this.#stopping) return true;
    const current = await this.#targets.get(target.id);
    if (!current) return this.#leave(delivery, this.#deps.cancel([delivery.id]));
    const why = obstacle(delivery, current);
    if (why !== undefined) return this.#leave(delivery, this.#settle(delivery, why));
    const endpoint = () => this.#deps.lanes.lane(current).endpoint(current.url);
    // A delivery that waited for its own endpoint is not counted in our delay.
    if (queued.happenedAt && !waited) observeDelay(queued.happenedAt, new Date());
    const result = await this.#post(await this.#asKept(queued), current, this.#deps.timeoutMs, endpoint);
    // The record is written after the lane has got the connection back, so that the next attempt can use it.
    const finished = this.#finish({ ...queued, target: current }, result).finally(() => this.#release(delivery));
    this.#track(delivery, finished);
    return result.isUnsent ? undefined : result.statusCode > 0;
  }

  /** Reads the payload of a delivery that has waited again, because it may have been purged. */
  async #asKept(queued: QueuedDelivery): Promise<QueuedDelivery> {
    const { delivery, readAt } = queued;
    if (!isPurgeable(delivery.eventType) || performance.now() - readAt < FRESH_MS) return queued;
    const payload = await this.#deps.payload(delivery.eventId);
    return payload === undefined ? queued : { ...queued, payload };
  }

  async #post(
    { delivery, payload, traceparent }: QueuedDelivery,
    target: Target,
    timeoutMs: number,
    endpoint: () => Endpoint,
  ): Promise<PostResult> {
    const keys = await this.#deps.privateKeys(target.orgId, new Date()).catch(unlessUnreadable);
    const deliveredAt = new Date();
    // A delivery that cannot be signed fails and is retried, because the key may become readable again.
    if (!target.secrets) return unsigned(deliveredAt, "the webhook's secret cannot be read any more: set a new one");
    if (!keys) return unsigned(deliveredAt, "the org's signing key cannot be read");
    const { eventId: id, attempt, isTest } = delivery;
    const message = { id, attempt, timestamp: signingTime(deliveredAt), body: payload };
    // A test never reuses an earlier signature, because its answer shows the signed text with the time.
    const reusedFor = isTest ? 0 : SIGNED_FOR;
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Selvedge-Webhooks/1',
      ...this.#signer.headers(message, target.secrets.map(secretBytes), keys, reusedFor),
    };
    return withSpan('webhook POST', 'client', traceparent ?? undefined, { 'webhook.id': target.id }, (handedOn) =>
      endpoint().post(
        payload,
        handedOn === undefined ? headers : { ...headers, traceparent: handedOn },
        deliveredAt,
        timeoutMs,
      ),
    );
  }

  /**
   * Records the attempt and plans the next. An attempt that was aborted by a stop is not recorded: another process
   * makes it again.
   */
  async #finish({ delivery, target }: QueuedDelivery, result: PostResult): Promise<MadeDelivery> {
    const plan = { schedule: this.#deps.schedule, now: new Date(), random: Math.random() };
    const outcome = afterAttempt(delivery, result, plan);
    if (this.#stopping && result.statusCode === 0) return outcome.made;
    // The webhook is disabled before the record is written. If the process dies in between, the delivery is due again,
    // and its retry gets another 410.
    if (isGone(result)) await this.#deps.disable(target);
    this.#holdings.grow(delivery.id, result.responseBody.length);
    this.#recording.add(delivery.id);
    const isRecorded = await this.#record(outcome).catch((error) => {
      // The history will show that the delivery was not sent, because its webhook is inactive now.
      if (isGone(result))
        this.#deps.logger.warn({ deliveryId: delivery.id }, 'A 410 that disabled a webhook is not recorded');
      throw error;
    });
    if (!isRecorded) return outcome.made;
    this.#observe(outcome);
    if (outcome.made.phase === 'failed' && !isGone(result) && !outcome.isUnsent)
      await this.#tellFailed(target, plan.now);
    return outcome.made;
  }

  /** If the failure watch fails, the attempt is still recorded. The next failure calls it again. */
  async #tellFailed(target: Target, now: Date): Promise<void> {
    await this.#deps
      .failed(target, now)
      .catch((error) => this.#deps.logger.warn({ err: error, webhookId: target.id }, 'Failures were not looked at'));
  }

  #observe({ made, next, isUnsent }: AttemptOutcome): void {
    countAttempt(made.orgId, made.isTest ? 'test' : next ? 'retry' : made.phase);
    if (!isUnsent) attemptDuration.observe(made.durationMs / 1000);
    if (next) this.#due({ id: next.webhookId, orgId: next.orgId }, next.dueAt.getTime());
  }

  async #settle(delivery: PendingDelivery, why: UnsentReason): Promise<void> {
    await this.#deps.settle([unsent(delivery, why, new Date())]);
    countUnsent(why);
  }

  /** Ends a delivery without an attempt. Returns true, so that the endpoint does not count as silent. */
  async #leave(delivery: PendingDelivery, stored: Promise<void>): Promise<true> {
    await stored;
    this.#release(delivery);
    return true;
  }

  /** An error here loses no delivery: its lease ends, and it is due again. */
  #track(delivery: PendingDelivery, work: Promise<unknown>): void {
    const running = work
      .catch((error) => {
        this.#release(delivery);
        this.#deps.logger.error(
          { err: error, deliveryId: delivery.id },
          'Delivery interrupted; it will be taken up again',
        );
      })
      .then(() => {
        this.#running.delete(running);
      });
    this.#running.add(running);
  }
}

function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof UnreadableError)) throw error;
}
