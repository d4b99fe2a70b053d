import { describe, expect, test } from '@jest/globals';
import type { SalesOrder } from '#proto/gen/finance/v1/SalesOrder.ts';
import type { SalesOrderInput } from '#proto/gen/finance/v1/SalesOrderInput.ts';

import { type Caller, caller, keyed, query } from '../../support/service/callers.ts';
import { callerOfClient, openFinance } from './finance-service.ts';
import { refused, refusedAt } from './refusals.ts';

const finance = await openFinance();

async function create(who: Caller, order: Partial<SalesOrderInput> = {}): Promise<SalesOrder> {
  const clientId = order.clientId ?? finance.product.client().id;
  const lineItems = [{ description: 'Sampling', qty: 1, unitPrice: 100 }];
  const { record } = await finance.orders.createOrder({ order: { lineItems, ...order, clientId } }, who);
  return record as SalesOrder;
}

const update = async (who: Caller, id: string, patch: Partial<SalesOrderInput>, { orders } = finance) =>
  (await orders.updateOrder({ id, patch: { lineItems: [], ...patch }, fields: Object.keys(patch) }, who))
    .record as SalesOrder;

describe('what an order names', () => {
  test('is taken by id or number, kept by id, and fills what is left out', async () => {
    const who = caller();
    const { product } = finance;
    const [client, style] = [product.client({ name: 'Harbour', currency: 'JPY' }), product.style()];
    const [bom, sku] = [product.bom(style.id), style.skus[0]];
    const order = await create(who, {
      clientId: client.id,
      lineItems: [
        { styleId: style.documentId, bomId: bom.documentId, qty: 3, unitPrice: 33.5 },
        { skuId: sku?.documentId ?? '', qty: 2 },
      ],
    });
    expect(order).toMatchObject({
      clientId: client.id,
      clientName: 'Harbour',
      currency: 'JPY',
      orderDate: '2026-01-31',
    });
    expect(order.documentId).toMatch(/^SO-\d{4}-000001$/);
    expect(order.lineItems).toMatchObject([
      { styleId: style.id, bomId: bom.id, qty: 3, unitPrice: 33.5, amount: 101, shippedQty: 0 },
      { styleId: style.id, skuId: sku?.id, qty: 2 },
    ]);
    expect(order).toMatchObject({ subtotal: 101, taxAmount: 0, totalAmount: 101, currentVersion: 1 });
    const { record } = await finance.orders.getOrder({ id: order.documentId }, who);
    expect(record).toEqual(order);
  });

  test.each([
    ['clientId', { clientId: 'nobody' }, ['body', 'clientId']],
    ['styleId', { lineItems: [{ styleId: 'none', qty: 1 }] }, ['body', 'lineItems', '0', 'styleId']],
    ['skuId', { lineItems: [{ skuId: 'none', qty: 1 }] }, ['body', 'lineItems', '0', 'skuId']],
    ['bomId', { lineItems: [{ bomId: 'none', description: 'x', qty: 1 }] }, ['body', 'lineItems', '0', 'bomId']],
    ['quantity', { lineItems: [{ description: 'x', qty: 0 }] }, ['body', 'order', 'lineItems', '0', 'qty']],
    ['line', { lineItems: [{ qty: 1 }] }, ['body', 'lineItems', '0']],
  ])('is refused where there is no such %s', async (_what, order, loc) => {
    await expect(create(caller(), order)).rejects.toEqual(refusedAt(...loc));
  });

  test('a SKU of another style is refused', async () => {
    const { product } = finance;
    const lineItems = [{ styleId: product.style().id, skuId: product.style().skus[0]?.id ?? '', qty: 1 }];
    await expect(create(caller(), { lineItems })).rejects.toEqual(refusedAt('body', 'lineItems', '0', 'skuId'));
  });
});

test('null clears what can be empty, and leaves all else as it is', async () => {
  const who = caller();
  const order = await create(who, { notes: 'x', taxRate: 5, requestedDeliveryDate: 'soon', currency: 'USD' });
  const fields = ['clientId', 'currency', 'orderDate', 'requestedDeliveryDate', 'taxRate', 'notes'];
  const { record } = await finance.orders.updateOrder({ id: order.id, patch: { lineItems: [] }, fields }, who);
  const { orderDate: _1, requestedDeliveryDate: _2, taxRate: _3, notes: _4, ...kept } = order;
  const { updatedAt, versions, taxAmount, taxes, totalAmount, ...same } = kept;
  const untaxed = { taxAmount: 0, taxes: [{ base: 100, amount: 0 }], totalAmount: 100 };
  expect(record).toMatchObject({ ...same, ...untaxed });
  for (const field of ['orderDate', 'requestedDeliveryDate', 'taxRate', 'notes'])
    expect(record).not.toHaveProperty(field);
});

