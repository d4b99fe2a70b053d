import { expect, test } from '@jest/globals';
import type { AuditEntry } from '#proto/identity/v1/contract.ts';
import { eventually } from '../support/eventually.ts';
import { Instance } from '../support/system/instance.ts';
import { ownOrg } from '../support/system/tenant.ts';

/** decisions 1: Eventual facts. Milliseconds. */
const SOON = 5_000;
const own = ownOrg();

const untilLogged = (query: string, system: Instance = own.system, token = own.token) =>
  eventually(async () => {
    const { data } = await system.json<{ data: AuditEntry[] }>(token, 'GET', `/api/v1/audit-log?${query}`);
    return data.length > 0 && data;
  }, SOON);

test('a key is named by its id, and a change by its fields', async () => {
  const { system, token } = own;
  const named = { org_id: system.orgId, name: 'Audited', permissions: ['write:clients'] };
  const { id: keyId, key } = await system.json<{ id: string; key: string }>(token, 'POST', '/api/v1/api-keys', named);
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Acme', country: 'DE', maxAccountValue: 10_000, currency: 'EUR' });
  const created = await system.fetch('/api/v1/clients', { method: 'POST', headers, body });
  const { id } = (await created.json()) as { id: string };
  expect(await untilLogged(`record=${id}`)).toMatchObject([{ action: 'client.created', actor: `key:${keyId}` }]);
  await system.json(token, 'PATCH', `/api/v1/clients/${id}`, { name: 'Acme & Sons', country: 'FR' });
  const [entry] = await untilLogged(`record=${id}&action=client.updated`);
  expect(entry?.changed.toSorted()).toEqual(['country', 'name']);
});

test('what the system did of its own accord has no actor', async () => {
  const operator = new Instance(own.system.dataDir, own.system.databasePrefix);
  const first = await untilLogged('action=org.created&limit=100', operator, await operator.login());
  const bootstrap = first.find(({ request_id }) => request_id === 'bootstrap');
  await operator.close();
  expect(bootstrap).toMatchObject({ actor: null, address: null });
});
