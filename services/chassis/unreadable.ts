import { Counter } from 'prom-client';
import type { Logger } from './logger.ts';
import { registry } from './metrics.ts';

const unreadableRows = new Counter({
  name: 'unreadable_rows_total',
  help: 'Rows of a queue that were set aside, since they could not be opened.',
  labelNames: ['queue'],
  registers: [registry],
});

/**
 * Opens a sealed row of `queue`. Undefined when that fails, say because its key is not configured any more: logged and
 * counted. Whoever asks sets the row aside, so that it does not stand in the way of the others.
 */
export function openRow<T>(logger: Logger, queue: string, id: string, open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    unreadableRows.inc({ queue });
    logger.error({ err: error, queue, id }, 'A row cannot be opened and is set aside');
    return undefined;
  }
}
