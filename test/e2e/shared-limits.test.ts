import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { type FurtherGateway, startFurtherGateway } from '../support/system/further-gateway.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

const LIMIT = 600;
const KEY_LIMIT = 100;
const CONNECTIONS = 16;
const env = { RATE_LIMIT_USER: String(LIMIT) };

let system: Tenant;
/** The system's own gateway has no limit. */
const gateways: FurtherGateway[] = [];
let urls: string[];
let token: string;
let key: string;

beforeAll(async () => {
  system = await openTenant();
  for (let i = 0; i < 3; i++) gateways.push(await startFurtherGateway(system, env));
  urls = gateways.map(({ url }) => url);
  token = await system.login();
  ({ key } = await createKey({ rate_limit: KEY_LIMIT }));
  await eventually(async () =>
    (await Promise.all(urls.map(left))).every((remaining, _, all) => remaining <= (all[0] ?? 0) + 1),
  );
}, 120_000);

afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await system.close();
}, 60_000);

async function createKey(fields: object = {}): Promise<{ id: string; key: string }> {
  const body = { org_id: system.orgId, name: 'Robot', ...fields };
  const created = await system.call(token, 'POST', '/api/v1/api-keys', body);
  expect(created.status).toBe(200);
  return (await created.json()) as { id: string; key: string };
}

const get = (url: string, path: string, headers: Record<string, string>) => system.fetch(`${url}${path}`, { headers });

/** The rest of the user's limit by a gateway, this request counted. */
async function left(url: string): Promise<number> {
  const { headers } = await get(url, '/auth/test/admin', { authorization: `Bearer ${token}` });
  return Number(headers.get('ratelimit-remaining'));
}

/** Number of requests of three limits that pass, as fast as the connections carry them. */
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

test('when a key was used last is known at the latest when the gateway has stopped', async () => {
  const used = await createKey();
  const gateway = gateways.pop() as FurtherGateway;
  const before = Date.now();
  expect((await get(gateway.url, '/auth/test/staff', { 'x-api-key': used.key })).status).toBe(200);
  await gateway.stop();
  const after = Date.now();
  const read = await system.call(token, 'GET', `/api/v1/api-keys/${used.id}`);
  const { last_used_at } = (await read.json()) as { last_used_at: string };
  expect(Date.parse(last_used_at)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(last_used_at)).toBeLessThanOrEqual(after);
}, 60_000);
