import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SalesOrder } from '#proto/gen/finance/v1/SalesOrder.ts';
import type { SalesOrderInput } from '#proto/gen/finance/v1/SalesOrderInput.ts';

import { type Caller, caller, envelopesOf, keyed, query } from '../../support/service/callers.ts';
import { type FinanceService, startFinance } from './finance-service.ts';

let finance: FinanceService;
let beside: FinanceService;
beforeAll(async () => {
  finance = await startFinance();
  beside = await startFinance(finance);
}, 30_000);
afterAll(async () => {
  await beside.close();
  await finance.close();
}, 30_000);

async function create(who: Caller, order: Partial<SalesOrderInput> = {}): Promise<SalesOrder> {
  const clientId = order.clientId ?? finance.product.client().id;
  const lineItems = [{ description: 'Sampling', qty: 1, unitPrice: 100 }];
  const { record } = await finance.orders.createOrder({ order: { lineItems, ...order, clientId } }, who);
  return record as SalesOrder;
}

const update = async (who: Caller, id: string, patch: Partial<SalesOrderInput>, { orders } = finance) =>
  (await orders.updateOrder({ id, patch: { lineItems: [], ...patch }, fields: Object.keys(patch) }, who))
    .record as SalesOrder;

const refused = (code: string) => expect.objectContaining({ code });
const refusedAt = (...loc: string[]) =>
  expect.objectContaining({ code: 'validation_failed', issues: [expect.objectContaining({ loc })] });

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

  test('is not deleted meanwhile: a new reference to what product lets go is a conflict', async () => {
    const who = caller();
    const { orgId } = who.context.principal;
    const client = finance.product.client();
    await finance.store.transaction((session) => finance.references.close(session, orgId, [`client:${client.id}`], 1));
    await expect(create(who, { clientId: client.id })).rejects.toEqual(refused('conflict'));
  });
});

test('a change makes a version after draft, each of which can be read', async () => {
  const who = caller();
  const { id } = await create(who, { notes: 'first' });
  await update(who, id, { notes: 'still first' });
  await finance.orders.confirmOrder({ id }, who);
  await update(who, id, { notes: 'second' });
  const third = await update(who, id, { taxRate: 10 });
  expect(third).toMatchObject({ currentVersion: 3, totalAmount: 110 });
  expect(third.versions.map(({ versionNumber, totalAmount }) => [versionNumber, totalAmount])).toEqual([
    [1, 100],
    [2, 100],
    [3, 110],
  ]);
  const read = (versionNumber: number) => finance.orders.getOrderVersion({ id, versionNumber }, who);
  expect(await read(1)).toMatchObject({ versionNumber: 1, notes: 'still first', lineItems: [{ qty: 1 }] });
  expect(await read(2)).toMatchObject({ versionNumber: 2, notes: 'second', taxAmount: 0 });
  expect(await read(3)).toMatchObject({ versionNumber: 3, notes: 'second', taxAmount: 10 });
  await expect(read(4)).rejects.toEqual(refused('not_found'));
});

test('null clears what can be empty, and leaves all else as it is', async () => {
  const who = caller();
  const order = await create(who, { notes: 'x', taxRate: 5, requestedDeliveryDate: 'soon', currency: 'USD' });
  const fields = ['clientId', 'currency', 'orderDate', 'requestedDeliveryDate', 'taxRate', 'notes'];
  const { record } = await finance.orders.updateOrder({ id: order.id, patch: { lineItems: [] }, fields }, who);
  const { orderDate: _1, requestedDeliveryDate: _2, taxRate: _3, notes: _4, ...kept } = order;
  const { updatedAt, versions, taxAmount, totalAmount, ...same } = kept;
  expect(record).toMatchObject({ ...same, taxAmount: 0, totalAmount: 100 });
  for (const field of ['orderDate', 'requestedDeliveryDate', 'taxRate', 'notes'])
    expect(record).not.toHaveProperty(field);
});

