import type { Logger } from '../runtime/logger.ts';

/**
 * Opens a sealed row of `queue`. Undefined when that fails, say because its key is not configured any more: logged.
 * Whoever asks sets the row aside, so that it does not stand in the way of the others.
 */
export function openRow<T>(logger: Logger, queue: string, id: string, open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    logger.error({ err: error, queue, id }, 'A row cannot be opened and is set aside');
    return undefined;
  }
}
