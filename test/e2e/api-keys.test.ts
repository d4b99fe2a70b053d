import { expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { ownOrg } from '../support/system/tenant.ts';

const CLIENTS = '/api/v1/clients';
const KEYS = '/api/v1/api-keys';
const CLIENT = { name: 'Acme', country: 'DE', maxAccountValue: 10_000, currency: 'EUR' };

interface Key {
  id: string;
  key: string;
  is_active: boolean;
}

const own = ownOrg();

const admin = <T>(method: string, path: string, body?: object, org = own.system.orgId) =>
  own.system.json<T>(own.token, method, path, body, { 'x-org-id': org });
const createKey = (fields: object = {}, org = own.system.orgId) =>
  admin<Key>('POST', KEYS, { org_id: org, name: 'Robot', ...fields }, org);
const call = (key: string, method: string, path: string, more = {}) =>
  own.system.fetch(path, { method, headers: { 'x-api-key': key, ...more } });
const statusOf = async (key: string, method = 'GET', path = CLIENTS, more = {}) => {
  const response = await call(key, method, path, more);
  await response.arrayBuffer();
  return response.status;
};

/** Milliseconds until the value is refused. */
async function refusedAfter(key: string): Promise<number> {
  const started = performance.now();
  await eventually(async () => (await statusOf(key)) === 401);
  return performance.now() - started;
}

test('a revoked key is refused within five seconds, also one that was just used', async () => {
  const { id, key } = await createKey();
  expect(await statusOf(key)).toBe(200);
  expect(await admin<Key>('POST', `${KEYS}/${id}/revoke`)).toMatchObject({ id, is_active: false });
  expect(await refusedAfter(key)).toBeLessThan(5_000);
}, 20_000);

test('both values of a rotated key work for the overlap, then only the new one does', async () => {
  const { id, key: old } = await createKey();
  expect(await statusOf(old)).toBe(200);
  const { key } = await admin<Key>('POST', `${KEYS}/${id}/rotate`, { overlap_seconds: 3 });
  expect([await statusOf(old), await statusOf(key)]).toEqual([200, 200]);
  expect(await refusedAfter(old)).toBeLessThan(5_000);
  expect(await statusOf(key)).toBe(200);
}, 20_000);

test('a key of one org sees nothing of another', async () => {
  const { id: other } = await admin<{ id: string }>('POST', '/api/v1/orgs', { name: 'Elsewhere' });
  const { id } = await admin<{ id: string }>('POST', CLIENTS, CLIENT);
  const { key } = await createKey({ permissions: ['*:*'] }, other);
  expect(await (await call(key, 'GET', CLIENTS)).json()).toMatchObject({ data: [], pagination: { total: 0 } });
  expect(await statusOf(key, 'GET', `${CLIENTS}/${id}`)).toBe(404);
  expect(await statusOf(key, 'DELETE', `${CLIENTS}/${id}`)).toBe(404);
  expect(await statusOf(key, 'GET', CLIENTS, { 'x-org-id': own.system.orgId })).toBe(403);
  expect(JSON.stringify(await admin<Key[]>('GET', KEYS))).not.toContain(other);
});