test('its history is told in events, in order, and its end says no more than that', async () => {
  const who = caller();
  const { id, documentId } = await create(who);
  const { orders } = finance;
  await orders.confirmOrder({ id }, who);
  await orders.startOrder({ id }, who);
  await update(who, id, { notes: 'new' });
  await orders.shipOrder({ id }, who);
  await orders.completeOrder({ id }, who);
  await orders.deleteOrder({ id: documentId }, who);
  const envelopes = await envelopesOf(finance.store, id);
  expect(envelopes.map(({ type, sequence, data }) => [type, sequence, data.status])).toEqual([
    ['order.created', 1, 'draft'],
    ['order.confirmed', 2, 'confirmed'],
    ['order.started', 3, 'in_production'],
    ['order.updated', 4, 'in_production'],
    ['order.shipped', 5, 'shipped'],
    ['order.completed', 6, 'completed'],
    ['order.deleted', 7, undefined],
  ]);
  expect(Object.keys(envelopes[6].data).sort()).toEqual(['actor', 'deletedAt', 'documentId', 'id']);
  expect(await finance.store.connection.collection('order_versions').countDocuments({ recordId: id })).toBe(0);
  await expect(orders.getOrder({ id }, who)).rejects.toEqual(refused('not_found'));
});

test('an order that a document refers to is not deleted', async () => {
  const who = caller();
  const { orgId } = who.context.principal;
  const { id } = await create(who);
  const note = { orgId, record: 'delivery_note:d1', kind: 'delivery_note', name: 'DN-2026-000001' } as const;
  const source = { ...note, status: 'draft', createdAt: new Date() };
  const refer = (targets: `${string}:${string}`[]) =>
    finance.store.transaction((session) => finance.references.set(session, [{ ...source, targets }]));
  await refer([`sales_order:${id}`]);
  await expect(finance.orders.deleteOrder({ id }, who)).rejects.toEqual(refused('in_use'));
  await refer([]);
  await expect(finance.orders.deleteOrder({ id }, who)).resolves.toMatchObject({ deletedId: id });
});

describe('a client caller', () => {
  test('reads its own orders alone: one by one, in lists, versions and totals', async () => {
    const who = caller();
    const { product, orders } = finance;
    const [mine, other] = [product.client({ name: 'Same & Sons' }), product.client({ name: 'Same & Daughters' })];
    const [own, foreign] = [await create(who, { clientId: mine.id }), await create(who, { clientId: other.id })];
    const { principal } = who.context;
    const client: Caller = {
      context: { ...who.context, principal: { ...principal, role: 'client', clientId: mine.id } },
    };
    for (const asked of [query(), query({ search: 'same' }), { ...query(), clientId: mine.id }]) {
      expect(await orders.listOrders(asked, client)).toMatchObject({ data: [{ id: own.id }], total: 1 });
    }
    expect(await orders.listOrders({ ...query(), clientId: other.id }, client)).toMatchObject({ data: [], total: 0 });
    product.isCrowded = true;
    expect(await orders.listOrders(query({ search: 'same' }), client)).toMatchObject({ data: [{ id: own.id }] });
    expect(await orders.listOrders({ ...query({ search: 'same' }), clientId: other.id }, who)).toMatchObject({
      total: 1,
    });
    await expect(orders.listOrders(query({ search: 'same' }), who)).rejects.toEqual(refused('validation_failed'));
    product.isCrowded = false;
    await expect(orders.getOrder({ id: foreign.id }, client)).rejects.toEqual(refused('not_found'));
    await expect(orders.getOrderVersion({ id: foreign.id, versionNumber: 1 }, client)).rejects.toEqual(
      refused('not_found'),
    );
    expect(await orders.getOrderVersion({ id: own.id, versionNumber: 1 }, client)).toMatchObject({ clientId: mine.id });
    await expect(orders.deleteOrder({ id: own.id }, client)).rejects.toEqual(refused('insufficient_permissions'));
  });
});

