import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { startGateway, tokenFor } from './harness.ts';

const PAGES = 150;
const PAGE = 1_000;
/** Approximate size of a page as CSV, in bytes. */
const PAGE_BYTES = PAGE * 1_000;
/** Maximum bytes in sockets, streams and the current page. The kernel buffers on both sides grow to a few MiB each. */
const HELD = 24 * 1024 * 1024;
const PATH = '/api/v1/suppliers?format=csv';

const gateway = await startGateway();
afterAll(() => gateway.close());

beforeAll(() => {
  const { answers } = gateway.services;
  const data = Array.from({ length: PAGE }, (_, index) => ({
    id: String(index),
    name: 'x'.repeat(900),
    status: 'active',
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-01-02T03:04:05.678Z',
  }));
  answers.set('listSuppliers', async () => {
    const page = fetched();
    return { data, total: 0, ...(page < PAGES && { next: String(page) }) };
  });
});

const pages = () => gateway.services.calls.filter(({ name }) => name === 'listSuppliers');
const fetched = () => pages().length;

test('an export of 150,000 records goes as fast as it is read, and is never held', async () => {
  const before = memory();
  const response = await open();
  await once(response, 'readable');
  // The caller does not read the answer now. If the gateway fetched pages in advance, they would collect during these
  // requests.
  for (let turn = 0; turn < 100; turn++) await gateway.send('/api/v1/meta', { as: 'staff' });
  expect(fetched()).toBeLessThan(HELD / PAGE_BYTES);
  let [bytes, lines, most] = [0, 0, 0];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    const seen = bytes;
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 0x0a) lines++;
    // Not measured more often, because the garbage collector takes seconds in a process that has run many tests.
    const crossed = Math.floor(bytes / (40 * PAGE_BYTES)) > Math.floor(seen / (40 * PAGE_BYTES));
    if (crossed) most = Math.max(most, memory() - before);
  }
  // The first page is small, so that its read keeps the deadline on any machine.
  const asked = pages().map(({ request }) => request.query as { limit: number; after?: string });
  expect(asked.slice(0, 3)).toMatchObject([{ limit: 100 }, { limit: 1000, after: '1' }, { limit: 1000, after: '2' }]);
  expect(lines).toBe(PAGES * PAGE + 1);
  expect(bytes).toBeGreaterThan(5 * HELD);
  expect(most).toBeLessThan(HELD);
}, 60_000);

async function open(): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${await tokenFor('staff')}` };
  const asked = httpsRequest(new URL(PATH, gateway.url), { headers, rejectUnauthorized: false }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response;
}

/**
 * Bytes of memory that are still referenced. Memory without references depends on the time of the last garbage
 * collection.
 */
function memory(): number {
  collectGarbage();
  // Dead buffers count until the next collection begins, so two collections are needed.
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