describe('the terms of trade of an order', () => {
  const terms = {
    ...{ clientOrderNumber: 'PO-77120', deliveryAddress: 'Kajgatan 4', incoterm: 'DAP', incotermPlace: 'Gothenburg' },
    ...{ deliveryWindowStart: '2027-02-10', deliveryWindowEnd: '2027-02-20', taxExemptionReason: 'Export' },
  };

  test('are found, cleared, and kept in versions; dates change after the shipment', async () => {
    const who = caller();
    const lineItems = [
      { description: 'Sampling', qty: 3, unitPrice: 10, discountPercent: 50, taxRate: 0 },
      { description: 'Parka', qty: 1, unitPrice: 100 },
    ];
    const order = await create(who, { ...terms, status: 'confirmed', taxRate: 23, lineItems });
    const taxes = [
      { rate: 23, base: 100, amount: 23 },
      { rate: 0, base: 15, amount: 0, reason: 'Export' },
    ];
    expect(order).toMatchObject({ ...terms, lineItems, subtotal: 115, taxAmount: 23, totalAmount: 138, taxes });
    const found = await finance.orders.listOrders(query({ search: 'po-7712' }), who);
    expect(found.data).toMatchObject([{ id: order.id, taxes }]);
    const fields = Object.keys(terms);
    const { record } = await finance.orders.updateOrder({ id: order.id, patch: { lineItems: [] }, fields }, who);
    for (const field of fields) expect(record).not.toHaveProperty(field);
    expect(record).toMatchObject({ currentVersion: 2, lineItems, taxes: [taxes[0], { rate: 0, base: 15, amount: 0 }] });
    const version = (versionNumber: number) => finance.orders.getOrderVersion({ id: order.id, versionNumber }, who);
    expect(await version(1)).toMatchObject({ ...terms, lineItems, taxes });
    expect(await version(2)).toMatchObject({ taxes: record?.taxes });
    await finance.orders.startOrder({ id: order.id }, who);
    await finance.orders.shipOrder({ id: order.id }, who);
    const dates = { deliveryWindowStart: '2027-03-01', deliveryWindowEnd: 'some day' };
    expect(await update(who, order.id, dates)).toMatchObject(dates);
    await expect(update(who, order.id, { incoterm: 'FOB' })).rejects.toEqual(refused('invalid_transition'));
  });

  test.each<[Partial<SalesOrderInput>, string[]]>([
    [{ ...terms, deliveryWindowEnd: '2027-02-09' }, ['body', 'deliveryWindowEnd']],
    [{ ...terms, incoterm: 'DAT' }, ['body', 'order', 'incoterm']],
  ])('are refused: %j', async (order, loc) => {
    await expect(create(caller(), order)).rejects.toEqual(refusedAt(...loc));
  });
});

test('a deleted one is gone with its versions', async () => {
  const who = caller();
  const { orders, store } = finance;
  const { id, documentId } = await create(who, { status: 'confirmed' });
  await update(who, id, { notes: 'new' });
  await orders.cancelOrder({ id }, who);
  expect(await orders.deleteOrder({ id: documentId }, who)).toMatchObject({ deletedId: id });
  expect(await store.connection.collection('order_versions').countDocuments({ recordId: id })).toBe(0);
  await expect(orders.getOrder({ id }, who)).rejects.toEqual(refused('not_found'));
});

