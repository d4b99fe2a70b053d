import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createBatcher } from '#chassis/batcher.ts';
import type { Logger } from '#chassis/logger.ts';
import type { Part } from '#chassis/run-service.ts';
import { withSpan } from '#chassis/tracing.ts';
import { afterAttempt, isGone, type MadeDelivery, type PendingDelivery, type PostResult } from './delivery.ts';
import { FreshTargets } from './fresh-targets.ts';
import type { Lanes } from './lanes.ts';
import { attemptDuration, attemptsBy, eventToPost } from './metrics.ts';
import type { Outcome } from './repository.ts';
import type { Schedule } from './schedule.ts';
import { secretBytes, signatureHeaders, signingTime } from './signing.ts';
import type { Target, Targets } from './target.ts';

/** A delivery that this process has taken, with all that an attempt needs. */
export interface Parcel {
  delivery: PendingDelivery;
  target: Target;
  /** The envelope as JSON text. */
  payload: string;
  traceparent: string | null;
  /** Epoch ms when the target was read. */
  readAt: number;
}

export interface SenderDependencies {
  lanes: Lanes;
  logger: Logger;
  schedule: Schedule;
  timeoutMs: number;
  record(outcomes: Outcome[]): Promise<void>;
  cancel(ids: string[]): Promise<void>;
  privateKey(orgId: string): Promise<KeyObject>;
  targets: Targets;
  /** The receiver answered 410. */
  disable(target: Target): Promise<void>;
}

/** Deliveries that a process has in hand, from the queue to the record; the rest stays in the database. */
const MAX_RUNNING = 4000;
/** UTF-16 units of payload that a process holds at a time. */
const MAX_HELD_PAYLOAD = 32 * 1024 * 1024;
const STOP_MS = 5000;

/** Posts what it is handed, records every attempt and plans the next. Holds nothing that the database does not know. */
export class Sender implements Part {
  readonly name = 'sender';
  readonly #deps: SenderDependencies;
  /** Payload sizes by delivery. */
  readonly #held = new Map<string, number>();
  #heldPayload = 0;
  readonly #running = new Set<Promise<void>>();
  readonly #record: (outcome: Outcome) => Promise<void>;
  readonly #targets: FreshTargets;
  #stopping = false;
  #wake: (time: number) => void = () => undefined;

  constructor(dependencies: SenderDependencies) {
    this.#deps = dependencies;
    this.#targets = new FreshTargets(dependencies.targets);
    const record = (outcomes: Outcome[]) => dependencies.record(outcomes).then(() => outcomes.map(() => undefined));
    this.#record = createBatcher(record, { parallel: 2 });
  }

  /** `wake` hears when to look for due deliveries (epoch ms): an attempt is planned, or there is room for a backlog. */
  onDue(wake: (time: number) => void): void {
    this.#wake = wake;
  }

  /** The deliveries that wait or are on their way; to keep one that is being recorded would collide with the record. */
  heldIds(): string[] {
    return [...this.#held.keys()];
  }

  holds(deliveryId: string): boolean {
    return this.#held.has(deliveryId);
  }

  /** How many more deliveries for the webhook this process can hold now. */
  room(webhookId: string): number {
    if (this.#stopping || this.#heldPayload > MAX_HELD_PAYLOAD) return 0;
    return Math.min(this.#deps.lanes.lane(webhookId).room(Date.now()), MAX_RUNNING - this.#running.size);
  }

  /** Sends what this process has taken, each in its lane. */
  send(parcels: Parcel[]): void {
    for (const parcel of parcels) {
      const { delivery, target, readAt } = parcel;
      this.#hold(parcel);
      this.#targets.note(target, readAt);
      const lane = this.#deps.lanes.lane(target.id);
      this.#track(
        delivery,
        lane.run(() => this.#turn(parcel)),
      );
    }
  }

  /** Sends a test past the queue and returns its record. */
  async sendNow(parcel: Parcel, timeoutMs: number): Promise<MadeDelivery> {
    this.#hold(parcel);
    try {
      const result = await this.#post(parcel, parcel.target, timeoutMs);
      return await this.#finish(parcel, result);
    } finally {
      this.#release(parcel.delivery);
    }
  }

  /** What there was no room for stays due, and is looked for when there is. */
  postpone(webhookId: string): void {
    const lane = this.#deps.lanes.lane(webhookId);
    lane.hasBacklog = true;
    this.#wake(lane.nextProbe);
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

  #hold({ delivery, payload }: Parcel): void {
    this.#held.set(delivery.id, payload.length);
    this.#heldPayload += payload.length;
  }

  #release({ id }: PendingDelivery): void {
    this.#heldPayload -= this.#held.get(id) ?? 0;
    this.#held.delete(id);
  }

  /** One attempt, when the lane has a connection for it. Tells whether anything answered. */
  async #turn(parcel: Parcel): Promise<boolean> {
    const { delivery, target } = parcel;
    if (this.#stopping) return true;
    const current = await this.#targets.get(target.id);
    if (!current || !(current.isActive || delivery.isTest)) return this.#cancel(delivery).then(() => true);
    const result = await this.#post(parcel, current, this.#deps.timeoutMs);
    // Recorded behind the lane's back, so that the connection is free for the next one.
    this.#track(delivery, this.#finish(parcel, result));
    return result.statusCode > 0;
  }

  async #post({ delivery, payload, traceparent }: Parcel, target: Target, timeoutMs: number): Promise<PostResult> {
    const key = await this.#deps.privateKey(target.orgId);
    const deliveredAt = new Date();
    const message = { id: delivery.eventId, timestamp: signingTime(deliveredAt), body: payload };
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Selvedge-Webhooks/1',
      ...signatureHeaders(message, target.secrets.map(secretBytes), key),
    };
    if (delivery.attempt === 1) eventToPost.observe((deliveredAt.getTime() - delivery.createdAt.getTime()) / 1000);
    const endpoint = this.#deps.lanes.lane(target.id).endpoint(target.url);
    return withSpan('webhook POST', 'client', traceparent ?? undefined, { 'webhook.id': target.id }, (handedOn) =>
      endpoint.post(
        payload,
        handedOn === undefined ? headers : { ...headers, traceparent: handedOn },
        deliveredAt,
        timeoutMs,
      ),
    );
  }

  /** Records the attempt and plans the next. A stop has cut what is still under way: another process makes it again. */
  async #finish({ delivery, target }: Parcel, result: PostResult): Promise<MadeDelivery> {
    const plan = { schedule: this.#deps.schedule, now: new Date(), random: Math.random() };
    const outcome = afterAttempt(delivery, result, plan);
    this.#release(delivery);
    if (this.#stopping && result.statusCode === 0) return outcome.made;
    await this.#record(outcome);
    this.#observe(outcome);
    if (isGone(result)) await this.#deps.disable(target);
    return outcome.made;
  }

  #observe({ made, next }: Outcome): void {
    attemptsBy[next ? 'retry' : made.phase].inc();
    attemptDuration.observe(made.durationMs / 1000);
    const now = Date.now();
    if (next) this.#wake(next.dueAt.getTime());
    else if (this.#deps.lanes.lane(made.webhookId).wantsBacklog(now)) this.#wake(now);
  }

  /** Nothing is sent to a webhook that is gone or inactive. */
  async #cancel(delivery: PendingDelivery): Promise<void> {
    await this.#deps.cancel([delivery.id]);
    this.#release(delivery);
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
