import type { Connection, mongo } from 'mongoose';
import type { Logger } from '../runtime/logger.ts';
import { type PeriodicTask, periodic } from '../runtime/periodic.ts';
import type { Component } from '../runtime/run-service.ts';
import type { Store } from './mongo.ts';

/** A step that turns data of an earlier version into the form of this version. */
export interface Upgrade {
  name: string;
  /**
   * Changes only the records that need it, because it runs repeatedly, also in several replicas at the same time.
   * Returns the number of changed records.
   */
  apply(connection: Connection): Promise<number>;
}

/**
 * The documents that an upgrade has to change, in batches. They are read by id, because no index finds documents without
 * a field. So each document is read once.
 */
export async function* outdatedBatches<Stored extends { _id: string }>(
  collection: mongo.Collection<Stored>,
  outdated: object,
  { fields, size = 1_000 }: { fields: readonly string[]; size?: number },
): AsyncGenerator<Stored[]> {
  const projection = Object.fromEntries(fields.map((field) => [field, 1]));
  for (let last = ''; ; ) {
    const query = collection.find({ ...outdated, _id: { $gt: last } } as never, { projection });
    const found = (await query.sort({ _id: 1 }).limit(size).hint({ _id: 1 }).toArray()) as unknown as Stored[];
    const end = found.at(-1);
    if (!end) return;
    last = end._id;
    yield found;
  }
}

const SWEEP_EVERY = 60_000;
/** Milliseconds. Longer than a rollout, in which replicas of the earlier version still write the earlier form. */
const QUIET = 3600_000;

/** Settings of the task that a service may override. */
type UpgradeTask = Partial<Pick<PeriodicTask, 'name' | 'everyMs' | 'background'>>;

/**
 * Runs the steps in order. The process is not ready until each step has succeeded once, unless the task is a background
 * task.
 */
export function upgrades(store: Store, steps: Upgrade[], logger: Logger, task: UpgradeTask = {}): Component {
  const run = upgradeSweep(store, steps, logger);
  return periodic({ name: 'upgrades of the data', everyMs: SWEEP_EVERY, ...task, logger, run });
}

/** Returns a function that runs all steps at each call, until no step has changed a record for an hour. */
export function upgradeSweep({ connection }: Store, steps: Upgrade[], logger: Logger): (now: Date) => Promise<void> {
  let lastFound: number | undefined;
  return async (now) => {
    lastFound ??= now.getTime();
    if (now.getTime() - lastFound > QUIET) return;
    for (const { name, apply } of steps) {
      const changed = await apply(connection);
      if (changed === 0) continue;
      lastFound = now.getTime();
      logger.info({ upgrade: name, changed }, 'Data upgraded');
    }
  };
}