test('a create that is repeated is answered as it was, though its client has gone since', async () => {
  const who = caller();
  const client = finance.product.client();
  const idempotency = { key: 'k1', operation: 'POST /orders', fingerprint: 'same' };
  const keyed: Caller = { context: { ...who.context, idempotency } };
  const first = await finance.orders.createOrder({ order: { clientId: client.id, lineItems: [] } }, keyed);
  finance.product.forget(client.id);
  const again = await finance.orders.createOrder({ order: { clientId: client.id, lineItems: [] } }, keyed);
  expect(again).toEqual({ ...first, replayed: true });
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

test('an org sees none of another, by number either', async () => {
  const [who, stranger] = [caller(), caller()];
  const order = await create(who);
  const own = await create(stranger);
  expect(own.documentId).toBe(order.documentId);
  expect((await finance.orders.getOrder({ id: order.documentId }, stranger)).record?.id).toBe(own.id);
  for (const call of ['getOrder', 'deleteOrder', 'confirmOrder', 'cancelOrder'] as const) {
    await expect(finance.orders[call]({ id: order.id }, stranger)).rejects.toEqual(refused('not_found'));
  }
});

test('a list is found by number, client name, status and client', async () => {
  const who = caller();
  const { product, orders } = finance;
  const [north, south] = [product.client({ name: 'North Co' }), product.client({ name: 'South Co' })];
  const [first, second] = [await create(who, { clientId: north.id }), await create(who, { clientId: south.id })];
  await orders.cancelOrder({ id: second.id }, who);
  const found = async (asked: object) =>
    (await orders.listOrders({ ...query(asked), ...asked }, who)).data.map(({ id }) => id);
  const list = (fields: object, filter: object = {}) =>
    orders.listOrders({ ...query(fields), ...filter }, who).then(({ data }) => data.map(({ id }) => id));
  expect(await list({ search: 'north' })).toEqual([first.id]);
  expect(await list({ search: second.documentId })).toEqual([second.id]);
  expect(await list({}, { status: 'cancelled' })).toEqual([second.id]);
  expect(await list({}, { clientId: north.id })).toEqual([first.id]);
  expect(await found({})).toEqual([second.id, first.id]);
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

  test('of 20 that confirm at once at two replicas as many pass as the limit holds, and each answers within its time', async () => {
    const who = caller();
    const client = finance.product.client({ maxAccountValue: 700 });
    const made = await Promise.all(Array.from({ length: 20 }, () => create(who, order(client.id, 100))));
    const confirm = ({ id }: SalesOrder, index: number) =>
      (index % 2 ? beside : finance).orders.confirmOrder({ id }, who);
    const outcomes = await Promise.allSettled(made.map(confirm));
    const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'confirmed' : outcome.reason.code));
    expect(codes.filter((code) => code === 'confirmed')).toHaveLength(7);
    expect(codes.filter((code) => code === 'credit_limit_exceeded')).toHaveLength(13);
  });

  test('is free again when an order is cancelled, completed or deleted', async () => {
    const who = caller();
    const { orders, product } = finance;
    const client = product.client({ maxAccountValue: 100 });
    const confirmed = async () => {
      const { id } = await create(who, order(client.id, 100));
      await orders.confirmOrder({ id }, who);
      const next = await create(who, order(client.id, 1));
      await expect(orders.confirmOrder({ id: next.id }, who)).rejects.toEqual(refused('credit_limit_exceeded'));
      return id;
    };
    await orders.cancelOrder({ id: await confirmed() }, who);
    await orders.deleteOrder({ id: await confirmed() }, who);
    const completed = await confirmed();
    for (const move of ['startOrder', 'shipOrder', 'completeOrder'] as const)
      await orders[move]({ id: completed }, who);
    await orders.deleteOrder({ id: await confirmed() }, who);
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
