import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { eventData } from '#proto/common/v1/events.contract.ts';
import type { AuditEntry } from '#proto/identity/v1/contract.ts';
import { rules } from '../support/access/table.ts';
import { type Scene, type Write, writesOfFinance } from '../support/access/writes-of-finance.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { mailedToken } from '../support/system/mail.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

/** decisions 3: the audit log holds every write. A route that is added, and is no GET, needs a line here. */
const EMAIL = 'audited@example.com';
const [FIRST, SECOND, THIRD] = ['the first passphrase', 'the second passphrase', 'the third passphrase'];

const scene: Scene = {
  newClient: () => newClient(),
  newSupplier: () => newRecord('suppliers', { name: 'Weavers', currency: 'EUR' }),
  newOrder: async () => newRecord('orders', { clientId: await newClient(), status: 'confirmed' }),
  issuedInvoice: () =>
    newRecord('invoices', { invoiceNumber: scene.newNumber(), currency: 'EUR', totalAmount: 100, status: 'issued' }),
  newNumber: () => `I-${++invoices}`,
  items: () => items,
};

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
  ...writesOfFinance(scene),
  {
    route: 'POST /api/v1/webhooks',
    action: 'webhook.created',
    body: () => ({ url: 'http://127.0.0.1:9/hook', events: ['order.created'] }),
  },
  { route: 'POST /api/v1/webhooks/{id}/test', action: 'webhook.test' },
  { route: 'POST /api/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver', action: 'webhook.redelivered' },
  {
    route: 'POST /api/v1/webhooks/{id}/recover',
    action: 'webhook.recovered',
    body: () => ({ since: new Date().toISOString() }),
  },
  { route: 'PATCH /api/v1/webhooks/{id}', action: 'webhook.updated', body: () => ({ is_active: false }) },
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
/** SKUs of the style that was made last. */
let skus: { id: string }[] = [];
/** Items of the purchase order that was made last. */
let items: { id: string }[] = [];
let lineItem = '';
/** Payment of the invoice that was made last. */
let payment = '';
/** Line of the bank statement that was made last. */
let bankLine = '';
let invoices = 0;
/** Delivery of the test of a webhook that was made last. */
let delivery = '';
/** Ids of `X-Event-Id`, by their routes. */
const eventIds: [route: string, id: string][] = [];
/** Takes all events of the org. */
let receiver: Receiver;
let subscribedAt = '';
beforeAll(async () => {
  system = await openTenant();
  token = await system.login();
  own = (await (await system.call(token, 'GET', '/api/v1/auth/me')).json()) as typeof own;
  receiver = await startReceiver();
  await newRecord('webhooks', { url: receiver.url, events: ['*'] });
  subscribedAt = new Date().toISOString();
}, 120_000);
afterAll(async () => {
  await system?.close();
  await receiver?.close();
}, 60_000);

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

/** Events that happen of their own accord: a day ends, a receiver says that it is gone. */
async function letInvoiceBeOverdue(): Promise<void> {
  const late = { invoiceNumber: 'I-late', currency: 'EUR', totalAmount: 100, dueDate: '2020-01-31', status: 'issued' };
  await newRecord('invoices', late);
}

/** Its SKUs take more than the 256 KiB of an event. */
async function sayTooMuch(): Promise<void> {
  const many = Array.from({ length: 40 }, (_, index) => `of a kind ${index}`);
  await newRecord('styles', { name: 'Everything', colors: many, sizes: many });
}

async function disableByReceiver(): Promise<void> {
  const gone = await startReceiver();
  gone.fallback = { status: 410 };
  await newRecord('webhooks', { url: gone.url, events: ['supplier.created'] });
  await newRecord('suppliers', { name: 'Weavers' });
  await gone.untilReceived(1);
  await gone.close();
}

const inOrg = (orgId: string | undefined) => ({
  headers: { authorization: `Bearer ${token}`, ...(orgId && { 'x-org-id': orgId }) },
});

