import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AuditEntry } from '#proto/identity/v1/contract.ts';
import { eventually } from '../support/eventually.ts';
import { PersistentClient } from '../support/persistent-client.ts';
import { Instance } from '../support/system/instance.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

/** decisions 1: Eventual facts. Milliseconds. */
const SOON = 5_000;
const client = { name: 'Acme', country: 'DE', maxAccountValue: 10_000, currency: 'EUR' };
let system: Tenant;
let token: string;
/** The org that the system began with: it is told what belongs to no other. */
let operator: Instance;

beforeAll(async () => {
  system = await openTenant();
  operator = new Instance(system.dataDir, system.databasePrefix);
  token = await system.login();
}, 120_000);
afterAll(async () => {
  await operator.close();
  await system.close();
}, 60_000);

interface Page {
  data: AuditEntry[];
  pagination: { total: number };
}

async function read(query: Record<string, string>, as = token): Promise<Page> {
  const response = await system.call(as, 'GET', `/api/v1/audit-log?${new URLSearchParams(query)}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Page;
}

async function untilLogged(query: Record<string, string>, count = 1): Promise<AuditEntry[]> {
  return eventually(async () => {
    const { data } = await read(query);
    return data.length >= count && data;
  }, SOON);
}

async function me(): Promise<{ id: string; org_id: string }> {
  return (await (await system.call(token, 'GET', '/api/v1/auth/me')).json()) as { id: string; org_id: string };
}

async function createKey(permissions: string[]): Promise<{ id: string; key: string }> {
  const { org_id } = await me();
  const response = await system.call(token, 'POST', '/api/v1/api-keys', { org_id, name: 'Audited', permissions });
  expect(response.status).toBe(200);
  return (await response.json()) as { id: string; key: string };
}

test('what a user writes is there within 5 s: who, what, which record, when, from where, by which request', async () => {
  const before = Date.now();
  const created = await system.call(token, 'POST', '/api/v1/clients', client);
  const { id } = (await created.json()) as { id: string };
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-request-id': 'my-request',
  };
  const body = JSON.stringify({ name: 'Acme & Sons', country: 'FR' });
  const changed = await system.fetch(`/api/v1/clients/${id}`, { method: 'PATCH', headers, body });
  const caller = await me();

  const [update, creation] = await untilLogged({ record: id }, 2);
  expect(update).toEqual({
    id: changed.headers.get('x-event-id'),
    org_id: caller.org_id,
    action: 'client.updated',
    actor: `user:${caller.id}`,
    record_type: 'client',
    record_id: id,
    changed: expect.arrayContaining(['name', 'country']),
    created_at: expect.any(String),
    address: '127.0.0.1',
    request_id: 'my-request',
  });
  expect(creation).toMatchObject({ action: 'client.created', id: created.headers.get('x-event-id') });
  expect(Date.parse(creation?.created_at ?? '')).toBeGreaterThanOrEqual(before - 1000);
});

test('a key is named by its id, and may not read the log', async () => {
  const { id: keyId, key } = await createKey(['write:clients', 'read:*']);
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const created = await system.fetch('/api/v1/clients', { method: 'POST', headers, body: JSON.stringify(client) });
  expect(created.status).toBe(200);
  const { id } = (await created.json()) as { id: string };
  expect(await untilLogged({ record: id })).toMatchObject([{ action: 'client.created', actor: `key:${keyId}` }]);
  expect(await untilLogged({ record: keyId })).toMatchObject([{ action: 'api_key.created', record_type: 'api_key' }]);
  expect((await system.fetch('/api/v1/audit-log', { headers })).status).toBe(403);
});

async function failToLogIn(username: string): Promise<string> {
  const requestId = `failed-${randomUUID()}`;
  const body = new URLSearchParams({ username, password: 'wrong' });
  const headers = { 'x-request-id': requestId };
  expect((await system.fetch('/auth/login', { method: 'POST', headers, body })).status).toBe(401);
  return requestId;
}

/** The operator is told of others' attempts too. */
async function untilOperatorReads(action: string, requestId: string): Promise<AuditEntry> {
  const as = await operator.login();
  return eventually(async () => {
    const { data } = await read({ action, limit: '100' }, as);
    return data.find(({ request_id }) => request_id === requestId) ?? false;
  }, SOON);
}

test('a failed login is there, without what was typed', async () => {
  const typed = 'my-password-by-mistake';
  const [knownId, unknownId] = [await failToLogIn(system.admin.email), await failToLogIn(typed)];
  const [known] = await untilLogged({ action: 'login.failed' });
  const unknown = await untilOperatorReads('login.failed', unknownId);
  expect(unknown).toMatchObject({ actor: null, record_id: null, address: '127.0.0.1' });
  expect(known).toMatchObject({ actor: null, record_type: 'user', record_id: (await me()).id, request_id: knownId });
  expect(JSON.stringify([unknown, known])).not.toContain(typed);
});

test('what the system did of its own accord has no actor', async () => {
  expect(await untilOperatorReads('org.created', 'bootstrap')).toMatchObject({ actor: null, address: null });
});

test('filters, pages and CSV', async () => {
  const persistent = new PersistentClient(system, token);
  await persistent.createAll(['one', 'two', 'three']);
  const written = new Set(persistent.created.map(({ eventId }) => eventId));
  const logged = await eventually(async () => {
    const { data } = await read({ action: 'client.*' });
    const ours = data.filter(({ id }) => written.has(id));
    return ours.length === written.size && ours;
  }, SOON);
  const since = logged.at(-1)?.created_at ?? '';
  const { data, pagination } = await read({ action: 'client.created', since, limit: '2' });
  expect(data).toHaveLength(2);
  expect(pagination.total).toBe(3);
  const csv = await system.call(token, 'GET', `/api/v1/audit-log?format=csv&since=${since}`);
  const lines = (await csv.text()).trim().split('\n');
  expect(lines[0]).toContain('action');
  expect(lines).toHaveLength(4);
});
