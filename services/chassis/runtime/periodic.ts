import { AppError } from '../domain/errors.ts';
import type { Logger } from './logger.ts';
import type { Component } from './run-service.ts';

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;

export interface PeriodicTask {
  name: string;
  run: (now: Date) => Promise<void>;
  /** Between runs; absent: until it has succeeded once. */
  everyMs?: number;
  /** The process is ready without it: what it does may wait, calls must not. */
  background?: boolean;
  logger: Logger;
}

/**
 * A task that every replica runs at its start and again from time to time. Start-up does not wait for it: while it has
 * never succeeded the process is up but, unless the task is a background one, not ready; it is tried again, more slowly
 * each time.
 */
export function periodic({ name, run, everyMs, background = false, logger }: PeriodicTask): Component {
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();
  let fault: string | undefined = 'not done yet';
  let retryMs = FIRST_RETRY_MS;

  async function attempt(): Promise<number | undefined> {
    try {
      await run(new Date());
      fault = undefined;
      retryMs = FIRST_RETRY_MS;
      return everyMs;
    } catch (error) {
      logger.error({ err: error }, `${name} failed`);
      if (fault !== undefined) fault = error instanceof AppError ? error.message : 'failed, the log says why';
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      return retryMs;
    }
  }

  let stopped = false;
  function cycle() {
    current = attempt().then((delay) => {
      if (!stopped && delay !== undefined) timer = setTimeout(cycle, delay);
    });
  }

  return {
    name,
    start: async () => cycle(),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
    ready: () => background || fault === undefined || `${name}: ${fault}`,
  };
}
