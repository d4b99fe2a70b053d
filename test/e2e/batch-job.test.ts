import { beforeAll, describe, expect, test } from '@jest/globals';
import type { OpenApi } from '../../gateway/openapi/openapi.ts';
import { ownOrg } from '../support/system/tenant.ts';

const own = ownOrg();

interface Json {
  [field: string]: unknown;
  id: string;
}

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; json: Json }> {
  const response = await own.system.call(own.token, method, `/api/v1${path}`, body);
  return { status: response.status, json: (await response.json()) as Json };
}

const make = (path: string, body: object) => own.system.json<Json>(own.token, 'POST', `/api/v1${path}`, body);

/** A batch job of a client sends 200 at once; the machines of tests are slow. */
const AT_ONCE = 60;
const each = <T>(task: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => task(index)));
const refusalsOf = (answers: { status: number; json: Json }[]) => answers.filter(({ status }) => status !== 200);

const client = { name: 'Batch', country: 'Portugal', maxAccountValue: 1, currency: 'EUR' };
const kinds: [path: string, body: (index: number) => object, change: object][] = [
  ['/clients', () => client, { paymentTerms: '30 days' }],
  ['/suppliers', () => ({ name: 'Mill' }), { country: 'Italy' }],
  ['/materials', () => ({ name: 'Twill' }), { finish: 'matt' }],
  ['/styles', () => ({ name: 'Parka', colors: ['Navy'], sizes: ['M'] }), { description: 'Warm' }],
  ['/bom', () => ({ styleId: ids.style }), {}],
  ['/orders', () => ({ clientId: ids.client, lineItems: [{ description: 'x', qty: 1 }] }), { notes: 'Batch' }],
  ['/invoices', (index) => ({ invoiceNumber: `B-${index}` }), { notes: 'Batch' }],
  ['/management-accounts', (index) => ({ code: `B${index}`, name: 'Costs' }), { description: 'Batch' }],
  ['/bank-statements', (index) => ({ accountNumber: `PT50-${index}`, lines: [{ credit: 1 }] }), { bankName: 'B' }],
];
/** Records that others refer to. */
const ids = { client: '', supplier: '', style: '', order: '' };
beforeAll(async () => {
  ids.client = (await make('/clients', client)).id;
  ids.supplier = (await make('/suppliers', { name: 'Mill', currency: 'EUR' })).id;
  ids.style = (await make('/styles', { name: 'Parka' })).id;
  const lineItems = [{ description: 'x', qty: 9 }];
  ids.order = (await make('/orders', { clientId: ids.client, lineItems, status: 'confirmed' })).id;
});

describe('60 small records of an org at once', () => {
  test.each(kinds)(
    '%s are made, read and changed',
    async (path, body, change) => {
      const made = await each((index) => call('POST', path, body(index)));
      expect(refusalsOf(made)).toEqual([]);
      const paths = made.map(({ json }) => `${path}/${json.id}`);
      expect(refusalsOf(await each((index) => call('GET', String(paths[index]))))).toEqual([]);
      expect(refusalsOf(await each((index) => call('PATCH', String(paths[index]), change)))).toEqual([]);
    },
    60_000,
  );
});

