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

/** A delivery that this process has taken, with all that an attempt needs. */
export interface QueuedDelivery {
  delivery: PendingDelivery;
  target: Target;
  /** The envelope as JSON text. */
  payload: string;
  traceparent: string | null;
  /** When the event happened, where its delivery has come straight from it, and not by the queue. */
  happenedAt?: Date;
  /** By the process' own clock (ms) when the reading of the target began. */
  readAt: number;
}

export interface SenderDependencies {
  lanes: Lanes;
  logger: Logger;
  schedule: Schedule;
  timeoutMs: number;
  /** Tells of each whether it counts: another process may have been faster. */
  record(outcomes: AttemptOutcome[]): Promise<boolean[]>;
  /** Records attempts that are not made. */
  settle(unsent: FailedDelivery[]): Promise<void>;
  /** Cancels deliveries of webhooks that are gone. */
  cancel(ids: string[]): Promise<void>;
  /** The keys that sign now. */
  privateKeys(orgId: string, now: Date): Promise<KeyObject[]>;
  targets: Targets;
  /** The receiver answered 410 at the target's address. */
  disable(target: Target): Promise<void>;
  /** An attempt that is recorded has failed. */
  failed(target: Target, now: Date): Promise<void>;
  /** The event's text as it is now; undefined where it is gone. */
  payload(eventId: string): Promise<string | undefined>;
}

/** The deliveries that a process has in hand, from the queue to the record; the rest stays in the database. */
const CAPACITY = { deliveries: 4000, size: 32 * 1024 * 1024 };
const STOP_MS = 5000;
/** Milliseconds that an attempt waits for others to be recorded with: nobody waits for it, and a transaction costs the same for many. */
const RECORD_AFTER = 20;
/**
 * Milliseconds between two transactions that record, for the same. A lone webhook waits for them where all that it may have in
 * hand is there.
 */
const RECORD_PAUSE = 10;
/** Seconds in which an event is signed once for its webhooks: of the five minutes that receivers allow little, and less than a lease. */
const SIGNED_FOR = 4;
/** A payload that was read longer ago may be another by now. */
const FRESH_MS = 250;

/** Posts what it is handed, records every attempt and plans the next. Holds nothing that the database does not know. */
export class Sender implements Component {
  readonly name = 'sender';
  readonly #deps: SenderDependencies;
  readonly #holdings = new InFlight(CAPACITY);
  /** Taken, and not handed over yet. */
  readonly #unsent = new Set<string>();
  readonly #recording = new Set<string>();
  /** Attempts that begin in one turn of the event loop: many at once would hold up all that runs. */
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

  /** `due` hears when (epoch ms) something of a webhook is due: an attempt is planned, or was left for want of room. */
  onDue(due: (webhook: WebhookRef, time: number) => void): void {
    this.#due = due;
  }

  /**
   * The deliveries that wait or are on their way. To keep one that is being recorded would collide with the record, and
   * what was not handed over may be another's by now.
   */
  heldIds(): string[] {
    return this.#holdings.ids().filter((id) => !this.#recording.has(id) && !this.#unsent.has(id));
  }

  holds(deliveryId: string): boolean {
    return this.#holdings.has(deliveryId);
  }

