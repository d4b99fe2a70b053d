import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AuditEntry } from '#proto/identity/v1/contract.ts';
import { eventually } from '../support/eventually.ts';
import { PersistentClient } from '../support/persistent-client.ts';
import { type System, startSystem } from '../support/system/system.ts';

/** decisions 1: Eventual facts. Milliseconds. */
const SOON = 5_000;
const client = { name: 'Acme', country: 'DE', maxAccountValue: 10_000, currency: 'EUR' };
let system: System;
let token: string;

beforeAll(async () => {
  system = await startSystem();
  token = await system.login();
}, 120_000);
afterAll(() => system.stop(), 60_000);

interface Page {
  data: AuditEntry[];
  pagination: { total: number };
}

async function read(query: Record<string, string> = {}): Promise<Page> {
  const response = await system.call(token, 'GET', `/api/v1/audit-log?${new URLSearchParams(query)}`);
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

test('a failed login is there, without what was typed', async () => {
  const typed = 'my-password-by-mistake';
  await expect(system.login({ email: system.admin.email, password: 'wrong' })).rejects.toThrow('401');
  await expect(system.login({ email: typed, password: 'wrong' })).rejects.toThrow('401');
  const [unknown, known] = await untilLogged({ action: 'login.failed' }, 2);
  expect(unknown).toMatchObject({ actor: null, record_id: null, address: '127.0.0.1' });
  expect(known).toMatchObject({ actor: null, record_type: 'user', record_id: (await me()).id });
  expect(JSON.stringify([unknown, known])).not.toContain(typed);
});

test('what the system did of its own accord has no actor', async () => {
  const [first] = await untilLogged({ action: 'org.created' });
  expect(first).toMatchObject({ actor: null, address: null, request_id: 'bootstrap' });
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

test('killed between a write and its delivery, identity loses no entry and makes none twice', async () => {
  const persistent = new PersistentClient(system, token);
  for (const round of [1, 2, 3]) {
    const names = Array.from({ length: 150 }, (_, index) => `client ${round}.${index}`);
    const writing = persistent.createAll(names);
    const reached = persistent.created.length + 50;
    await eventually(() => persistent.created.length >= reached, 60_000);
    const pid = system.pid('identity');
    system.kill('identity');
    await eventually(() => system.pid('identity') !== pid, 60_000);
    await writing;
  }
  const logged = await eventually(async () => {
    const ids = await allIds('client.created');
    return persistent.created.every(({ eventId }) => ids.includes(eventId)) && ids;
  }, 60_000);
  expect(new Set(logged).size).toBe(logged.length);
  expect((await read({ action: 'client.created', limit: '1' })).pagination.total).toBe(logged.length);
}, 240_000);

async function allIds(action: string): Promise<string[]> {
  const response = await system.call(token, 'GET', `/api/v1/audit-log?format=csv&action=${action}`);
  const lines = (await response.text()).trim().split('\n');
  return lines.slice(1).map((line) => line.split(',')[0] ?? '');
}
