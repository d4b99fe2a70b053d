import { describe, expect, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import type { PurchaseOrder } from '#proto/gen/finance/v1/PurchaseOrder.ts';
import type { PurchaseOrderInput } from '#proto/gen/finance/v1/PurchaseOrderInput.ts';
import type { PurchaseOrderPatch } from '#proto/gen/finance/v1/PurchaseOrderPatch.ts';
import { sharedOrderDates } from '../../../services/finance/purchase-orders/order-dates-repository.ts';
import { unpaidOrders } from '../../../services/finance/purchase-orders/unpaid-orders-repository.ts';
import { countsKeys, plansOf } from '../../support/read-plans.ts';
import { type Caller, caller, query } from '../../support/service/callers.ts';
import { openFinance } from './finance-service.ts';
import { refused, refusedAt } from './refusals.ts';

const finance = await openFinance();

const twill = { description: 'Twill', qty: '10', unitPrice: '2.5' };

async function create(who: Caller, order: Partial<PurchaseOrderInput> = {}): Promise<PurchaseOrder> {
  const supplierId = order.supplierId ?? finance.product.supplier().id;
  const { record } = await finance.purchaseOrders.createPurchaseOrder(
    { order: { items: [twill], ...order, supplierId } },
    who,
  );
  return record as PurchaseOrder;
}

const update = async (who: Caller, id: string, patch: Partial<PurchaseOrderPatch>) => {
  const sent = { id, patch: { items: [], ...patch }, fields: Object.keys(patch) };
  return (await finance.purchaseOrders.updatePurchaseOrder(sent, who)).record as PurchaseOrder;
};

const account = async (who: Caller, code = '5100') =>
  (await finance.accounts.createManagementAccount({ account: { code, name: 'Fabric' } }, who)).record?.id as string;

describe('what a purchase order names', () => {
  test('is taken by id, number or code, kept by id, and fills what is left out', async () => {
    const who = caller();
    const { product } = finance;
    const supplier = product.supplier({ name: 'Harbour Mill', currency: 'JPY' });
    const [material, bom] = [product.material(), product.bom(product.style().id)];
    const managementAccountId = await account(who);
    const named = { managementAccountId: '5100', materialId: material.documentId, bomId: bom.documentId };
    const order = await create(who, {
      supplierId: supplier.id,
      items: [
        { ...twill, ...named, qty: '3', unitPrice: '33.50' },
        { ...twill, managementAccountId },
      ],
    });
    expect(order).toMatchObject({
      supplierId: supplier.id,
      supplierName: 'Harbour Mill',
      currency: 'JPY',
      orderDate: '2026-01-31',
      status: 'draft',
      createdBy: who.context.principal.id,
      total: '126',
    });
    expect(order.id).toMatch(/^DCPO-\d{4}-000001$/);
    expect(order.items).toMatchObject([
      { managementAccountId, materialId: material.id, bomId: bom.id, unitPrice: '33.5', amount: '101' },
      { managementAccountId },
    ]);
    for (const id of [order.id, order.internalId]) {
      expect((await finance.purchaseOrders.getPurchaseOrder({ id }, who)).record).toEqual(order);
    }
  });

  const item = (fields: object) => ({ items: [{ ...twill, ...fields }] });
  test.each([
    ['supplier', { supplierId: 'nobody' }, ['body', 'supplierId']],
    ['material', item({ materialId: 'none' }), ['body', 'items', '0', 'materialId']],
    ['bill of material', item({ bomId: 'none' }), ['body', 'items', '0', 'bomId']],
    ['account', item({ managementAccountId: 'none' }), ['body', 'items', '0', 'managementAccountId']],
    ['quantity', item({ qty: '0.000' }), ['body', 'order', 'items', '0', 'qty']],
    ['decimal', item({ unitPrice: '1e3' }), ['body', 'order', 'items', '0', 'unitPrice']],
  ])('is refused where there is no such %s', async (_what, order, loc) => {
    await expect(create(caller(), order)).rejects.toEqual(refusedAt(...loc));
  });

  test("its currency is the supplier's, else the org's, else has to be said", async () => {
    const who = caller();
    const supplierId = finance.product.supplier({ currency: null }).id;
    await expect(create(who, { supplierId })).rejects.toEqual(refusedAt('body', 'currency'));
    finance.product.defaultCurrency = 'USD';
    try {
      expect(await create(who, { supplierId })).toMatchObject({ currency: 'USD' });
    } finally {
      finance.product.defaultCurrency = undefined;
    }
    expect(await create(who, { supplierId, currency: 'KWD' })).toMatchObject({ currency: 'KWD', total: '25.000' });
  });
});

test('a change makes a version between draft and issued, each of which can be read', async () => {
  const who = caller();
  const { purchaseOrders } = finance;
  const { id } = await create(who, { notes: 'first' });
  await update(who, id, { notes: 'still first' });
  await purchaseOrders.approvePurchaseOrder({ id }, who);
  await update(who, id, { notes: 'second' });
  const third = await update(who, id, { taxRate: '10' });
  expect(third).toMatchObject({ currentVersion: 3, total: '27.50', taxes: [{ rate: '10', amount: '2.50' }] });
  expect(third.versions.map(({ versionNumber, total }) => [versionNumber, total])).toEqual([
    [1, '25.00'],
    [2, '25.00'],
    [3, '27.50'],
  ]);
  await purchaseOrders.issuePurchaseOrder({ id }, who);
  expect(await update(who, id, { notes: 'third' })).toMatchObject({ currentVersion: 3, notes: 'third' });
  await expect(update(who, id, { taxRate: '11' })).rejects.toEqual(refused('invalid_transition'));
  const read = (versionNumber: number) => purchaseOrders.getPurchaseOrderVersion({ id, versionNumber }, who);
  expect(await read(1)).toMatchObject({ versionNumber: 1, notes: 'still first', items: [{ qty: '10' }] });
  expect(await read(2)).toMatchObject({ versionNumber: 2, notes: 'second', taxes: [{ rate: '0', amount: '0.00' }] });
  expect(await read(3)).toMatchObject({ versionNumber: 3, notes: 'third', taxAmount: '2.50' });
  await expect(read(4)).rejects.toEqual(refused('not_found'));
});

test('orders of an earlier version are upgraded, each read once: nothing is paid, and what remains finds them', async () => {
  const { store } = finance;
  const stored = store.connection.collection<{ _id: string }>('purchase_orders');
  const former = { orgId: newId(), total: '25', orderDate: '2026-01-31' };
  const orders = Array.from({ length: 2_001 }, (_, n) => ({ ...former, _id: newId(), documentId: `PO-${n}` }));
  await stored.insertMany(orders);
  for (const upgrade of [unpaidOrders, sharedOrderDates]) {
    let changed = 0;
    const read = async () => {
      changed = await upgrade.apply(store.connection);
    };
    const batches = (await countsKeys(store)) ? await plansOf(store, 'purchase_orders', read) : await read();
    expect(changed).toBe(orders.length);
    expect(await upgrade.apply(store.connection)).toBe(0);
    if (!batches) continue;
    expect(batches.length).toBeGreaterThan(2);
    // Each batch excludes the upgraded orders from later reads, so the last batch examines none.
    expect(batches.at(-1)?.docsExamined).toBe(0);
  }
  expect(await stored.findOne({ orgId: former.orgId } as never)).toMatchObject({ paid: '0', remaining: '25' });
  await stored.deleteMany({ orgId: former.orgId } as never);
}, 60_000);

test('a deleted one is gone with its versions, and is told by its number', async () => {
  const who = caller();
  const { purchaseOrders } = finance;
  const { id, internalId } = await create(who);
  await purchaseOrders.approvePurchaseOrder({ id }, who);
  await update(who, id, { notes: 'again' });
  await purchaseOrders.cancelPurchaseOrder({ id }, who);
  expect(await purchaseOrders.deletePurchaseOrder({ id: internalId }, who)).toMatchObject({ deletedId: id });
  const versions = finance.store.connection.collection('purchase_order_versions');
  expect(await versions.countDocuments({ recordId: internalId })).toBe(0);
  await expect(purchaseOrders.getPurchaseOrder({ id }, who)).rejects.toEqual(refused('not_found'));
});

test('a receipt is all or nothing, and of more than nothing', async () => {
  const who = caller();
  const { id, items } = await create(who, { items: [twill, twill], status: 'issued' });
  const [first = '', second = ''] = items.map((item) => item.id);
  const receive = (...received: { id: string; qty: string }[]) =>
    finance.purchaseOrders.receivePurchaseOrder({ id, items: received }, who);
  await expect(receive({ id: first, qty: '1' }, { id: second, qty: '10.5' })).rejects.toEqual(
    refused('conflict', '10 of item 2'),
  );
  await expect(receive({ id: first, qty: '0' })).rejects.toEqual(refusedAt('body', 'items', '0', 'qty'));
  await expect(receive({ id: 'none', qty: '1' })).rejects.toEqual(refusedAt('body', 'items', '0', 'id'));
  const { record } = await finance.purchaseOrders.getPurchaseOrder({ id }, who);
  expect(record).toMatchObject({ status: 'issued', items: [{ receivedQty: '0' }, { receivedQty: '0' }] });
});

test('approval has a scope of its own, without which nothing is created that is approved', async () => {
  const who = caller();
  const { orgId } = who.context.principal;
  const key = (...scopes: string[]) => caller({ orgId, kind: 'key', scopes });
  const { id } = await create(who);
  const approve = (by: Caller) => finance.purchaseOrders.approvePurchaseOrder({ id }, by);
  const creating = key('create:purchase_orders');
  for (const refusal of [approve(key('write:purchase_orders')), create(creating, { status: 'issued' })])
    await expect(refusal).rejects.toEqual(refused('insufficient_permissions'));
  await expect(approve(key('approve:purchase_orders'))).resolves.toMatchObject({ record: { status: 'approved' } });
  await expect(create(creating, { status: 'cancelled' })).resolves.toBeDefined();
  const both = key('create:purchase_orders', 'approve:purchase_orders');
  await expect(create(both, { status: 'issued' })).resolves.toMatchObject({ status: 'issued' });
});

describe('a list', () => {
  test('shows what the interface names, and is found by number and not by the name of the supplier', async () => {
    const who = caller();
    const { id, createdAt, createdBy } = await create(who, {
      supplierId: finance.product.supplier({ name: 'North' }).id,
    });
    await create(who);
    const list = async (search: string) =>
      (await finance.purchaseOrders.listPurchaseOrders(query({ search }), who)).data;
    const shown = { orderDate: '2026-01-31', total: '25.00', currency: 'EUR', status: 'draft', createdAt, createdBy };
    expect(await list(id.toLowerCase())).toEqual([{ id, supplierName: 'North', ...shown }]);
    expect(await list('north')).toEqual([]);
  });

  test('is sorted by what totals are worth and when orders begin, page by page', async () => {
    const who = caller();
    const totals = ['9.00', '-100.00', '100000000000000000000000.01', '10.00', '-2.00', '100000000000000000000000.02'];
    const dates = ['2026-02-01', '2026-01-31T23:00:00-05:00', 'soon', '2025-12-31', '2026-01-31', '20260202'];
    for (const [index, adjustment] of totals.entries())
      await create(who, { items: [], adjustment, orderDate: dates[index] as string });
    const walk = async (sort: string) => {
      const first = await finance.purchaseOrders.listPurchaseOrders(query({ sort, limit: 4 }), who);
      const after = first.next as string;
      const rest = await finance.purchaseOrders.listPurchaseOrders(query({ sort, limit: 4, after }), who);
      return [...first.data, ...rest.data];
    };
    const worth = ['-100.00', '-2.00', '9.00', '10.00', ...totals.filter((one) => one.length > 10)];
    expect((await walk('total')).map(({ total }) => total)).toEqual(worth);
    expect((await walk('-total')).map(({ total }) => total)).toEqual(worth.toReversed());
    const begun = ['soon', '2025-12-31', '2026-01-31', '2026-02-01', '2026-01-31T23:00:00-05:00', '20260202'];
    expect((await walk('orderDate')).map(({ orderDate }) => orderDate)).toEqual(begun);
    expect((await walk('-orderDate')).map(({ orderDate }) => orderDate)).toEqual(begun.toReversed());
    // Sort keys as an earlier version wrote them.
    const stored = finance.store.connection.collection('purchase_orders');
    const ofOrg = (orderDate: object) => ({ orgId: who.context.principal.orgId, orderDate });
    await stored.updateMany(ofOrg({ $eq: 'soon' }), { $set: { orderDateSortKey: null } });
    await stored.updateMany(ofOrg({ $gt: '2026-01', $lt: '2026-03' }), {
      $set: { orderDateSortKey: 1_769_817_600_000 },
    });
    expect(await sharedOrderDates.apply(finance.store.connection)).toBe(4);
    expect((await walk('orderDate')).map(({ orderDate }) => orderDate)).toEqual(begun);
    expect(await sharedOrderDates.apply(finance.store.connection)).toBe(0);
  });
});
