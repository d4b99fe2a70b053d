import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { type FurtherGateway, startFurtherGateway } from '../support/system/further-gateway.ts';
import { type System, startSystem } from '../support/system/system.ts';

const LIMIT = 600;
const KEY_LIMIT = 100;
const CONNECTIONS = 16;
const env = { RATE_LIMIT_USER: String(LIMIT) };

let system: System;
const further: FurtherGateway[] = [];
let urls: string[];
let token: string;
let key: string;

beforeAll(async () => {
  system = await startSystem({ env });
  for (let i = 0; i < 2; i++) further.push(await startFurtherGateway(system, env));
  urls = [system.run.gateway.url, ...further.map(({ url }) => url)];
  token = await system.login();
  const me = (await (await system.call(token, 'GET', '/api/v1/auth/me')).json()) as { org_id: string };
  const body = { org_id: me.org_id, name: 'Robot', rate_limit: KEY_LIMIT };
  key = ((await (await system.call(token, 'POST', '/api/v1/api-keys', body)).json()) as { key: string }).key;
  await eventually(async () =>
    (await Promise.all(urls.map(left))).every((remaining, _, all) => remaining <= (all[0] ?? 0) + 1),
  );
}, 120_000);

afterAll(async () => {
  await Promise.all(further.map((gateway) => gateway.stop()));
  await system.stop();
}, 60_000);

const get = (url: string, path: string, headers: Record<string, string>) => system.fetch(`${url}${path}`, { headers });

/** What one gateway says is left of the user's limit, this request counted. */
async function left(url: string): Promise<number> {
  const { headers } = await get(url, '/auth/test/admin', { authorization: `Bearer ${token}` });
  return Number(headers.get('ratelimit-remaining'));
}

/** How many of three limits' requests pass, as fast as the connections carry them. */
async function accepted(limit: number, path: string, headers: Record<string, string>): Promise<number> {
  let passed = 0;
  await Promise.all(
    urls.map((url) => {
      let unsent = limit;
      const work = async () => {
        while (unsent-- > 0) {
          const response = await get(url, path, headers);
          await response.arrayBuffer();
          if (response.ok) passed++;
          else
            expect([response.status, response.headers.get('retry-after')]).toEqual([
              429,
              response.headers.get('ratelimit-reset'),
            ]);
        }
      };
      return Promise.all(Array.from({ length: CONNECTIONS }, work));
    }),
  );
  return passed;
}

test('three gateways share the limit of a user', async () => {
  const before = LIMIT - (await left(urls[0] as string));
  const total = before + (await accepted(LIMIT, '/auth/test/admin', { authorization: `Bearer ${token}` }));
  expect(total).toBeGreaterThanOrEqual(LIMIT * 0.9);
  expect(total).toBeLessThanOrEqual(LIMIT * 1.1);
}, 60_000);

test('three gateways share the limit of an API key', async () => {
  const total = await accepted(KEY_LIMIT, '/auth/test/staff', { 'x-api-key': key });
  expect(total).toBeGreaterThanOrEqual(KEY_LIMIT * 0.9);
  expect(total).toBeLessThanOrEqual(KEY_LIMIT * 1.1);
}, 60_000);
