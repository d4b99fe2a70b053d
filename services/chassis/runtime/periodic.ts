import { AppError } from '../domain/errors.ts';
import type { Logger } from './logger.ts';
import type { Component } from './run-service.ts';

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;

export interface PeriodicTask {
  name: string;
  run: (now: Date) => Promise<void>;
  /** Milliseconds between runs; absent: runs until the first success. */
  everyMs?: number;
  /** The process is ready even before the first success: the task is not urgent. */
  background?: boolean;
  logger: Logger;
}

/**
 * A task that every replica runs when it starts, and then periodically. The start of the process does not wait for it.
 * Until its first success the process is not ready, unless it is a background task. A failed run is repeated after a
 * growing pause.
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
