import { setTimeout as delay } from 'node:timers/promises';
import { openLease } from '../mongo/lease.ts';
import type { Store } from '../mongo/mongo.ts';
import type { Logger } from '../runtime/logger.ts';
import type { EventBus } from './event-bus.ts';
import { type Outbox, type OutboxRow, openOutbox } from './outbox.ts';
import { OutboxMeter } from './outbox-meter.ts';
import { Publisher } from './publisher.ts';
import { createStreamRecovery } from './stream-recovery.ts';

/** Publishes what the outbox holds: at once after a commit, and by a sweep what a crash or a dead bus left behind. */
export interface Relay {
  readonly name: string;
  /** Publishes rows that were just committed. Returns at once; what fails is left to the sweep. */
  publish(rows: OutboxRow[]): void;
  start(): Promise<void>;
  /** Lets what is being published end. */
  stop(): Promise<void>;
  /** That events do not leave, and for how long. */
  degraded?(): string | undefined;
}

export interface RelayOptions {
  store: Store;
  bus: EventBus;
  service: string;
  logger: Logger;
}

/** Messages without an answer yet; more is left to the sweep, so that memory stays bounded when the bus is slow. */
export const MAX_IN_FLIGHT = 2000;
const SWEEP_EVERY = 1000;
const SWEEP_BATCH = 500;
/** Milliseconds: younger rows are still on their way through `publish`. */
const SWEEP_AGE = 1000;

export function createRelay({ store, bus, service, logger }: RelayOptions): Relay {
  const outbox = openOutbox(store);
  const publisher = new Publisher(bus, outbox, logger);
  const lease = openLease(store, `outbox:${service}`);
  const refill = createStreamRecovery({ store, outbox, bus, logger });
  const stopping = new AbortController();
  const meter = new OutboxMeter({ store, outbox, service, logger });
  let sweeping: Promise<void> = Promise.resolve();

  async function sweep(): Promise<void> {
    if (bus.connected() === true && (await lease.take())) {
      await refill(sweepMeanwhile);
      while (!stopping.signal.aborted && (await sweepBatch(outbox, publisher)) === SWEEP_BATCH) await lease.take();
    }
  }

  /** Whether this process is to go on filling the stream. */
  async function sweepMeanwhile(): Promise<boolean> {
    await sweepBatch(outbox, publisher);
    return !stopping.signal.aborted && lease.take();
  }

  /** Sweeps; returns why events may wait: what the sweep met, or the last publication. */
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
      // Measured apart: the sweep fails when the database takes no writes or the stream does not answer.
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

/** Publishes some unpublished rows; returns how many, or 0 when the bus refused one. */
async function sweepBatch(outbox: Outbox, publisher: Publisher): Promise<number> {
  const rows = await outbox
    .find({ publishedAt: null, createdAt: { $lt: new Date(Date.now() - SWEEP_AGE) } })
    .limit(SWEEP_BATCH)
    .lean();
  const published = await Promise.all(rows.map((row) => publisher.publish(row)));
  await publisher.settle();
  return published.every(Boolean) ? rows.length : 0;
}
