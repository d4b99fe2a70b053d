import { expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { ownOrg } from '../support/system/tenant.ts';

const own = ownOrg();
const PATH = 'purchase-orders/direct-cost';

type Json = Record<string, unknown> & { items: Record<string, unknown>[] };

async function call(method: string, path: string, body?: unknown) {
  const response = await own.system.call(own.token, method, `/api/v1/${path}`, body);
  return { status: response.status, json: (await response.json()) as Json };
}

const made = async (path: string, body: object) => (await call('POST', path, body)).json;

test('a purchase order holds back what it names, in both services, until it is gone', async () => {
  const supplier = await made('suppliers', { name: 'Mill', currency: 'EUR' });
  const material = await made('materials', { name: 'Twill' });
  const style = await made('styles', { name: 'Parka' });
  const bom = await made('bom', { styleId: style.id });
  const account = await made('management-accounts', { code: '5100', name: 'Fabric' });
  const item = { description: 'Twill', qty: '3.0', unitPrice: 7, materialId: material.documentId, bomId: bom.id };
  const body = { supplierId: supplier.id, items: [{ ...item, managementAccountId: '5100' }] };
  const order = await made(PATH, body);
  expect(order).toMatchObject({
    supplierName: 'Mill',
    subtotal: '21.00',
    items: [{ qty: '3', unitPrice: '7', amount: '21.00', materialId: material.id, managementAccountId: account.id }],
  });
  for (const id of [order.id, order.internalId]) expect((await call('GET', `${PATH}/${id}`)).json).toEqual(order);

  const named = [`suppliers/${supplier.id}`, `materials/${material.id}`, `bom/${bom.id}`];
  const paths = [...named, `management-accounts/${account.id}`];
  const inUse = { status: 409, json: { code: 'in_use', detail: expect.stringContaining(`${order.id}`) } };
  for (const path of paths) expect(await call('DELETE', path)).toMatchObject(inUse);
  await eventually(async () => {
    const usage = JSON.stringify((await call('GET', `bom/${bom.id}/usage`)).json);
    return usage.includes('"purchase_order"') && usage.includes(`${order.id}`);
  }, 5_000);

  expect((await call('DELETE', `${PATH}/${order.id}`)).json).toMatchObject({ success: true, deletedId: order.id });
  for (const path of paths) await eventually(async () => (await call('DELETE', path)).status === 200, 5_000);
}, 60_000);