test('a client caller reads the versions of its own orders alone', async () => {
  const who = caller();
  const { orders } = finance;
  const confirmed = { status: 'confirmed', notes: 'first' } as const;
  const [own, foreign] = [await create(who, confirmed), await create(who, confirmed)];
  for (const { id } of [own, foreign]) await update(who, id, { notes: 'second' });
  const client = callerOfClient(who, own.clientId);
  const version = (versionNumber: number) => orders.getOrderVersion({ id: own.id, versionNumber }, client);
  expect(await version(1)).toMatchObject({ clientId: own.clientId, notes: 'first', lineItems: [{ qty: 1 }] });
  expect(await version(2)).toMatchObject({ versionNumber: 2, notes: 'second' });
  await expect(version(3)).rejects.toEqual(refused('not_found'));
  await expect(orders.getOrderVersion({ id: foreign.id, versionNumber: 1 }, client)).rejects.toEqual(
    refused('not_found'),
  );
});

test('internal notes change in every status, and make no version; of an order older than the field they are null', async () => {
  const who = caller();
  const { orders, store } = finance;
  const { id } = await create(who, { status: 'shipped' });
  expect(await update(who, id, { internalNotes: 'Pays late' })).toMatchObject({ internalNotes: 'Pays late' });
  const { id: open } = await create(who, { status: 'confirmed' });
  expect(await update(who, open, { internalNotes: 'Pays late' })).toMatchObject({ currentVersion: 1 });
  expect(await orders.getOrderVersion({ id: open, versionNumber: 1 }, who)).not.toHaveProperty('internalNotes');
  expect(await update(who, open, { internalNotes: 'Pays', notes: 'Twice' })).toMatchObject({ currentVersion: 2 });

  await store.connection.collection<{ _id: string }>('orders').updateOne({ _id: id }, { $unset: { internalNotes: 1 } });
  await update(who, id, { notes: 'Shipped by sea' });
  const [told] = await store.connection.collection('outbox').find({ recordId: id }).sort({ _id: -1 }).toArray();
  expect(JSON.parse(told?.envelope)).toMatchObject({
    data: { notes: 'Shipped by sea', internalNotes: null },
    previous: { notes: null },
  });
});

test('a search by a name of too many clients is refused, unless one client alone is asked for', async () => {
  const who = caller();
  const { product, orders } = finance;
  const [own, other] = [await create(who, { status: 'confirmed' }), await create(who)];
  product.isCrowded = true;
  const found = async (by: Caller, filter: object = {}) =>
    (await orders.listOrders({ ...query({ search: 'nordwind' }), ...filter }, by)).data.map(({ id }) => id);
  expect(await found(callerOfClient(who, own.clientId))).toEqual([own.id]);
  expect(await found(who, { clientId: other.clientId })).toEqual([other.id]);
  await expect(found(who)).rejects.toEqual(refused('validation_failed'));
  product.isCrowded = false;
});

test('a change, a confirmation and a delete that are repeated are answered as they were', async () => {
  const who = caller();
  const client = finance.product.client();
  const { id } = await create(who, { clientId: client.id });
  const lineItems = [{ description: 'Sampling', qty: 2, unitPrice: 100 }];
  const change = { id, patch: { lineItems }, fields: ['lineItems'], expectedRevision: 1 };
  const { orders } = finance;
  const changing = (by: Caller) => orders.updateOrder(change, by);
  const confirming = (by: Caller) => orders.confirmOrder({ id, expectedRevision: 2 }, by);
  const first = [await changing(keyed(who, 'PATCH')), await confirming(keyed(who, 'confirm'))];
  const again = async () => [await changing(keyed(who, 'PATCH')), await confirming(keyed(who, 'confirm'))];
  const replayed = first.map((reply) => ({ ...reply, replayed: true }));
  expect(await again()).toEqual(replayed);
  await orders.cancelOrder({ id }, who);
  const removing = () => orders.deleteOrder({ id, expectedRevision: 4 }, keyed(who, 'DELETE'));
  const removed = await removing();
  expect(await removing()).toEqual({ ...removed, replayed: true });
  finance.product.forget(client.id);
  expect(await again()).toEqual(replayed);
});

test('after draft an order keeps its client, whose alone is what it said before', async () => {
  const who = caller();
  const other = finance.product.client();
  const { id } = await create(who);
  expect(await update(who, id, { clientId: other.id })).toMatchObject({ clientId: other.id });
  await finance.orders.confirmOrder({ id }, who);
  await expect(update(who, id, { clientId: finance.product.client().id })).rejects.toEqual(
    refused('invalid_transition'),
  );
  await expect(update(who, id, { clientId: '' })).rejects.toEqual(refusedAt('body', 'clientId'));
  expect(await update(who, id, { clientId: other.id })).toMatchObject({ currentVersion: 1 });
});