describe('what the reference requires is enough for', () => {
  const needed: [path: string, body: () => object][] = [
    ['/clients', () => client],
    ['/suppliers', () => ({ name: 'Mill' })],
    ['/materials', () => ({ name: 'Twill' })],
    ['/styles', () => ({ name: 'Parka' })],
    ['/bom', () => ({ styleId: ids.style })],
    ['/orders', () => ({ clientId: ids.client })],
    ['/delivery-notes', () => ({ salesOrderId: ids.order })],
    ['/invoices', () => ({ invoiceNumber: 'N-1' })],
    // Its currency is the supplier's, where it has one (decisions 7: Defaults).
    ['/purchase-orders/direct-cost', () => ({ supplierId: ids.supplier })],
    ['/bank-accounts', () => ({ name: 'Needed', accountNumber: 'N-1' })],
    ['/bank-statements', () => ({ accountNumber: 'PT50-needed' })],
    ['/management-accounts', () => ({ code: 'N1', name: 'Costs' })],
    ['/webhooks', () => ({ url: 'https://example.com/hook', events: ['*'] })],
    ['/users', () => ({ email: 'needed@example.com', role: 'staff' })],
    ['/orgs', () => ({ name: 'Needed' })],
    ['/api-keys', () => ({ org_id: own.system.orgId, name: 'Needed' })],
  ];

  let document: OpenApi;
  beforeAll(async () => {
    document = (await (await own.system.fetch('/openapi.json')).json()) as OpenApi;
  });

  test.each(needed)('%s', async (path, body) => {
    const sent = body();
    const { content } = document.paths[`/api/v1${path}`]?.post?.requestBody ?? {};
    const input = content?.['application/json']?.schema.$ref?.split('/').at(-1) ?? '';
    const { required = [], anyOf = [] } = document.components.schemas[input] ?? {};
    // A field with two names is needed under one of them. An org without a series of numbers must send an invoice's.
    const unlessSeries = path === '/invoices' ? ['invoiceNumber'] : [];
    const needs = [...required, ...(anyOf[0]?.required ?? []), ...unlessSeries];
    expect(Object.keys(sent).sort()).toEqual(needs.sort());
    expect(await call('POST', path, sent)).toMatchObject({ status: 200, json: { id: expect.any(String) } });
  });

  test('every resource that is made', () => {
    // Purchase orders that sales orders need are several records, and their request needs no field.
    const one = /^create(?!Required)/;
    const made = Object.entries(document.paths).filter(([, { post }]) => one.test(post?.operationId ?? ''));
    const paths = made.map(([path]) => path).filter((path) => !path.includes('{'));
    expect(paths.sort()).toEqual(needed.map(([path]) => `/api/v1${path}`).sort());
  });
});

describe('an id that the record has no part of', () => {
  const purchase = () => ({ supplierId: ids.supplier, items: [] });
  const item = { description: 'x', qty: '1', unitPrice: '1' };
  const unknown = '65a000000000000000000000';
  const lists: [what: string, path: string, body: () => object, field: string, part: object][] = [
    ['contacts of a client', '/clients', () => client, 'contacts', { contactName: 'Jo' }],
    ['addresses of a client', '/clients', () => client, 'deliveryAddresses', { name: 'Port', address: 'Quay 1' }],
    ['contacts of a supplier', '/suppliers', () => ({ name: 'Mill' }), 'contacts', { contactName: 'Jo' }],
    ['SKUs of a material', '/materials', () => ({ name: 'Zip' }), 'skus', { color: 'ecru' }],
    ['lines of an invoice', '/invoices', () => ({ invoiceNumber: 'P-1' }), 'lineItems', { amount: 1 }],
    ['lines of an order', '/orders', () => ({ clientId: ids.client }), 'lineItems', { description: 'x', qty: 1 }],
    ['lines of a note', '/delivery-notes', () => ({ salesOrderId: ids.order }), 'lineItems', { qty: 1 }],
    ['items of a purchase order', '/purchase-orders/direct-cost', purchase, 'items', item],
    ['lines of a BOM version', '/bom', () => ({ styleId: ids.style }), 'lineItems', {}],
  ];

  test.each(lists)('is refused at it among the %s', async (_, collection, body, field, part) => {
    const record = `${collection}/${(await make(collection, body())).id}`;
    const [method, path] = collection === '/bom' ? ['PUT', `${record}/versions/1/line-items`] : ['PATCH', record];
    const { status, json } = await call(method, path, { [field]: [part, { ...part, id: unknown }] });
    const at = { type: 'value_error', loc: ['body', field, '1', 'id'], input: unknown };
    expect([status, json.detail]).toEqual([422, [expect.objectContaining(at)]]);
    expect((await call(method, path, { [field]: [part] })).status).toBe(200);
  });
});