/** The events of the org, and of the one that was made on the way. */
async function happened(): Promise<{ id: string; type: string; timestamp: string; orgId: string | undefined }[]> {
  const found: Awaited<ReturnType<typeof happened>> = [];
  for (const orgId of [undefined, made['/api/v1/orgs']]) {
    for (let page = 1, more = true; more; page++) {
      const answer = await system.fetch(`/api/v1/events?limit=100&page=${page}`, inOrg(orgId));
      const { data, pagination } = (await answer.json()) as {
        data: { id: string; type: string; timestamp: string }[];
        pagination: { hasNext: boolean };
      };
      found.push(...data.map(({ id, type, timestamp }) => ({ id, type, timestamp, orgId })));
      more = pagination.hasNext;
    }
  }
  return found;
}

test('the event of every write is in the log within 5 s, with its type', async () => {
  expect(eventIds.length).toBeGreaterThan(60);
  const known = await eventually(async () => {
    const types = new Map((await happened()).map(({ id, type }) => [id, type]));
    expect(eventIds.filter(([, id]) => !types.has(id))).toEqual([]);
    return types;
  }, 5_000);
  for (const { route, action } of writes) {
    const ids = eventIds.filter(([of]) => of === route).map(([, id]) => id);
    // An attempt that is made again sends the event itself.
    if (ids.length > 0 && action !== 'webhook.redelivered') expect(ids.map((id) => known.get(id))).toContain(action);
  }
}, 15_000);

test('every type of event is made, and each event is as its schemas say', async () => {
  await letInvoiceBeOverdue();
  await disableByReceiver();
  await sayTooMuch();
  const events = await eventually(async () => {
    const found = await happened();
    const types = new Set(found.map(({ type }) => type));
    expect(Object.keys(eventData).filter((type) => !types.has(type))).toEqual([]);
    return found;
  });
  const judge = await receiverOfTheDocument();
  const faults: unknown[] = [];
  for (const { id, orgId } of events) {
    const event = (await (await system.fetch(`/api/v1/events/${id}`, inOrg(orgId))).json()) as SentEvent;
    const { record_id: _, deliveries: __, has_more_deliveries: ___, ...envelope } = event;
    faults.push(...judge(envelope));
  }
  expect(faults).toEqual([]);
}, 60_000);

test('a receiver of all events is sent each of them, as its schemas say', async () => {
  const sent = () => new Map(receiver.requests.map(({ headers, body }) => [headers['webhook-id'], body]));
  // A test is sent to its own webhook alone.
  const expected = (await happened()).filter(
    ({ orgId, type, timestamp }) => orgId === undefined && type !== 'webhook.test' && timestamp > subscribedAt,
  );
  await eventually(() => {
    const received = sent();
    expect(expected.filter(({ id }) => !received.has(id)).map(({ type }) => type)).toEqual([]);
  });
  const judge = await receiverOfTheDocument();
  const envelopes = [...sent().values()].map((body) => JSON.parse(body) as SentEvent);
  expect(envelopes.flatMap(judge)).toEqual([]);
  expect(envelopes).toContainEqual(expect.objectContaining({ type: 'style.created', truncated: true }));
}, 30_000);

interface SentEvent {
  type: string;
  truncated?: true;
  record_id?: string;
  deliveries?: object[];
  has_more_deliveries?: boolean;
}

/** Judges events by the schemas of `GET /api/v1/event-types`, and by those of the API description, which know every field. */
async function receiverOfTheDocument(): Promise<(event: SentEvent) => unknown[]> {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema((await (await system.fetch('/openapi.json')).json()) as object, 'openapi');
  const published = new Map<string, ReturnType<typeof ajv.compile>>();
  for (let page = 1, more = true; more; page++) {
    const answer = await system.fetch(`/api/v1/event-types?limit=100&page=${page}`, inOrg(undefined));
    const { data, pagination } = (await answer.json()) as {
      data: { type: string; schema: object }[];
      pagination: { hasNext: boolean };
    };
    for (const { type, schema } of data) published.set(type, ajv.compile(schema));
    more = pagination.hasNext;
  }
  return (event) => {
    const place = `openapi#/webhooks/${event.type}/post/requestBody/content/application~1json/schema`;
    return [published.get(event.type), ajv.getSchema(place)].flatMap((validate): unknown[] => {
      if (!validate) return [`${event.type} has no schema`];
      const isValid: boolean = validate(event) as boolean;
      const faults = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
      return isValid ? [] : [[event.type, ...faults]];
    });
  };
}

