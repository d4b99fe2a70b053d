import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { OpenApi } from '../../gateway/openapi/openapi.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

let system: Tenant;
let token: string;
beforeAll(async () => {
  system = await openTenant();
  token = await system.login();
}, 120_000);
afterAll(() => system.close(), 30_000);

interface Json {
  [field: string]: unknown;
  id: string;
}

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; json: Json }> {
  const response = await system.call(token, method, `/api/v1${path}`, body);
  return { status: response.status, json: (await response.json()) as Json };
}

async function make(path: string, body: object): Promise<Json> {
  const { status, json } = await call('POST', path, body);
  expect([path, status, json]).toEqual([path, 200, expect.anything()]);
  return json;
}

/** A batch job of a client sends 200 at once; the machines of tests are slow. */
const AT_ONCE = 60;
const each = <T>(task: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => task(index)));
const refusalsOf = (answers: { status: number; json: Json }[]) => answers.filter(({ status }) => status !== 200);

const client = { name: 'Batch', country: 'Portugal', maxAccountValue: 1, currency: 'EUR' };
const accountNumber = (index: number) => `PT50-${index}`;
const kinds: [path: string, body: (index: number) => object, change: object][] = [
  ['/clients', () => client, { paymentTerms: '30 days' }],
  ['/suppliers', () => ({ name: 'Mill' }), { country: 'Italy' }],
  ['/materials', () => ({ name: 'Twill' }), { finish: 'matt' }],
  ['/styles', () => ({ name: 'Parka', colors: ['Navy'], sizes: ['M'] }), { description: 'Warm' }],
  ['/invoices', (index) => ({ invoiceNumber: `B-${index}` }), { notes: 'Batch' }],
  ['/management-accounts', (index) => ({ code: `B${index}`, name: 'Costs' }), { description: 'Batch' }],
  ['/bank-statements', (index) => ({ accountNumber: accountNumber(index), lines: [{ credit: 1 }] }), { bankName: 'B' }],
];

describe('60 small records of an org at once', () => {
  test.each(kinds)(
    '%s are made, read and changed',
    async (path, body, change) => {
      const made = await each((index) => call('POST', path, body(index)));
      expect(refusalsOf(made)).toEqual([]);
      const ids = made.map(({ json }) => json.id);
      expect(refusalsOf(await each((index) => call('GET', `${path}/${ids[index]}`)))).toEqual([]);
      expect(refusalsOf(await each((index) => call('PATCH', `${path}/${ids[index]}`, change)))).toEqual([]);
    },
    60_000,
  );

  test('/orders and /bom, which refer to others, are made, read and changed', async () => {
    const { id: clientId } = await make('/clients', client);
    const { id: styleId } = await make('/styles', { name: 'Anorak' });
    for (const [path, body, change] of [
      ['/orders', { clientId, lineItems: [{ description: 'Samples', qty: 1 }] }, { notes: 'Batch' }],
      ['/bom', { styleId }, undefined],
    ] as const) {
      const made = await each(() => call('POST', path, body));
      expect(refusalsOf(made)).toEqual([]);
      const ids = made.map(({ json }) => json.id);
      expect(refusalsOf(await each((index) => call('GET', `${path}/${ids[index]}`)))).toEqual([]);
      if (change) expect(refusalsOf(await each((index) => call('PATCH', `${path}/${ids[index]}`, change)))).toEqual([]);
    }
  }, 60_000);
});

