import { openLease } from '../mongo/lease.ts';
import type { Store } from '../mongo/mongo.ts';
import type { Logger } from '../runtime/logger.ts';
import { periodic } from '../runtime/periodic.ts';
import type { Component } from '../runtime/run-service.ts';

export interface BacklogMeterOptions {
  store: Store;
  /** The name of the lease; each backlog of a database has its own. */
  name: string;
  gauge: { set(value: number): void };
  /** Counts, and stops at `most`. */
  count(most: number): Promise<number>;
}

/** Milliseconds between two counts. */
export const COUNT_EVERY = 5000;
/** Maximum count: counting further would cost more than it tells. */
const MOST = 100_000;

/**
 * Returns a function that measures a backlog that replicas share. The replica with the lease counts it, up to 100,000.
 * The others report 0.
 */
export function createBacklogMeter({ store, name, gauge, count }: BacklogMeterOptions): () => Promise<void> {
  const lease = openLease(store, name);
  return async () => {
    // A database that takes no writes grants no lease. Then every replica counts, because the backlog matters most.
    const mine = await lease.acquire().catch(() => true);
    gauge.set(mine ? await count(MOST) : 0);
  };
}

/** Measures a backlog every 5 s. While the database cannot be reached, the last number stays. */
export function backlogMeter({ logger, ...options }: BacklogMeterOptions & { logger: Logger }): Component {
  const run = createBacklogMeter(options);
  return periodic({ name: options.name, run, everyMs: COUNT_EVERY, background: true, logger });
}
