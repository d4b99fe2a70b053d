import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

let system: Tenant;
let token: string;
beforeAll(async () => {
  system = await openTenant();
  token = await system.login();
}, 120_000);
afterAll(() => system.close(), 30_000);

const PATH = '/api/v1/purchase-orders/direct-cost';

type Json = Record<string, unknown> & { items: Record<string, unknown>[] };

async function call(method: string, path: string, body?: unknown) {
  const response = await system.call(token, method, path, body);
  return { status: response.status, headers: response.headers, json: (await response.json()) as Json };
}

const made = async (path: string, body: object) => (await call('POST', `/api/v1/${path}`, body)).json;

test('a purchase order holds back what it names, in both services, until it is gone', async () => {
  const supplier = await made('suppliers', { name: 'Mill', currency: 'EUR' });
  const material = await made('materials', { name: 'Twill' });
  const style = await made('styles', { name: 'Parka' });
  const bom = await made('bom', { styleId: style.id });
  const account = await made('management-accounts', { code: '5100', name: 'Fabric' });
  const item = { description: 'Twill', qty: '3.0', unitPrice: 7, materialId: material.documentId, bomId: bom.id };
  const body = { supplierId: supplier.id, items: [{ ...item, managementAccountId: '5100' }] };
  const { json: order, headers } = await call('POST', PATH, body);
  expect(order).toMatchObject({
    supplierName: 'Mill',
    subtotal: '21.00',
    items: [{ qty: '3', unitPrice: '7', amount: '21.00', materialId: material.id, managementAccountId: account.id }],
  });
  expect(headers.get('location')).toBe(`${PATH}/${order.id}`);
  for (const id of [order.id, order.internalId]) expect((await call('GET', `${PATH}/${id}`)).json).toEqual(order);

  const named = [`suppliers/${supplier.id}`, `materials/${material.id}`, `bom/${bom.id}`];
  for (const path of [...named, `management-accounts/${account.id}`]) {
    const refused = await call('DELETE', `/api/v1/${path}`);
    expect(refused).toMatchObject({
      status: 409,
      json: { code: 'in_use', detail: expect.stringContaining(`${order.id}`) },
    });
  }
  await eventually(async () => {
    const usage = JSON.stringify((await call('GET', `/api/v1/bom/${bom.id}/usage`)).json);
    return usage.includes('"purchase_order"') && usage.includes(`${order.id}`);
  }, 5_000);

  expect((await call('DELETE', `${PATH}/${order.id}`)).json).toMatchObject({ success: true, deletedId: order.id });
  for (const path of [...named, `management-accounts/${account.id}`]) {
    expect(await eventually(async () => (await call('DELETE', `/api/v1/${path}`)).status === 200, 5_000)).toBe(true);
  }
}, 60_000);

test('decimals keep all that was sent, or are refused, and what was read can be sent back', async () => {
  const supplier = await made('suppliers', { name: 'Mill', currency: 'EUR' });
  const send = async (unitPrice: string) => {
    const body = `{"supplierId":"${supplier.id}","adjustment":"-1","items":[{"description":"d","qty":"1","unitPrice":${unitPrice}}]}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await system.fetch(PATH, { method: 'POST', headers, body });
    return { status: response.status, json: (await response.json()) as Json };
  };
  const exact = await send('"12345678901234567890.0123456789"');
  expect(exact.json).toMatchObject({
    subtotal: '12345678901234567890.01',
    total: '12345678901234567889.01',
    items: [{ unitPrice: '12345678901234567890.0123456789' }],
  });
  const again = await call('PATCH', `${PATH}/${exact.json.id}`, exact.json);
  expect(again).toMatchObject({ status: 200, json: exact.json });
  for (const long of ['1.00000000000000000001', '0.12345678901234567']) {
    const refused = await send(long);
    expect(refused.status).toBe(422);
    expect(refused.json.detail).toMatchObject([
      { type: 'value_error', loc: ['body', 'items', '0', 'unitPrice'], msg: expect.stringContaining('as a string') },
    ]);
  }
  const cheap = await send('0.1');
  const listed = await system.call(token, 'GET', `${PATH}?format=csv&sort=total&supplierId=${supplier.id}`);
  const [head, ...rows] = (await listed.text()).trim().split('\n');
  expect(head).toMatch(/id,supplierName,orderDate,total,currency,status,createdAt,createdBy,expectedDeliveryDate$/);
  const of = ({ json }: { json: Json }) =>
    expect.stringMatching(new RegExp(`^${json.id},Mill,.*,${json.total},EUR,draft,`));
  expect(rows).toEqual([of(cheap), of(exact)]);
});
