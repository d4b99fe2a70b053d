import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

let system: Tenant;
let token: string;
beforeAll(async () => {
  system = await openTenant();
  token = await system.login();
}, 120_000);
afterAll(() => system.close(), 30_000);

type Json = Record<string, unknown>;

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; json: Json }> {
  const response = await system.call(token, method, path, body);
  return { status: response.status, json: (await response.json()) as Json };
}

test('a page that is larger than any message is whole, and in its order', async () => {
  const note = '\u0001'.repeat(10_000);
  const names = Array.from({ length: 100 }, (_, index) => `Large ${String(index).padStart(3, '0')}`);
  for (const name of names) expect((await call('POST', '/api/v1/materials', { name, note })).status).toBe(200);
  const { data, pagination } = (await call('GET', '/api/v1/materials?limit=100&search=large&sort=name')).json;
  expect((data as Json[]).map(({ name }) => name)).toEqual(names);
  expect((data as Json[]).filter((record) => record.note !== note)).toEqual([]);
  expect(pagination).toMatchObject({ total: 100 });
}, 60_000);