describe('what the reference requires is enough for', () => {
  const inEuro = { name: 'Mill', currency: 'EUR' };
  const needed: [path: string, body: () => object | Promise<object>][] = [
    ['/clients', () => client],
    ['/suppliers', () => ({ name: 'Mill' })],
    ['/materials', () => ({ name: 'Twill' })],
    ['/styles', () => ({ name: 'Parka' })],
    ['/bom', async () => ({ styleId: (await make('/styles', { name: 'Parka' })).id })],
    ['/orders', async () => ({ clientId: (await make('/clients', client)).id })],
    ['/delivery-notes', async () => ({ salesOrderId: (await make('/orders', await ofClient())).id })],
    ['/invoices', () => ({ invoiceNumber: 'N-1' })],
    // Its currency is the supplier's, where it has one (decisions 7: Defaults).
    ['/purchase-orders/direct-cost', async () => ({ supplierId: (await make('/suppliers', inEuro)).id })],
    ['/bank-statements', () => ({ accountNumber: 'PT50-needed' })],
    ['/management-accounts', () => ({ code: 'N1', name: 'Costs' })],
    ['/webhooks', () => ({ url: 'https://example.com/hook', events: ['*'] })],
    ['/users', () => ({ email: 'needed@example.com', role: 'staff' })],
    ['/orgs', () => ({ name: 'Needed' })],
    ['/api-keys', () => ({ org_id: system.orgId, name: 'Needed' })],
  ];
  const ofClient = async () => ({ clientId: (await make('/clients', client)).id });

  let document: OpenApi;
  beforeAll(async () => {
    document = (await (await system.fetch('/openapi.json')).json()) as OpenApi;
  });

  test.each(needed)('%s', async (path, body) => {
    const sent = await body();
    const { content } = document.paths[`/api/v1${path}`]?.post?.requestBody ?? {};
    const input = content?.['application/json']?.schema.$ref?.split('/').at(-1) ?? '';
    const { required = [], anyOf = [] } = document.components.schemas[input] ?? {};
    // A field with two names is needed under one of them.
    expect(Object.keys(sent).sort()).toEqual([...required, ...(anyOf[0]?.required ?? [])].sort());
    expect(await call('POST', path, sent)).toMatchObject({ status: 200, json: { id: expect.any(String) } });
  });

  test('every resource that is made', () => {
    const made = Object.entries(document.paths).filter(([, { post }]) => /^create/.test(post?.operationId ?? ''));
    const paths = made.map(([path]) => path).filter((path) => !path.includes('{'));
    expect(paths.sort()).toEqual(needed.map(([path]) => `/api/v1${path}`).sort());
  });
});

describe('an id that the record has no part of', () => {
  const unknown = '65a000000000000000000000';
  const lists: [what: string, made: () => Promise<[path: string, method: string]>, field: string, part: object][] = [
    ['contacts of a client', () => one('/clients', client), 'contacts', { contactName: 'Jo' }],
    ['SKUs of a material', () => one('/materials', { name: 'Zip' }), 'skus', { color: 'ecru' }],
    ['lines of an invoice', () => one('/invoices', { invoiceNumber: 'P-1' }), 'lineItems', { amount: 1 }],
    [
      'lines of an order',
      () => one('/orders', () => ({ clientId: ids.client })),
      'lineItems',
      { description: 'x', qty: 1 },
    ],
    [
      'lines of a delivery note',
      () => one('/delivery-notes', () => ({ salesOrderId: ids.order })),
      'lineItems',
      { qty: 1 },
    ],
    [
      'items of a purchase order',
      () => one('/purchase-orders/direct-cost', () => ({ supplierId: ids.supplier, items: [] })),
      'items',
      { description: 'x', qty: '1', unitPrice: '1' },
    ],
    [
      'lines of a BOM version',
      async () => [`/bom/${(await make('/bom', { styleId: ids.style })).id}/versions/1/line-items`, 'PUT'],
      'lineItems',
      {},
    ],
  ];
  const ids = { client: '', supplier: '', style: '', order: '' };
  const one = async (path: string, body: object | (() => object)): Promise<[string, string]> => {
    const { id } = await make(path, typeof body === 'function' ? body() : body);
    return [`${path}/${id}`, 'PATCH'];
  };
  beforeAll(async () => {
    ids.client = (await make('/clients', client)).id;
    ids.supplier = (await make('/suppliers', { name: 'Mill', currency: 'EUR' })).id;
    ids.style = (await make('/styles', { name: 'Parka' })).id;
    const lineItems = [{ description: 'x', qty: 9 }];
    ids.order = (await make('/orders', { clientId: ids.client, lineItems, status: 'confirmed' })).id;
  });

  test.each(lists)('is refused at it among the %s', async (_, made, field, part) => {
    const [path, method] = await made();
    const { status, json } = await call(method, path, { [field]: [part, { ...part, id: unknown }] });
    const at = { type: 'value_error', loc: ['body', field, '1', 'id'], input: unknown };
    expect([status, json.detail]).toEqual([422, [expect.objectContaining(at)]]);
    expect((await call(method, path, { [field]: [part] })).status).toBe(200);
  });
});
