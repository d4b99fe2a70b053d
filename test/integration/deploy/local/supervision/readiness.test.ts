import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { untilReady } from '../../../../../deploy/local/supervision/readiness.ts';

/** Serves /readyz, which answers the reasons one after the other, and then 200. Returns its address. */
async function serving(reasons: string[]): Promise<string> {
  const server = createServer((_, response) => {
    const reason = reasons.shift();
    response.writeHead(reason === undefined ? 200 : 503).end(reason);
    if (reason === undefined) server.close();
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a process that upgrades its data may take longer, and says so once', async () => {
  const upgrading = () => Array.from({ length: 8 }, () => 'upgrades of the data: not done yet');
  const told: string[] = [];
  const patience = { timeout: 20, upgrade: 60_000, onUpgrade: () => told.push('upgrade') };
  await untilReady(await serving(upgrading()), patience);
  expect(told).toEqual(['upgrade']);
  await expect(untilReady(await serving(upgrading()), { ...patience, upgrade: 20 })).rejects.toThrow('upgrades');
  const others = Array.from({ length: 50 }, () => 'bus: not connected');
  await expect(untilReady(await serving(others), patience)).rejects.toThrow('bus: not connected');
});