describe('credit', () => {
  const order = (clientId: string, total: number, fields: Partial<SalesOrderInput> = {}) => ({
    clientId,
    lineItems: [{ description: 'Goods', qty: 1, unitPrice: total }],
    ...fields,
  });
  const admin = (who: Caller): Caller => ({
    context: { ...who.context, principal: { ...who.context.principal, role: 'admin' } },
  });

  test('is asked of every way to owe more, and an admin may go over it', async () => {
    const who = caller();
    const { orders, product } = finance;
    const client = product.client({ maxAccountValue: 100 });
    const { id } = await create(who, order(client.id, 100));
    await orders.confirmOrder({ id }, who);
    const lineItems = [{ description: 'More', qty: 1, unitPrice: 101 }];
    const over = refused('credit_limit_exceeded');
    await expect(update(who, id, { lineItems })).rejects.toEqual(over);
    await expect(create(who, order(client.id, 1, { status: 'confirmed' }))).rejects.toEqual(over);
    await expect(update(who, id, { lineItems: [{ ...lineItems[0], qty: 1, unitPrice: 99 }] })).resolves.toBeDefined();
    await expect(update(admin(who), id, { lineItems })).resolves.toMatchObject({ totalAmount: 101 });
    const next = await create(who, order(client.id, 5));
    await expect(orders.confirmOrder({ id: next.id, override: true }, who)).rejects.toEqual(
      refused('insufficient_permissions'),
    );
    await expect(orders.confirmOrder({ id: next.id }, admin(who))).rejects.toEqual(over);
    await expect(orders.confirmOrder({ id: next.id, override: true }, admin(who))).resolves.toBeDefined();
  });

  test('is asked of an order that was confirmed without a price, when it gets one', async () => {
    const who = caller();
    const client = finance.product.client({ maxAccountValue: 100 });
    const { id } = await create(who, { clientId: client.id, lineItems: [{ description: 'Goods', qty: 1 }] });
    await finance.orders.confirmOrder({ id }, who);
    const priced = (unitPrice: number) => ({ lineItems: [{ description: 'Goods', qty: 1, unitPrice }] });
    await expect(update(who, id, priced(101))).rejects.toEqual(refused('credit_limit_exceeded'));
    expect(await update(who, id, priced(100))).toMatchObject({ totalAmount: 100 });
  });

  test('is not asked, nor product, of what makes a client owe less or says something else', async () => {
    const who = caller();
    const { product } = finance;
    product.rates = { EUR: '1.25' };
    const client = product.client({ maxAccountValue: 1_000 });
    const { id } = await create(who, order(client.id, 100, { currency: 'USD' }));
    await finance.orders.confirmOrder({ id }, who);
    product.isDown = true;
    const priced = (unitPrice: number) => ({ lineItems: [{ description: 'Goods', qty: 1, unitPrice }] });
    expect(await update(who, id, { notes: 'Urgent' })).toMatchObject({ currentVersion: 2 });
    expect(await update(who, id, priced(99))).toMatchObject({ totalAmount: 99 });
    await expect(update(who, id, priced(100))).rejects.toEqual(refused('upstream_unavailable'));
    product.isDown = false;
    product.rates = {};
  });

  test('is reckoned in the currency of the client, by the rates of the org, and needs product for no other', async () => {
    const who = caller();
    const { orders, product } = finance;
    const client = product.client({ maxAccountValue: 100 });
    const foreign = await create(who, order(client.id, 100, { currency: 'USD' }));
    await expect(orders.confirmOrder({ id: foreign.id }, who)).rejects.toEqual(refusedAt('body', 'currency'));
    product.rates = { EUR: '1.25' };
    await orders.confirmOrder({ id: foreign.id }, who);
    const rest = await create(who, order(client.id, 20.01));
    await expect(orders.confirmOrder({ id: rest.id }, who)).rejects.toEqual(refused('credit_limit_exceeded'));
    product.isDown = true;
    await expect(orders.confirmOrder({ id: rest.id }, who)).rejects.toEqual(refused('upstream_unavailable'));
    const plain = await create(who, order(product.client().id, 20));
    await expect(orders.confirmOrder({ id: plain.id }, who)).resolves.toBeDefined();
    product.isDown = false;
  });
});
