import type { Logger } from '#chassis/logger.ts';
import type { Part } from '#chassis/run-service.ts';
import type { EventRepository } from '../events/repository.ts';
import type { PendingDelivery } from './delivery.ts';
import type { Lanes } from './lanes.ts';
import type { DeliveryRepository, DueDelivery } from './repository.ts';
import type { Parcel, Sender } from './sender.ts';
import type { Targets } from './target.ts';

export interface ClaimerDependencies {
  deliveries: DeliveryRepository;
  events: EventRepository;
  targets: Targets;
  sender: Sender;
  lanes: Lanes;
  logger: Logger;
  /** How long a taken delivery is out of the others' reach unless it is kept. */
  leaseMs: number;
}

/** The longest that a due delivery waits which nobody was told of: another process' retry, or what a dead one held. */
const LOOK_EVERY = 500;
const MAX_DUE = 256;

/** Takes deliveries when they fall due, hands them to the sender, and keeps them while they are held. */
export class Claimer implements Part {
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
    dependencies.sender.onDue((time) => this.wake(time));
  }

  async start(): Promise<void> {
    this.#keeper = setInterval(() => void this.#keep(), this.#deps.leaseMs / 3);
    this.wake(Date.now());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#keeper);
    await this.#running;
  }

  /** Looks for due deliveries at `time` (epoch ms), or earlier. */
  wake(time: number): void {
    if (this.#stopped || time >= this.#nextLook) return;
    this.#nextLook = time;
    if (this.#running) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), Math.max(0, time - Date.now()));
  }

  #look(): void {
    this.#nextLook = Date.now() + LOOK_EVERY;
    this.#running = this.#claimAll()
      .catch((error) => this.#deps.logger.warn({ err: error }, 'Due deliveries could not be read'))
      .finally(() => {
        this.#running = undefined;
        const next = Math.min(this.#nextLook, this.#deps.lanes.nextProbe());
        this.#nextLook = Number.POSITIVE_INFINITY;
        this.wake(next);
      });
  }

  async #claimAll(): Promise<void> {
    let found = MAX_DUE;
    while (found === MAX_DUE && !this.#stopped) found = await this.#claim(new Date());
    await this.#deps.lanes.sweep(Date.now());
  }

  /** Takes what there is room for; returns how many were seen. */
  async #claim(now: Date): Promise<number> {
    const { deliveries, lanes, leaseMs } = this.#deps;
    const full = lanes.full(now.getTime());
    lanes.forgetBacklogs(full);
    const due = await deliveries.findDue(now, { without: full, limit: MAX_DUE });
    const ids = this.#fitting(due);
    if (ids.length === 0) return 0;
    const taken = await deliveries.take(ids, now, new Date(now.getTime() + leaseMs));
    await this.#dispatch(taken.filter(({ id }) => !this.#deps.sender.holds(id)));
    return due.length;
  }

  #fitting(due: DueDelivery[]): string[] {
    const byWebhook = Map.groupBy(due, ({ webhookId }) => webhookId);
    return [...byWebhook].flatMap(([webhookId, waiting]) => {
      const room = Math.max(0, this.#deps.sender.room(webhookId));
      this.#deps.lanes.lane(webhookId).hasBacklog = waiting.length > room;
      return waiting.slice(0, room).map(({ id }) => id);
    });
  }

  async #dispatch(taken: PendingDelivery[]): Promise<void> {
    if (taken.length === 0) return;
    const { sender } = this.#deps;
    const [events, targets] = await Promise.all([
      this.#deps.events.find([...new Set(taken.map(({ eventId }) => eventId))]),
      this.#deps.targets.find([...new Set(taken.map(({ webhookId }) => webhookId))]),
    ]);
    const readAt = Date.now();
    const cancelled: string[] = [];
    for (const delivery of taken) {
      const event = events.get(delivery.eventId);
      const target = targets.get(delivery.webhookId);
      if (event && target) {
        const { payload, traceparent } = event;
        sender.send([{ delivery, target, payload, traceparent, readAt } satisfies Parcel]);
      } else cancelled.push(delivery.id);
    }
    if (cancelled.length > 0) await this.#deps.deliveries.cancel(cancelled);
  }

  /** What was held at the last look too is slow: without this, the lease would run out under a running attempt. */
  async #keep(): Promise<void> {
    const held = this.#deps.sender.heldIds();
    const slow = held.filter((id) => this.#heldBefore.has(id));
    this.#heldBefore = new Set(held);
    if (slow.length === 0) return;
    await this.#deps.deliveries
      .keep(slow, new Date(Date.now() + this.#deps.leaseMs))
      .catch((error) => this.#deps.logger.warn({ err: error }, 'Held deliveries could not be kept'));
  }
}
