import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AuditEntry } from '#proto/identity/v1/contract.ts';
import { rules } from '../support/access/table.ts';
import { eventually } from '../support/eventually.ts';
import { mailedToken } from '../support/system/mail.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

/** decisions 3: the audit log holds every write. A route that is added, and is no GET, needs a line here. */
const EMAIL = 'audited@example.com';
const [FIRST, SECOND, THIRD] = ['the first passphrase', 'the second passphrase', 'the third passphrase'];

interface Write {
  route: string;
  /** How the log calls it. */
  action: string;
  /** Made when its turn has come; text is CSV. */
  body?(): object | string | Promise<object>;
  /** Who writes; default the first admin. */
  as?: 'member' | 'nobody';
}

/** In an order in which each finds what it needs. */
const writes: Write[] = [
  ...writesOf('client', 'clients', { name: 'Acme', country: 'DE', maxAccountValue: 1, currency: 'EUR' }),
  ...writesOf('supplier', 'suppliers', { name: 'Weavers' }),
  ...writesOf('material', 'materials', { name: 'Denim', type: 'fabric', unit: 'm' }),
  ...writesOf('style', 'styles', { name: 'Parka', colors: ['navy'], sizes: ['S', 'M'] }, [
    {
      route: 'PUT /api/v1/styles/{id}/skus/{skuId}/kit',
      action: 'style.updated',
      body: () => ({ kittedBundle: [{ skuId: skus[1]?.id, quantity: 2 }] }),
    },
  ]),
  ...writesOfBom(),
  { route: 'PUT /api/v1/exchange-rates', action: 'exchange_rates.updated', body: () => ({ rates: { EUR: '1.08' } }) },
  {
    route: 'POST /api/v1/webhooks',
    action: 'webhook.created',
    body: () => ({ url: 'http://127.0.0.1:9/hook', events: ['order.created'] }),
  },
  { route: 'PATCH /api/v1/webhooks/{id}', action: 'webhook.updated', body: () => ({ is_active: false }) },
  { route: 'POST /api/v1/webhooks/{id}/test', action: 'webhook.test' },
  { route: 'DELETE /api/v1/webhooks/{id}', action: 'webhook.deleted' },
  { route: 'POST /api/v1/api-keys', action: 'api_key.created', body: () => ({ org_id: own.org_id, name: 'Key' }) },
  { route: 'POST /api/v1/api-keys/{id}/rotate', action: 'api_key.rotated', body: () => ({ overlap_seconds: 0 }) },
  { route: 'POST /api/v1/api-keys/{id}/revoke', action: 'api_key.revoked' },
  { route: 'POST /api/v1/orgs', action: 'org.created', body: () => ({ name: 'Elsewhere' }) },
  { route: 'PATCH /api/v1/orgs/{id}', action: 'org.updated', body: () => ({ name: 'Somewhere else' }) },
  {
    route: 'POST /api/v1/users',
    action: 'user.created',
    body: () => ({ email: EMAIL, role: 'staff', password: FIRST }),
  },
  {
    route: 'POST /api/v1/auth/change-password',
    action: 'user.password_changed',
    as: 'member',
    body: () => ({ current_password: FIRST, new_password: SECOND }),
  },
  { route: 'POST /auth/logout', action: 'session.ended', as: 'member' },
  {
    route: 'POST /api/v1/auth/reset-password',
    action: 'user.password_reset',
    as: 'nobody',
    body: async () => ({ token: await mailed('reset-password'), password: THIRD }),
  },
  // An admin has set its first password: now that it has one of its own, it is asked whether it wants to be there.
  {
    route: 'POST /api/v1/auth/accept-invitation',
    action: 'user.invitation_accepted',
    as: 'nobody',
    body: async () => ({ token: await mailed('accept-invitation') }),
  },
  { route: 'PATCH /api/v1/users/{id}', action: 'user.updated', body: () => ({ role: 'admin' }) },
  { route: 'DELETE /api/v1/users/{id}', action: 'user.deleted' },
];

/** All that is done to a record that can be archived and imported; `more` while it is there. */
function writesOf(type: string, resource: string, sample: object, more: Write[] = []): Write[] {
  const path = `/api/v1/${resource}`;
  const csv = `${Object.keys(sample).join()}\n${Object.values(sample).map(cell).join()}\n`;
  return [
    { route: `POST ${path}`, action: `${type}.created`, body: () => sample },
    { route: `PATCH ${path}/{id}`, action: `${type}.updated`, body: () => ({ name: 'Another name' }) },
    ...more,
    { route: `POST ${path}/{id}/archive`, action: `${type}.archived` },
    { route: `POST ${path}/{id}/restore`, action: `${type}.restored` },
    { route: `DELETE ${path}/{id}`, action: `${type}.deleted` },
    { route: `POST ${path}/import`, action: `${type}.created`, body: () => csv },
  ];
}

function cell(value: unknown) {
  return typeof value === 'object' ? `"${JSON.stringify(value).replaceAll('"', '""')}"` : value;
}

