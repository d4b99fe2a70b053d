import type { Connection } from 'mongoose';
import type { Logger } from '../runtime/logger.ts';
import { type PeriodicTask, periodic } from '../runtime/periodic.ts';
import type { Component } from '../runtime/run-service.ts';
import type { Store } from './mongo.ts';

/** A step from the data of an earlier version to this one's. */
export interface Upgrade {
  name: string;
  /**
   * Changes only what still needs it: it runs again and again, also in several replicas at once. Returns how many records
   * it changed.
   */
  apply(connection: Connection): Promise<number>;
}

const SWEEP_EVERY = 60_000;
/** Milliseconds: longer than a rollout, in which replicas of the earlier version still write its form. */
const QUIET = 3600_000;

/** Settings of the task, where a service needs others than most. */
type UpgradeTask = Partial<Pick<PeriodicTask, 'name' | 'everyMs' | 'background'>>;

/** Takes the steps in order. Unless the task is a background one, the process is not ready before it has taken each once. */
export function upgrades(store: Store, steps: Upgrade[], logger: Logger, task: UpgradeTask = {}): Component {
  const run = upgradeSweep(store, steps, logger);
  return periodic({ name: 'upgrades of the data', everyMs: SWEEP_EVERY, ...task, logger, run });
}

/** Takes all steps each time that it is called, until none has found anything for an hour. */
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
