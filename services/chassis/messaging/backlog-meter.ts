import { openLease } from '../mongo/lease.ts';
import type { Store } from '../mongo/mongo.ts';
import type { Logger } from '../runtime/logger.ts';
import { periodic } from '../runtime/periodic.ts';
import type { Component } from '../runtime/run-service.ts';

export interface BacklogMeterOptions {
  store: Store;
  /** Name of the lease: one for each backlog of the database. */
  name: string;
  gauge: { set(value: number): void };
  /** Counts no further than `most`. */
  count(most: number): Promise<number>;
}

/** Milliseconds from one count to the next. */
export const COUNT_EVERY = 5000;
/** To count more would cost more than it tells. */
const MOST = 100_000;

/** Returns what measures a backlog that replicas share: one of them counts it, to 100,000, and the others say 0. */
export function createBacklogMeter({ store, name, gauge, count }: BacklogMeterOptions): () => Promise<void> {
  const lease = openLease(store, name);
  return async () => {
    // A database that takes no writes grants no lease either, and is to be counted all the more.
    const mine = await lease.acquire().catch(() => true);
    gauge.set(mine ? await count(MOST) : 0);
  };
}

/** Measures a backlog every 5 s. Without the database the last figure stands. */
export function backlogMeter({ logger, ...options }: BacklogMeterOptions & { logger: Logger }): Component {
  const run = createBacklogMeter(options);
  return periodic({ name: options.name, run, everyMs: COUNT_EVERY, background: true, logger });
}
