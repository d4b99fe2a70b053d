import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '../../support/eventually.ts';

/** A receiver that counts, and keeps nothing: a process of its own, as receivers are. */
export interface CountingReceiver {
  url: string;
  pid: number;
  /** As it was some milliseconds ago. */
  readonly count: number;
  /** Resolves when `total` requests have come since the last reset; after `timeout` ms rejects. */
  untilCounted(total: number, timeout: number): Promise<void>;
  reset(): Promise<void>;
  close(): void;
}

type Message = { port: number } | { count: number } | { isReset: true };

/** `delayMs`: before each answer. */
export async function countingReceiver(delayMs = 0): Promise<CountingReceiver> {
  const child = fork(join(import.meta.dirname, 'receiver-process.ts'), [String(delayMs)]);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  let count = 0;
  let afterReset: () => void = () => undefined;
  child.on('message', (message: Message) => {
    if ('count' in message) count = message.count;
    if ('isReset' in message) afterReset();
  });
  return {
    url: `http://127.0.0.1:${port}/`,
    pid: child.pid as number,
    get count() {
      return count;
    },
    untilCounted: async (total, timeout) => void (await eventually(() => count >= total, timeout)),
    reset: () =>
      new Promise((resolve) => {
        afterReset = () => {
          count = 0;
          resolve();
        };
        child.send('reset');
      }),
    close: () => child.disconnect(),
  };
}