/** Its lines are changed in the second version, while that is a draft. */
function writesOfBom(): Write[] {
  const path = '/api/v1/bom/{bom_id}';
  const lines = `${path}/versions/{version}/line-items`;
  const action = 'bom.updated';
  return [
    { route: 'POST /api/v1/bom', action: 'bom.created', body: async () => ({ styleId: await newStyle() }) },
    { route: `PATCH ${path}`, action, body: async () => ({ styleId: await newStyle() }) },
    { route: `POST ${path}/submit`, action: 'bom.submitted' },
    { route: `POST ${path}/reject`, action: 'bom.rejected' },
    { route: `POST ${path}/submit`, action: 'bom.submitted' },
    { route: `POST ${path}/approve`, action: 'bom.approved' },
    { route: `POST ${path}/versions`, action: 'bom.version_created' },
    { route: `PUT ${lines}`, action, body: () => ({ lineItems: [{ grossConsumption: 1 }] }) },
    { route: `POST ${lines}`, action, body: () => ({ grossConsumption: 2 }) },
    { route: `PATCH ${lines}/{line_item_id}`, action, body: () => ({ grossConsumption: 3 }) },
    { route: `DELETE ${lines}/{line_item_id}`, action },
    { route: `DELETE ${path}`, action: 'bom.deleted' },
  ];
}

/** A login that succeeds changes nothing of the org's; a mail that is asked for is asked for by nobody known. */
const NO_WRITES = ['POST /auth/login', 'POST /api/v1/auth/reset-password-request'];

let system: Tenant;
let token: string;
let own: { id: string; org_id: string };
/** The record that each collection's POST made last. */
const made: Record<string, string> = {};
/** Of the style that was made last. */
let skus: { id: string }[] = [];
let lineItem = '';
beforeAll(async () => {
  system = await openTenant();
  token = await system.login();
  own = (await (await system.call(token, 'GET', '/api/v1/auth/me')).json()) as typeof own;
}, 120_000);
afterAll(() => system?.close(), 60_000);

test('every route that writes is among those tried', () => {
  const writing = Object.keys(rules).filter((route) => !route.startsWith('GET '));
  expect([...new Set(writes.map(({ route }) => route)), ...NO_WRITES].sort()).toEqual(writing.sort());
});

test.each(writes)(
  '$route is logged as $action, with who and which record',
  async (write) => {
    const requestId = `audit-${writes.indexOf(write)}`;
    await perform(write, requestId);
    const entry = await logged(requestId, write.action);
    // Exchange rates are one record an org, and have no id.
    if (write.action !== 'exchange_rates.updated') {
      const { data } = await audited(`record=${entry.record_id}&action=${write.action}`);
      expect(data.map(({ id }) => id)).toContain(entry.id);
    }
    expect(entry.address).toBe('127.0.0.1');
    expect(entry.actor).toBe(`user:${write.as ? made['/api/v1/users'] : own.id}`);
  },
  15_000,
);

async function perform({ route, body, as }: Write, requestId: string): Promise<void> {
  const [method = '', path = ''] = route.split(' ');
  const named = path
    .replace('{skuId}', skus[0]?.id ?? '')
    .replace('{version}', '2')
    .replace('{line_item_id}', lineItem);
  const filled = named.replace(/^(.*?)\/\{\w+\}/, (_, collection) => `${collection}/${made[collection]}`);
  const content = await body?.();
  const response = await system.fetch(filled, {
    method,
    headers: {
      'x-request-id': requestId,
      ...(as !== 'nobody' && { authorization: `Bearer ${as ? await memberToken() : token}` }),
      ...(content !== undefined && { 'content-type': typeof content === 'string' ? 'text/csv' : 'application/json' }),
    },
    ...(content !== undefined && { body: typeof content === 'string' ? content : JSON.stringify(content) }),
  });
  const answer = await response.text();
  expect({ status: response.status, answer }).toMatchObject({ status: 200 });
  if (route.endsWith('/line-items') && method === 'POST') lineItem = JSON.parse(answer).id;
  if (method !== 'POST' || filled.split('/').length !== 4) return;
  const record = JSON.parse(answer);
  made[filled] = record.id ?? made[filled];
  if (record.skus) skus = record.skus;
}

/** Within 5 s (decisions 1: Eventual facts). */
function logged(requestId: string, action: string): Promise<AuditEntry> {
  return eventually(async () => {
    const { data } = await audited(`action=${action}`);
    return data.find((entry) => entry.request_id === requestId) ?? false;
  }, 5_000);
}

/** Of the org, or of the one that was made on the way. */
async function audited(query: string): Promise<{ data: AuditEntry[] }> {
  const pages = [undefined, made['/api/v1/orgs']].map(async (orgId) => {
    const headers = { authorization: `Bearer ${token}`, ...(orgId && { 'x-org-id': orgId }) };
    return (await (await system.fetch(`/api/v1/audit-log?${query}`, { headers })).json()) as { data: AuditEntry[] };
  });
  return { data: (await Promise.all(pages)).flatMap(({ data }) => data) };
}

async function newStyle(): Promise<string> {
  const response = await system.call(token, 'POST', '/api/v1/styles', { name: 'Jacket' });
  return ((await response.json()) as { id: string }).id;
}

const memberToken = () =>
  system.login({ email: EMAIL, password: FIRST }).catch(() => system.login({ email: EMAIL, password: SECOND }));

/** Asks for a mail; the one that is looked for may have come before. */
async function mailed(page: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email: EMAIL });
  await system.fetch('/api/v1/auth/reset-password-request', { method: 'POST', headers, body });
  return mailedToken(system, EMAIL, page);
}
