import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { currentTraceparent, isTracing, startTracing, withSpan } from '#chassis/runtime/tracing.ts';
import { eventually } from '../../../../support/eventually.ts';

const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
let stop = async () => {};
afterEach(() => stop());

async function collector() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push((await request.toArray()).join(''));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await eventually(() => server.listening);
  const { port } = server.address() as AddressInfo;
  return { bodies, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test('without a collector, work runs at once and gets the traceparent that came in', async () => {
  stop = startTracing('product', undefined);
  expect(isTracing()).toBe(false);
  expect(await withSpan('work', 'server', parent, {}, async (traceparent) => traceparent)).toBe(parent);
  expect(await withSpan('work', 'server', undefined, {}, async (traceparent) => traceparent)).toBeUndefined();
  expect(currentTraceparent()).toBeUndefined();
});

test('with a collector, spans continue the trace and reach it', async () => {
  const { bodies, url, close } = await collector();
  stop = startTracing('product', url);
  await eventually(isTracing);
  const [outer, inner, current] = await withSpan('outer', 'server', parent, { route: '/x' }, async (traceparent) =>
    withSpan('inner', 'client', undefined, {}, async (below) => [traceparent, below, currentTraceparent()]),
  );
  await expect(withSpan('bad', 'client', parent, {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await stop();
  stop = async () => {};
  close();
  for (const traceparent of [outer, inner])
    expect(traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
  expect(new Set([parent, outer, inner]).size).toBe(3);
  expect(current).toBe(inner);
  const sent = bodies.join('');
  for (const word of ['"product"', '"outer"', '"inner"', '"bad"', '0af7651916cd43dd8448eb211c80319c'])
    expect(sent).toContain(word);
  expect(isTracing()).toBe(false);
});