const COLLECTION = /^\/api\/v1\/[\w-]+(\/direct-cost)?$/;

async function perform({ route, query = '', body, as }: Write, requestId: string): Promise<void> {
  const [method = '', path = ''] = route.split(' ');
  const named = path
    .replace('{skuId}', skus[0]?.id ?? '')
    .replace('{version}', '2')
    .replace('{line_item_id}', lineItem)
    .replace('{payment_id}', payment)
    .replace('{line_id}', bankLine)
    .replace('{delivery_id}', delivery);
  const filled = named.replace(/^(.*?)\/\{\w+\}/, (_, collection) => `${collection}/${made[collection]}`);
  const content = await body?.();
  const response = await system.fetch(filled + query, {
    method,
    headers: {
      'x-request-id': requestId,
      ...(as !== 'nobody' && { authorization: `Bearer ${as ? await memberToken() : token}` }),
      ...(content !== undefined && { 'content-type': typeof content === 'string' ? 'text/csv' : 'application/json' }),
    },
    ...(content !== undefined && { body: typeof content === 'string' ? content : JSON.stringify(content) }),
  });
  const answer = await response.text();
  if (response.status !== 200) throw new Error(`${route}: ${response.status} ${answer}`);
  const eventId = response.headers.get('x-event-id');
  if (eventId !== null) eventIds.push([route, eventId]);
  if (route.endsWith('/test')) delivery = JSON.parse(answer).id;
  if (route.endsWith('/line-items') && method === 'POST') lineItem = JSON.parse(answer).id;
  if (route.endsWith('/pay')) payment = await firstOf(filled.replace(/pay$/, 'payments'));
  if (method !== 'POST' || !COLLECTION.test(filled)) return;
  const record = JSON.parse(answer);
  made[filled] = record.id ?? made[filled];
  if (record.skus) skus = record.skus;
  if (record.items) items = record.items;
  if (record.lines?.length > 0) bankLine = record.lines[0].id;
}

/** Within 5 s (decisions 1: Eventual facts). */
function logged(requestId: string, action: string): Promise<AuditEntry> {
  return eventually(async () => {
    const { data } = await audited(`action=${action}`);
    return data.find((entry) => entry.request_id === requestId) ?? false;
  }, 5_000);
}

/** The log of the org, or of the org that was made on the way. */
async function audited(query: string): Promise<{ data: AuditEntry[] }> {
  const pages = [undefined, made['/api/v1/orgs']].map(async (orgId) => {
    const headers = { authorization: `Bearer ${token}`, ...(orgId && { 'x-org-id': orgId }) };
    return (await (await system.fetch(`/api/v1/audit-log?${query}`, { headers })).json()) as { data: AuditEntry[] };
  });
  return { data: (await Promise.all(pages)).flatMap(({ data }) => data) };
}

const newStyle = () => newRecord('styles', { name: 'Jacket' });
const newClient = () => newRecord('clients', { name: 'Acme', country: 'DE', maxAccountValue: 1, currency: 'EUR' });

async function newRecord(resource: string, body: object): Promise<string> {
  const response = await system.call(token, 'POST', `/api/v1/${resource}`, body);
  return ((await response.json()) as { id: string }).id;
}

async function firstOf(path: string): Promise<string> {
  const { data } = (await (await system.call(token, 'GET', path)).json()) as { data: { id: string }[] };
  return data[0]?.id ?? '';
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