  /** Number of further deliveries of the webhook that this process can hold now. */
  room(webhook: WebhookRef): number {
    if (this.#stopping) return 0;
    const lane = this.#deps.lanes.lane(webhook);
    return Math.min(lane.room(this.#holdings.count(webhook.id)), this.#holdings.room(webhook));
  }

  /** Whether it is worth looking for due deliveries of the webhook. */
  takeTurn(webhook: WebhookRef): boolean {
    const share = this.#holdings.room(webhook);
    if (this.#stopping || share === 0) return false;
    return this.#deps.lanes.lane(webhook).takeTurn(this.#holdings.count(webhook.id), share, performance.now());
  }

  /** Makes room for a delivery, to be sent or released; false where there is none. */
  admit(load: Load): boolean {
    const webhook = { id: load.webhookId, orgId: load.orgId };
    if (this.holds(load.id) || this.room(webhook) <= 0) return false;
    this.#deps.lanes.lane(webhook).brought();
    this.#holdings.hold(load);
    this.#unsent.add(load.id);
    return true;
  }

  /** Gives up those of the admitted that were not sent: another process has them, or is to have them. */
  releaseUnsent(ids: string[]): void {
    for (const id of ids) if (this.#unsent.delete(id)) this.#holdings.release(id);
  }

  /** Sends what was admitted and this process has taken, each in its lane. */
  send(queued: QueuedDelivery[]): void {
    for (const one of queued) {
      const { delivery, target, readAt } = one;
      this.#unsent.delete(delivery.id);
      this.#targets.note(target, readAt);
      this.#track(delivery, this.#passThrough(one));
    }
  }

  /** Sends a test past the queue and returns its record. */
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

  /** Deliveries without room stay due, and are looked for when there is room. */
  postpone(webhook: WebhookRef, time: number): void {
    this.#due(webhook, time);
  }

  /** Starts nothing more, gives running attempts some time, and cuts the rest: another process makes them again. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const late = AbortSignal.timeout(STOP_MS);
    await Promise.race([this.#settled(late), once(late, 'abort')]);
    await this.#deps.lanes.close();
  }

  /** An attempt that ends leaves a record to be written: look again. */
  async #settled(late: AbortSignal): Promise<void> {
    while (this.#running.size > 0 && !late.aborted) await Promise.allSettled(this.#running);
  }

  #release({ id }: PendingDelivery): void {
    this.#recording.delete(id);
    this.#holdings.release(id);
  }

  /** A delivery that is not sent because its endpoint died meanwhile stays planned: it is due again when its lease is over. */
  async #passThrough(queued: QueuedDelivery): Promise<void> {
    const wasMade = await this.#deps.lanes.lane(queued.target).attempt((waited) => this.#turn(queued, waited));
    if (!wasMade) this.#release(queued.delivery);
  }

  /**
   * Makes an attempt when the lane has a connection for it, for which it may have `waited`. Tells whether anything
   * answered; undefined if nothing was asked.
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
    // A delivery that waited for its own endpoint says nothing about our delay.
    if (queued.happenedAt && !waited) observeDelay(queued.happenedAt, new Date());
    const result = await this.#post(await this.#asKept(queued), current, this.#deps.timeoutMs, endpoint);
    // Recorded behind the lane's back, so that the connection is free for the next one.
    const finished = this.#finish({ ...queued, target: current }, result).finally(() => this.#release(delivery));
    this.#track(delivery, finished);
    return result.isUnsent ? undefined : result.statusCode > 0;
  }

  /** A delivery that has waited is read again if it may have been purged meanwhile. */
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
    // A delivery that cannot be signed fails and is tried again, since its key may come back.
    if (!target.secrets) return unsigned(deliveredAt, "the webhook's secret cannot be read any more: set a new one");
    if (!keys) return unsigned(deliveredAt, "the org's signing key cannot be read");
    const { eventId: id, attempt, isTest } = delivery;
    const message = { id, attempt, timestamp: signingTime(deliveredAt), body: payload };
    // A test shows the string that was signed, by its own time.
    const earlier = isTest ? 0 : SIGNED_FOR;
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Selvedge-Webhooks/1',
      ...this.#signer.headers(message, target.secrets.map(secretBytes), keys, earlier),
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

  /** Records the attempt and plans the next. A stop has cut what is still under way: another process makes it again. */
  async #finish({ delivery, target }: QueuedDelivery, result: PostResult): Promise<MadeDelivery> {
    const plan = { schedule: this.#deps.schedule, now: new Date(), random: Math.random() };
    const outcome = afterAttempt(delivery, result, plan);
    if (this.#stopping && result.statusCode === 0) return outcome.made;
    // First: a process that ends here leaves a delivery that falls due again, and not an active webhook that nobody looks at.
    if (isGone(result)) await this.#deps.disable(target);
    this.#holdings.grow(delivery.id, result.responseBody.length);
    this.#recording.add(delivery.id);
    const isRecorded = await this.#record(outcome).catch((error) => {
      // The history will say that it was not sent, since its webhook is inactive by now.
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

  /** The attempt is recorded all the same, and the next failure tells of it again. */
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

  /** Nothing is sent, which says nothing against the endpoint. */
  async #leave(delivery: PendingDelivery, stored: Promise<void>): Promise<true> {
    await stored;
    this.#release(delivery);
    return true;
  }

  /** A failure here loses nothing: what this process no longer keeps falls due again. */
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
