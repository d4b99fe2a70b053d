import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { UNLIMITED } from '../support/system/shared-system.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

const CLIENTS = '/api/v1/clients';
const KEYS = '/api/v1/api-keys';
const CLIENT = { name: 'Acme', country: 'DE', maxAccountValue: 10_000, currency: 'EUR' };

interface Key {
  id: string;
  key: string;
  is_active: boolean;
}

let system: Tenant;
let token: string;
let orgId: string;

beforeAll(async () => {
  system = await openTenant();
  token = await system.login();
  ({ orgId } = system);
}, 120_000);
afterAll(() => system.close(), 60_000);

async function admin<T>(method: string, path: string, body?: object, ofOrg = orgId): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, ...(ofOrg && { 'x-org-id': ofOrg }) };
  const json = body && { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
  const response = await system.fetch(path, { method, headers, ...json });
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const createKey = (fields: object = {}, org = orgId) =>
  admin<Key>('POST', KEYS, { org_id: org, name: 'Robot', ...fields }, org);

function call(key: string, method: string, path: string, body?: object) {
  const headers = { 'x-api-key': key };
  if (!body) return system.fetch(path, { method, headers });
  const json = { ...headers, 'content-type': 'application/json' };
  return system.fetch(path, { method, headers: json, body: JSON.stringify(body) });
}
const statusOf = async (key: string, method = 'GET', path = CLIENTS, body?: object) => {
  const response = await call(key, method, path, body);
  await response.arrayBuffer();
  return response.status;
};

/** Milliseconds until the value is refused. */
async function refusedAfter(key: string): Promise<number> {
  const started = performance.now();
  await eventually(async () => (await statusOf(key)) === 401);
  return performance.now() - started;
}

test('a key reads and writes what its scopes cover, and nothing else', async () => {
  const reader = await createKey();
  const writer = await createKey({ scopes: ['write:clients'] });
  const created = await call(writer.key, 'POST', CLIENTS, CLIENT);
  expect(created.status).toBe(200);
  const { id } = (await created.json()) as { id: string };
  const path = `${CLIENTS}/${id}`;
  expect(await statusOf(reader.key, 'GET', path)).toBe(200);
  expect(await statusOf(writer.key, 'PATCH', path, { name: 'Apex' })).toBe(200);
  expect(await statusOf(writer.key, 'POST', `${path}/archive`)).toBe(200);
  const refused = [
    statusOf(reader.key, 'POST', CLIENTS, CLIENT),
    statusOf(writer.key, 'GET', path),
    statusOf(writer.key, 'DELETE', path),
    statusOf(reader.key, 'GET', KEYS),
    statusOf(reader.key, 'GET', '/api/v1/webhooks'),
  ];
  expect(await Promise.all(refused)).toEqual([403, 403, 403, 403, 403]);
});

test('a key knows who it is, and what is left to it', async () => {
  const { id, key } = await createKey({ permissions: ['read:bom'] });
  const me = (await (await call(key, 'GET', '/api/v1/auth/me')).json()) as { orgs: object[] };
  expect(me).toMatchObject({ id, email: null, role: 'staff', org_id: orgId, scopes: ['read:bom'], client_id: null });
  expect(me).toMatchObject({
    rate_limit: { limit: UNLIMITED, remaining: UNLIMITED - 1 },
    orgs: [{ id: orgId, name: system.name }],
  });
  const can = await call(key, 'GET', `/api/v1/auth/can?method=GET&path=${encodeURIComponent(`${CLIENTS}?page=2`)}`);
  expect(await can.json()).toEqual({ allowed: false, reason: 'The API key lacks the scope read:clients' });
});

test('a revoked key is refused within five seconds, also one that was just used', async () => {
  const { id, key } = await createKey();
  expect(await statusOf(key)).toBe(200);
  expect(await admin<Key>('POST', `${KEYS}/${id}/revoke`)).toMatchObject({ id, is_active: false });
  expect(await refusedAfter(key)).toBeLessThan(5_000);
  expect(await admin<Key>('POST', `${KEYS}/${id}/revoke`)).toMatchObject({ id, is_active: false });
}, 20_000);

test('both values of a rotated key work for the overlap, then only the new one does', async () => {
  const { id, key: old } = await createKey();
  expect(await statusOf(old)).toBe(200);
  const { key } = await admin<Key>('POST', `${KEYS}/${id}/rotate`, { overlap_seconds: 3 });
  expect([await statusOf(old), await statusOf(key)]).toEqual([200, 200]);
  expect(await refusedAfter(old)).toBeLessThan(5_000);
  expect(await statusOf(key)).toBe(200);
}, 20_000);

test('a key that is rotated without overlap loses its old value at once', async () => {
  const { id, key: old } = await createKey();
  expect(await statusOf(old)).toBe(200);
  const { key } = await admin<Key>('POST', `${KEYS}/${id}/rotate`, { overlap_seconds: 0 });
  expect(await statusOf(key)).toBe(200);
  expect(await refusedAfter(old)).toBeLessThan(5_000);
}, 20_000);

test('an expired key is refused', async () => {
  const { key } = await createKey({ expires_at: new Date(Date.now() + 2_500).toISOString() });
  expect(await statusOf(key)).toBe(200);
  expect(await refusedAfter(key)).toBeLessThan(4_000);
}, 20_000);

test('a key of one org sees nothing of another', async () => {
  const { id: other } = await admin<{ id: string }>('POST', '/api/v1/orgs', { name: 'Elsewhere' });
  const { id } = await admin<{ id: string }>('POST', CLIENTS, CLIENT);
  const { key } = await createKey({ permissions: ['*:*'] }, other);
  const list = (await (await call(key, 'GET', CLIENTS)).json()) as { data: unknown[] };
  expect(list).toMatchObject({ data: [], pagination: { total: 0 } });
  expect(await statusOf(key, 'GET', `${CLIENTS}/${id}`)).toBe(404);
  expect(await statusOf(key, 'DELETE', `${CLIENTS}/${id}`)).toBe(404);
  const headers = { 'x-api-key': key, 'x-org-id': orgId };
  expect((await system.fetch(CLIENTS, { headers })).status).toBe(403);
  const keys = await admin<Key[]>('GET', KEYS);
  expect(JSON.stringify(keys)).not.toContain(other);
});
