import type { Store } from '../mongo/mongo.ts';
import type { Logger } from '../runtime/logger.ts';
import { outboxAge, outboxDepth } from '../runtime/metrics.ts';
import { COUNT_EVERY, createBacklogMeter } from './backlog-meter.ts';
import type { Outbox } from './outbox.ts';

interface MeterOptions {
  store: Store;
  outbox: Outbox;
  service: string;
  logger: Logger;
}

/** Seconds of waiting after which events count as stuck (the alert OutboxStuck follows a minute later). */
const STUCK_AFTER = 30;
const TELL_EVERY = 60_000;

/**
 * Measures the events that wait in the outbox. Every replica reads the oldest one. The replica with the lease counts
 * them every 5 s, and the others report 0. While events are stuck, logs an error once a minute, with the known reason.
 */
export class OutboxMeter {
  readonly #options: MeterOptions;
  readonly #depth;
  readonly #count;
  readonly #age;
  #oldestAge = 0;
  #counted = 0;
  #told = 0;

  constructor(options: MeterOptions) {
    this.#options = options;
    const { store, outbox, service } = options;
    this.#depth = outboxDepth.labels(service);
    this.#count = createBacklogMeter({
      store,
      name: `outbox-meter:${service}`,
      gauge: this.#depth,
      count: (limit) => outbox.countDocuments({ publishedAt: null }, { limit }).exec(),
    });
    this.#age = outboxAge.labels(service);
  }

  /** A message if events are stuck; undefined if not. */
  get stuck(): string | undefined {
    if (this.#oldestAge < STUCK_AFTER) return undefined;
    return `events do not leave: the oldest has waited ${Math.round(this.#oldestAge)} s`;
  }

  async measure(reason: unknown): Promise<void> {
    const now = Date.now();
    // Among rows with the same index key, MongoDB finds the row that was written first. A sort would cost more.
    const oldest = await this.#options.outbox.findOne({ publishedAt: null }, { createdAt: 1 }).lean();
    this.#oldestAge = oldest ? (now - oldest.createdAt.getTime()) / 1000 : 0;
    this.#age.set(this.#oldestAge);
    if (!oldest) this.#depth.set(0);
    else if (now - this.#counted >= COUNT_EVERY) {
      this.#counted = now;
      await this.#count();
    }
    if (this.stuck !== undefined && now - this.#told >= TELL_EVERY) this.#tell(now, reason);
  }

  #tell(now: number, reason: unknown): void {
    this.#told = now;
    this.#options.logger.error({ seconds: this.#oldestAge, err: reason }, 'Events do not leave the outbox');
  }
}
