import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../../support/eventually.ts';

/** A receiver that counts, and keeps nothing. */
export interface CountingReceiver {
  url: string;
  readonly count: number;
  /** Resolves when `total` requests have come since the last reset; after `timeout` ms rejects. */
  untilCounted(total: number, timeout: number): Promise<void>;
  reset(): void;
  close(): void;
}

/** `delayMs`: before each answer. */
export async function countingReceiver(delayMs = 0): Promise<CountingReceiver> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count++;
      if (delayMs > 0) setTimeout(() => response.end(), delayMs).unref();
      else response.end();
    });
  });
  server.keepAliveTimeout = 30_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    get count() {
      return count;
    },
    untilCounted: async (total, timeout) => void (await eventually(() => count >= total, timeout)),
    reset() {
      count = 0;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
