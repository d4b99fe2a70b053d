import { expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { ownOrg } from '../support/system/tenant.ts';

/** Documents whose events are above 256 KiB, and so say no more than ids (decisions 5: Envelope). */
const own = ownOrg();

type Json = Record<string, unknown> & { id: string };

const call = (method: string, path: string, body?: unknown) =>
  own.system.json<Json>(own.token, method, `/api/v1/${path}`, body);

/** 30 lines of 9,000 letters, and `line`. */
const many = (line: object) => [
  ...Array.from({ length: 30 }, () => ({ description: 'x'.repeat(9_000), qty: 1, unitPrice: 1 })),
  { description: 'of the BOM', qty: 1, unitPrice: 1, ...line },
];

test('product counts a large order, and knows what it uses', async () => {
  const buyer = { name: 'Acme', country: 'DE', maxAccountValue: 1_000_000, currency: 'EUR' };
  const [client, other] = [await call('POST', 'clients', buyer), await call('POST', 'clients', buyer)];
  const style = await call('POST', 'styles', { name: 'Parka' });
  const [first, second] = [
    await call('POST', 'bom', { styleId: style.id }),
    await call('POST', 'bom', { styleId: style.id }),
  ];
  const counts = async () =>
    (await Promise.all([client, other].map(({ id }) => call('GET', `clients/${id}`)))).map((one) => one.ordersCount);
  const users = async ({ id }: Json) => JSON.stringify(await call('GET', `bom/${id}/usage`));

  const order = await call('POST', 'orders', {
    clientId: client.id,
    lineItems: many({ styleId: style.id, bomId: first.id }),
  });
  await eventually(async () => expect(await counts()).toEqual([1, 0]));
  expect(await users(first)).toContain(String(order.documentId));

  // All it says is in events above 256 KiB.
  await call('PATCH', `orders/${order.id}`, { clientId: other.id, lineItems: many({ bomId: second.id }) });
  await eventually(async () => expect(await counts()).toEqual([0, 1]));
  expect(await users(first)).not.toContain(String(order.documentId));
  expect(await users(second)).toContain(String(order.documentId));
  await call('POST', `orders/${order.id}/cancel`);
  await eventually(async () => expect(await counts()).toEqual([0, 0]));
}, 60_000);

test('product knows what a large purchase order uses', async () => {
  const supplier = await call('POST', 'suppliers', { name: 'Mill', currency: 'EUR' });
  const bom = await call('POST', 'bom', { styleId: (await call('POST', 'styles', { name: 'Parka' })).id });
  const items = many({ bomId: bom.id });
  const order = await call('POST', 'purchase-orders/direct-cost', { supplierId: supplier.id, items });
  const usage = () => call('GET', `bom/${bom.id}/usage`);
  await eventually(async () => expect(JSON.stringify(await usage())).toContain(`${order.id}`));
}, 60_000);
