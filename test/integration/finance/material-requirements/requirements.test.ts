import { expect, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import type { SalesOrder } from '#proto/gen/finance/v1/SalesOrder.ts';
import { type Caller, caller } from '../../../support/service/callers.ts';
import { noted, ordered, some } from '../delivery-note-scene.ts';
import { openFinance } from '../finance-service.ts';
import { refusedAt } from '../refusals.ts';

const finance = await openFinance();
const { product, requirements, purchaseOrders, store } = finance;

const [mill, zips] = [product.supplier({ name: 'Mill', leadTimeDays: 30 }), product.supplier({ name: 'Zips' })];
const [twill, zip] = [product.material(), product.material()];
const [jacket, shirt] = [product.style(), product.style()];
const kit = product.style();
const skuOf = (style: typeof jacket) => style.skus[0]?.id as string;

product.recipe(product.bom(jacket.id).id, [
  { materialId: twill.id, supplierId: mill.id, netBuyingConsumption: 1.5, moq: 300, leadTimeDays: null },
  { materialId: zip.id, supplierId: zips.id, netBuyingConsumption: 1, unit: 'pc', cost: 0.4, currency: 'USD' },
]);
product.recipe(product.bom(shirt.id).id, [{ materialId: twill.id, supplierId: mill.id, netBuyingConsumption: 2 }]);
// An older BOM of the style, one that is not approved, and one that only order lines name.
product.recipe(product.bom(shirt.id).id, [{ materialId: zip.id, netBuyingConsumption: 9 }], '2025-01-01T00:00:00.000Z');
product.recipe(product.bom(shirt.id).id, [], null);
const lining = product.bom(newId());
product.recipe(lining.id, [{ materialId: zip.id, supplierId: zips.id, netBuyingConsumption: 3, unit: 'pc' }]);
product.kit(kit.id, [
  {
    id: skuOf(kit),
    kittedBundle: [
      { skuId: skuOf(jacket), styleId: jacket.id, quantity: 1 },
      { skuId: skuOf(shirt), styleId: shirt.id, quantity: 2 },
    ],
  },
]);

async function rowsOf(who: Caller, ...orders: SalesOrder[]) {
  const filter = orders.length > 0 ? { orders: orders.map(({ id }) => id).join() } : {};
  return (await requirements.getMaterialRequirements(filter, who)).rows;
}
const quantities = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
  rows.map(({ materialId, neededQty, onOrderQty, toBuyQty, orderQty }) => [
    materialId === twill.id ? 'twill' : 'zip',
    ...[neededQty, onOrderQty, toBuyQty, orderQty],
  ]);
const of = (skuId: string, qty: number) => ({ lineItems: [{ skuId, qty }], requestedDeliveryDate: '2026-06-30' });

test('a row has what confirmed orders need of a material, by when, and at which cost', async () => {
  const [who, other] = [caller(), caller()];
  await ordered(finance, who, of(skuOf(jacket), 100));
  await ordered(finance, who, { ...of(skuOf(shirt), 30), requestedDeliveryDate: '2026-05-31' });
  await ordered(finance, who, { ...of(skuOf(shirt), 500), status: 'draft' });
  await ordered(finance, other, of(skuOf(jacket), 7));
  const rows = await rowsOf(who);
  expect(rows).toMatchObject([
    {
      ...{ materialId: twill.id, materialName: 'Twill', supplierId: mill.id, supplierName: 'Mill', unit: 'm' },
      ...{ orders: 2, neededQty: 210, onOrderQty: 0, toBuyQty: 210, minimumQty: 300, orderQty: 300 },
      ...{ unitCost: 2, currency: 'EUR', cost: 600, deliveryDate: '2026-05-31', orderBy: '2026-05-21' },
    },
    {
      ...{ materialId: zip.id, supplierName: 'Zips', unit: 'pc', orders: 1, neededQty: 100, orderQty: 100 },
      ...{ cost: 40, currency: 'USD', deliveryDate: '2026-06-30', leadTimeDays: 10, orderBy: '2026-06-20' },
    },
  ]);
  expect(quantities(await rowsOf(other))).toEqual([
    ['twill', 10.5, 0, 10.5, 300],
    ['zip', 7, 0, 7, 7],
  ]);
  expect(await rowsOf(caller())).toEqual([]);
});

test('a kit needs its parts, a line the BOM that it names, and goods without an approved BOM are named first', async () => {
  const who = caller();
  const order = await ordered(finance, who, {
    lineItems: [
      { skuId: skuOf(kit), qty: 10 },
      { styleId: jacket.id, bomId: lining.id, qty: 5 },
      { styleId: product.style({ name: 'Cap' }).id, qty: 4 },
    ] as never,
  });
  const rows = await rowsOf(who, order);
  expect(rows[0]).toMatchObject({ problem: 'no_bom', styleName: 'Cap', neededQty: 4 });
  expect(quantities(rows.slice(1))).toEqual([
    ['twill', 10 * 1.5 + 20 * 2, 0, 55, 300],
    ['zip', 10 + 15, 0, 25, 25],
  ]);
});

test('open items of purchase orders count as on order, and shipped pieces need nothing', async () => {
  const who = caller();
  const order = await ordered(finance, who, of(skuOf(shirt), 100));
  const buy = (status: string, qty: string, by = who) =>
    purchaseOrders.createPurchaseOrder(
      {
        order: {
          ...{ supplierId: zips.id, status, currency: 'EUR' },
          items: [{ description: 'Twill', materialId: twill.id, qty, unitPrice: '1' }],
        },
      },
      by,
    );
  await Promise.all([buy('draft', '60.5'), buy('received', '40'), buy('cancelled', '7')]);
  await buy('issued', '99', caller());
  const { record } = await buy('issued', '30');
  const items = [{ id: record?.items[0]?.id as string, qty: '12' }];
  await purchaseOrders.receivePurchaseOrder({ id: record?.internalId as string, items }, who);
  expect(quantities(await rowsOf(who, order))).toEqual([['twill', 200, 78.5, 121.5, 121.5]]);
  await noted(finance, who, order.id, { status: 'shipped', lineItems: some(order, 70) });
  expect(quantities(await rowsOf(who, order))).toEqual([['twill', 60, 60, 0, 0]]);
  expect(await rowsOf(who)).toEqual([]);
});

test('an order of another org, a draft and too many orders are refused', async () => {
  const who = caller();
  const [draft, theirs] = [
    await ordered(finance, who, { ...of(skuOf(shirt), 1), status: 'draft' }),
    await ordered(finance, caller(), of(skuOf(shirt), 1)),
  ];
  for (const order of [draft, theirs]) await expect(rowsOf(who, order)).rejects.toEqual(refusedAt('query', 'orders'));
  const orders = Array.from({ length: 1_001 }, () => newId()).join();
  await expect(requirements.getMaterialRequirements({ orders }, who)).rejects.toMatchObject({
    code: 'validation_failed',
  });
  const one = (await store.connection.collection('orders').findOne({ _id: theirs.id as never })) as object;
  const many = Array.from({ length: 1_001 }, (_, index) => ({
    ...{ ...one, _id: newId() as never, documentId: `SO-2025-${100_000 + index}`, orgId: who.context.principal.orgId },
  }));
  await store.connection.collection('orders').insertMany(many);
  await expect(rowsOf(who)).rejects.toEqual(refusedAt('query', 'orders'));
});

/** Buys what is to buy. Answers the supplier and the items of each draft. */
async function buyAll(who: Caller, ...orders: SalesOrder[]) {
  const asked = { orders: orders.map(({ id }) => id) };
  const { purchaseOrders: made } = await requirements.createRequiredPurchaseOrders(asked, who);
  return Promise.all(made.map(async ({ id }) => (await purchaseOrders.getPurchaseOrder({ id }, who)).record));
}

test('what is to buy is drafted for each supplier, with its minimum, and a second request drafts nothing', async () => {
  const [who, other] = [caller(), caller()];
  const first = await ordered(finance, who, of(skuOf(jacket), 100));
  const second = await ordered(finance, who, { ...of(skuOf(shirt), 30), requestedDeliveryDate: '2026-05-31' });
  await ordered(finance, other, of(skuOf(jacket), 100));
  const made = await buyAll(who);
  expect(made).toMatchObject([
    {
      ...{
        supplierName: 'Mill',
        status: 'draft',
        currency: 'EUR',
        expectedDeliveryDate: '2026-05-31',
        total: '600.00',
      },
      items: [
        {
          ...{ materialId: twill.id, description: 'Twill', qty: '300', unit: 'm', unitPrice: '2' },
          forOrders: [
            { salesOrderId: first.id, orderNumber: first.documentId, qty: '150', shippedQty: '0' },
            { salesOrderId: second.id, orderNumber: second.documentId, qty: '60', shippedQty: '0' },
          ],
        },
      ],
    },
    {
      supplierName: 'Zips',
      currency: 'USD',
      items: [{ materialId: zip.id, qty: '100', unit: 'pc', unitPrice: '0.4' }],
    },
  ]);
  expect(await buyAll(who)).toEqual([]);
  // The rest of the minimum is for any order, until it is received.
  const third = await ordered(finance, who, of(skuOf(shirt), 50));
  expect(quantities(await rowsOf(who, third))).toEqual([['twill', 100, 90, 10, 10]]);
  expect(await buyAll(other)).toHaveLength(2);
  const twillOrder = made[0]?.internalId as string;
  await purchaseOrders.approvePurchaseOrder({ id: twillOrder }, who);
  await purchaseOrders.issuePurchaseOrder({ id: twillOrder }, who);
  const items = [{ id: made[0]?.items[0]?.id as string, qty: '300' }];
  await purchaseOrders.receivePurchaseOrder({ id: twillOrder, items }, who);
  expect(await buyAll(who, first, second)).toEqual([]);
  await noted(finance, who, first.id, { status: 'shipped', lineItems: some(first, 60) });
  expect(await buyAll(who, first)).toEqual([]);
  await purchaseOrders.cancelPurchaseOrder({ id: made[1]?.internalId as string }, who);
  expect(await buyAll(who, first)).toMatchObject([{ supplierName: 'Zips', items: [{ qty: '40' }] }]);
});

test('a material in a currency that has ended is named, and all others are bought', async () => {
  const who = caller();
  const [cap, button] = [product.style(), product.material()];
  product.recipe(product.bom(cap.id).id, [
    { materialId: button.id, supplierId: zips.id, currency: 'HRK' },
    { materialId: zip.id, supplierId: zips.id },
  ]);
  const order = await ordered(finance, who, of(skuOf(cap), 10));
  expect(await buyAll(who, order)).toMatchObject([{ currency: 'EUR', items: [{ materialId: zip.id, qty: '10' }] }]);
  expect(await rowsOf(who, order)).toMatchObject([
    { problem: 'ended_currency', materialId: button.id, currency: 'HRK', toBuyQty: 10 },
    { materialId: zip.id, onOrderQty: 10, toBuyQty: 0 },
  ]);
});

test('a change of an item keeps its sales orders until the material changes', async () => {
  const who = caller();
  await ordered(finance, who, of(skuOf(shirt), 30));
  const [made] = await buyAll(who);
  const [item] = made?.items ?? [];
  const change = (fields: object) => {
    const items = [{ id: item?.id, description: 'Twill', qty: '70', unit: 'm', unitPrice: '3', ...fields }];
    const request = { id: made?.internalId as string, patch: { items } as never, fields: ['items'] };
    return purchaseOrders.updatePurchaseOrder(request, who);
  };
  expect((await change({ materialId: twill.id })).record?.items[0]?.forOrders).toEqual(item?.forOrders);
  expect((await change({ materialId: zip.id })).record?.items[0]?.forOrders).toEqual([]);
});

test('a new version of a BOM buys only what its pieces need more', async () => {
  const who = caller();
  const cap = product.style();
  const bom = product.bom(cap.id);
  const consume = (netBuyingConsumption: number) =>
    product.recipe(bom.id, [{ materialId: twill.id, supplierId: mill.id, netBuyingConsumption }]);
  consume(1.5);
  const order = await ordered(finance, who, of(skuOf(cap), 100));
  await noted(finance, who, order.id, { status: 'shipped', lineItems: some(order, 40) });
  const [made] = await buyAll(who, order);
  expect(made?.items[0]?.forOrders).toEqual([
    { salesOrderId: order.id, orderNumber: order.documentId, qty: '90', shippedQty: '60' },
  ]);
  consume(2);
  expect(quantities(await rowsOf(who, order))).toEqual([['twill', 120, 90, 30, 30]]);
});

test('of twenty requests at once, one buys', async () => {
  const who = caller();
  await ordered(finance, who, of(skuOf(jacket), 100));
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => buyAll(who)));
  const made = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.length] : []));
  expect(made.sort((one, another) => another - one)).toEqual([2, ...made.slice(1).map(() => 0)]);
  expect(quantities(await rowsOf(who))).toEqual([
    ['twill', 150, 150, 0, 0],
    ['zip', 100, 100, 0, 0],
  ]);
});
