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

/** Seconds that an event waits, from which on events are said not to leave (alert OutboxStuck, a minute later). */
const STUCK_AFTER = 30;
const TELL_EVERY = 60_000;

/**
 * Measures what waits in the outbox. Every replica looks at the oldest event; one of all counts them, every 5 s, and the
 * others say 0. While events do not leave, the log says so once a minute, with the reason that is known.
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

  /** A text if events do not leave; undefined if they do. */
  get stuck(): string | undefined {
    if (this.#oldestAge < STUCK_AFTER) return undefined;
    return `events do not leave: the oldest has waited ${Math.round(this.#oldestAge)} s`;
  }

  async measure(reason: unknown): Promise<void> {
    const now = Date.now();
    // MongoDB finds the row that was written first among rows with the same key of the index. A sort would cost more.
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
