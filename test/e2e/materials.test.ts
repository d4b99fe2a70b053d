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

test('a material keeps what it was given, names its supplier as it is called now, and holds it back from deletion', async () => {
  const supplier = await call('POST', '/api/v1/suppliers', { name: 'Mill' });
  const free = { finish: 'matt', care: { wash: [30, 40] }, constructor: 'x', _bsontype: 'ObjectId' };
  const created = await call('POST', '/api/v1/materials', { name: 'Twill', supplierId: supplier.json.id, ...free });
  expect(created).toMatchObject({ status: 200, json: { ...free, supplierName: 'Mill' } });
  const path = `/api/v1/materials/${created.json.documentId}`;

  await call('PATCH', `/api/v1/suppliers/${supplier.json.id}`, { name: 'Weaver' });
  expect((await call('GET', path)).json).toEqual({ ...created.json, supplierName: 'Weaver' });

  const changed = await call('PATCH', path, { finish: null, grade: 2 });
  const { finish: _, ...kept } = free;
  expect(changed.json).toMatchObject({ ...kept, grade: 2 });
  expect(changed.json).not.toHaveProperty('finish');

  const refused = await call('DELETE', `/api/v1/suppliers/${supplier.json.id}`);
  expect(refused).toMatchObject({
    status: 409,
    json: { code: 'in_use', detail: 'Supplier is in use by material Twill' },
  });
  expect((await call('DELETE', path)).json).toMatchObject({ success: true, deletedId: created.json.id });
  expect((await call('DELETE', `/api/v1/suppliers/${supplier.json.id}`)).status).toBe(200);
});

test('a page that is larger than any message is whole, and in its order', async () => {
  const note = '\u0001'.repeat(10_000);
  const names = Array.from({ length: 100 }, (_, index) => `Large ${String(index).padStart(3, '0')}`);
  for (const name of names) expect((await call('POST', '/api/v1/materials', { name, note })).status).toBe(200);
  const { data, pagination } = (await call('GET', '/api/v1/materials?limit=100&search=large&sort=name')).json;
  expect((data as Json[]).map(({ name }) => name)).toEqual(names);
  expect((data as Json[]).filter((record) => record.note !== note)).toEqual([]);
  expect(pagination).toMatchObject({ total: 100 });
}, 60_000);
