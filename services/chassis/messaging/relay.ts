import { setTimeout as delay } from 'node:timers/promises';
import { openLease } from '../mongo/lease.ts';
import type { Store } from '../mongo/mongo.ts';
import type { Logger } from '../runtime/logger.ts';
import type { EventBus } from './event-bus.ts';
import { type Outbox, type OutboxRow, openOutbox } from './outbox.ts';
import { OutboxMeter } from './outbox-meter.ts';
import { createStreamRecovery } from './stream-recovery.ts';

/**
 * Maximum number of messages without an answer. Further rows are left to the sweep, so that memory stays bounded when
 * the bus is slow.
 */
export const MAX_IN_FLIGHT = 2000;
/** Milliseconds between two sweeps. */
const SWEEP_EVERY = 1000;
/** Maximum number of rows in a batch of the sweep. */
const SWEEP_BATCH = 500;
/** Milliseconds. The sweep leaves out younger rows: `publish` may still be sending them. */
const SWEEP_AGE = 1000;
/** Milliseconds in which published rows are gathered for one update. */
const MARK_EVERY = 200;

/**
 * Publishes the rows of the outbox immediately after their commit. A sweep publishes the rows that a crash or a broken
 * bus has left.
 */
export interface Relay {
  readonly name: string;
  /** Publishes rows that were just committed. Returns immediately. Failed rows are left to the sweep. */
  publish(rows: OutboxRow[]): void;
  start(): Promise<void>;
  /** Waits for the messages that are being published. */
  stop(): Promise<void>;
  /** A message if events are stuck, with their waiting time; undefined if not. */
  degraded?(): string | undefined;
}

interface RelayOptions {
  store: Store;
  bus: EventBus;
  service: string;
  logger: Logger;
}

export function createRelay({ store, bus, service, logger }: RelayOptions): Relay {
  const outbox = openOutbox(store);
  const publisher = new Publisher(bus, outbox, logger);
  const lease = openLease(store, `outbox:${service}`);
  const refill = createStreamRecovery({ store, outbox, bus, logger });
  const stopping = new AbortController();
  const meter = new OutboxMeter({ store, outbox, service, logger });
  let sweeping: Promise<void> = Promise.resolve();

  async function sweep(): Promise<void> {
    if (bus.connected() === true && (await lease.acquire())) {
      await refill(sweepAfterBatch);
      while (!stopping.signal.aborted && (await sweepBatch(outbox, publisher)) === SWEEP_BATCH) await lease.acquire();
    }
  }

  /**
   * Called after each batch of the recovery: sweeps a batch, too. Returns false if this process must not continue the
   * recovery: it stops, or has lost the lease.
   */
  async function sweepAfterBatch(): Promise<boolean> {
    await sweepBatch(outbox, publisher);
    return !stopping.signal.aborted && lease.acquire();
  }

  /**
   * Sweeps. Returns the reason why events may wait: the error of the sweep or of the last publication, or the missing
   * connection.
   */
  async function sweepOrTell(): Promise<unknown> {
    try {
      await sweep();
    } catch (error) {
      logger.warn({ err: error }, 'Outbox could not be swept');
      return error;
    }
    return bus.connected() === true ? publisher.fault : bus.connected();
  }

  async function sweepForEver(): Promise<void> {
    while (!stopping.signal.aborted) {
      // The measurement is separate: the sweep fails when the database takes no writes, or the stream does not answer.
      const reason = await sweepOrTell();
      await meter.measure(reason).catch((error) => logger.warn({ err: error }, 'Outbox could not be measured'));
      await delay(SWEEP_EVERY, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    name: 'relay',
    publish(rows) {
      if (bus.connected() !== true) return;
      for (const row of rows) if (publisher.inFlight < MAX_IN_FLIGHT) void publisher.publish(row);
    },
    async start() {
      sweeping = sweepForEver();
    },
    async stop() {
      stopping.abort();
      await sweeping;
      await publisher.settle();
    },
    degraded: () => meter.stuck,
  };
}

/** Publishes a batch of unpublished rows. Returns the number of rows, or 0 if the bus refused one. */
async function sweepBatch(outbox: Outbox, publisher: Publisher): Promise<number> {
  const rows = await outbox
    .find({ publishedAt: null, createdAt: { $lt: new Date(Date.now() - SWEEP_AGE) } })
    .limit(SWEEP_BATCH)
    .lean();
  const published = await Promise.all(rows.map((row) => publisher.publish(row)));
  await publisher.settle();
  return published.every(Boolean) ? rows.length : 0;
}

/**
 * Publishes rows, and marks many of them in one update. If a mark is lost, the row is published again with the same id.
 */
export class Publisher {
  readonly #bus: EventBus;
  readonly #outbox: Outbox;
  readonly #logger: Logger;
  readonly #running = new Set<Promise<boolean>>();
  readonly #marking = new Set<Promise<void>>();
  #published: OutboxRow[] = [];
  #fault: unknown;

  constructor(bus: EventBus, outbox: Outbox, logger: Logger) {
    this.#bus = bus;
    this.#outbox = outbox;
    this.#logger = logger;
  }

  /** Number of messages without an answer. */
  get inFlight(): number {
    return this.#running.size;
  }

  /** The error of the last message; undefined if the bus accepted it. */
  get fault(): unknown {
    return this.#fault;
  }

  /** Resolves to true if the bus has accepted the message. */
  publish(row: OutboxRow): Promise<boolean> {
    const running = this.#send(row).finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  /** Waits until every message is answered and marked. */
  async settle(): Promise<void> {
    await Promise.all(this.#running);
    await Promise.all(this.#marking);
  }

  async #send(row: OutboxRow): Promise<boolean> {
    try {
      await this.#bus.publish(row.subject, row.envelope, { id: messageId(row), headers: headersOf(row) });
    } catch (error) {
      this.#fault = error;
      this.#logger.debug({ err: error, eventId: row._id }, 'Event is left to the sweep');
      return false;
    }
    this.#fault = undefined;
    if (this.#published.push(row) === 1) this.#planMark();
    return true;
  }

  #planMark(): void {
    const marking = delay(MARK_EVERY)
      .then(() => this.#mark())
      .finally(() => this.#marking.delete(marking));
    this.#marking.add(marking);
  }

  /**
   * Marks the published rows, except those that were chosen to fill a stream again (`refills` has changed): they are
   * published once more.
   */
  async #mark(): Promise<void> {
    const published = this.#published;
    this.#published = [];
    for (const [refills, rows] of Map.groupBy(published, (row) => row.refills ?? null)) {
      const same = { _id: { $in: rows.map(({ _id }) => _id) }, refills };
      await this.#outbox.collection
        .updateMany(same as never, { $set: { publishedAt: new Date() } }, { writeConcern: { w: 1 } })
        .catch((error) => this.#logger.debug({ err: error }, 'Published events could not be marked'));
    }
  }
}

/**
 * The id of the message. A purged stream still knows the ids that it has had, and would drop an event that fills it
 * again with its old id.
 */
function messageId({ _id, refills }: OutboxRow): string {
  return refills ? `${_id}:${refills}` : _id;
}

function headersOf(row: OutboxRow): Record<string, string> {
  const headers: Record<string, string> = { 'Request-Id': row.requestId };
  if (row.actor) headers.Actor = row.actor;
  if (row.address) headers.Address = row.address;
  if (row.traceparent) headers.traceparent = row.traceparent;
  return headers;
}
