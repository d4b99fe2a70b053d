import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { OrderBookRow } from '#proto/gen/finance/v1/OrderBookRow.ts';
import type { SalesOrder } from '#proto/gen/finance/v1/SalesOrder.ts';
import { lateOrders } from '../../../services/finance/orders/late-orders-repository.ts';
import { LATE_AFTER } from '../../../services/finance/orders/repository.ts';
import { type Caller, caller, query } from '../../support/service/callers.ts';
import { noted, ordered } from './delivery-note-scene.ts';
import { callerOfClient } from './finance-service.ts';
import { refused } from './refusals.ts';
import { buy, clients, finance, goods, OPEN, purchase, sale, sell, styles, suppliers } from './report-scene.ts';

/** Reports on goods (decisions 7: Reports). Each equals a sum over the lists, which are written independently. */

const { orders, reports, calendar } = finance;

/** All orders of the org, by the list. */
async function listed(who: Caller): Promise<SalesOrder[]> {
  const { data } = await orders.listOrders(query({ limit: 1000 }), who);
  return data;
}

/** The ids of the open orders whose delivery date has passed, by the list. */
const lateOf = (found: SalesOrder[]) =>
  found.flatMap(({ id, status, deliveryWindowEnd, requestedDeliveryDate }) => {
    const [date] = [deliveryWindowEnd, requestedDeliveryDate].filter((one) => /^\d{4}-/.test(one ?? ''));
    return OPEN.includes(status) && date !== undefined && date < calendar.today ? [id] : [];
  });

async function lateBy(who: Caller, late: boolean): Promise<string[]> {
  const { data, total } = await orders.listOrders({ ...query({ limit: 1000 }), late }, who);
  expect(total).toBe(data.length);
  return data.map(({ id }) => id);
}

/** In ten-thousandths: a quarter of a hundredth is shipped. */
const units = (value: number) => Math.round(value * 10_000);

/** The order book by the list: sums in ten-thousandths, by style, SKU and description. */
function bookOf(found: SalesOrder[], filter: { clientId?: string; styleId?: string }) {
  const rows = new Map<string, number[]>();
  for (const order of found) {
    const isOpen = OPEN.includes(order.status) && order.clientId === (filter.clientId ?? order.clientId);
    const dates = [order.deliveryWindowEnd, order.requestedDeliveryDate].filter((one) => /^\d{4}-/.test(one ?? ''));
    for (const one of isOpen ? order.lineItems : []) {
      if (one.styleId !== (filter.styleId ?? one.styleId)) continue;
      const key = [one.styleId, one.skuId, one.styleId ? undefined : one.description].join();
      const left = units(one.qty) - units(one.shippedQty);
      const late = dates[0] !== undefined && dates[0] < calendar.today ? left : 0;
      const sums = [one.qty, one.shippedQty, one.invoicedQty].map(units);
      rows.set(
        key,
        [...sums, left, late].map((sum, at) => sum + (rows.get(key)?.[at] ?? 0)),
      );
    }
  }
  return new Map([...rows].sort());
}

const shown = (rows: readonly OrderBookRow[]) =>
  new Map(
    rows
      .map((one): [string, number[]] => [
        [one.styleId, one.skuId, one.description].join(),
        [one.orderedQty, one.shippedQty, one.invoicedQty, one.leftQty, one.lateQty].map(units),
      ])
      .sort(),
  );

/** The lines to invoice by the list: [order, line, quantity, amount]. */
const toInvoiceOf = (found: SalesOrder[]) =>
  found
    .flatMap((order) =>
      order.lineItems.map((one): [string, string, number, number | undefined] => {
        const left = units(one.shippedQty) - units(one.invoicedQty);
        const amount = one.unitPrice === undefined ? undefined : Math.round((left * units(one.unitPrice)) / 1e6);
        return [order.documentId, one.id, left, amount];
      }),
    )
    .filter(([, , left]) => left > 0)
    .sort();

/** The open items by the list and its records: [order, item, left, amount]. */
async function openItemsOf(who: Caller) {
  const { data } = await finance.purchaseOrders.listPurchaseOrders(query({ limit: 1000 }), who);
  const found = await Promise.all(data.map(({ id }) => finance.purchaseOrders.getPurchaseOrder({ id }, who)));
  return found
    .flatMap(({ record }) =>
      ['issued', 'partially_received'].includes(record?.status ?? '')
        ? (record?.items ?? []).map((one): [string | undefined, string, number, string] => {
            const left = units(Number(one.qty)) - units(Number(one.receivedQty));
            const cents = Math.round((left * units(Number(one.unitPrice))) / 1e6);
            return [record?.id, one.id, left, (cents / 100).toFixed(2)];
          })
        : [],
    )
    .filter(([, , left]) => left > 0)
    .sort();
}

test('reports equal sums over the lists, for any story', async () => {
  const story = [fc.array(sale, { maxLength: 6 }), fc.array(purchase, { maxLength: 3 })] as const;
  const property = fc.asyncProperty(...story, async (sales, purchases) => {
    const who = caller();
    const other = caller();
    for (const one of sales) await sell(who, one);
    for (const one of purchases) await buy(who, one);
    if (sales[0]) await sell(other, sales[0]);
    if (purchases[0]) await buy(other, purchases[0]);
    const found = await listed(who);
    const filters = [{}, { clientId: clients[0]?.id as string }, { styleId: styles[0]?.id as string }];
    for (const filter of filters) {
      const { rows } = await reports.getOrderBook(filter, who);
      expect(shown(rows)).toEqual(bookOf(found, filter));
    }
    expect(await lateBy(who, true)).toEqual(lateOf(found));
    expect((await lateBy(who, false)).length).toBe(found.length - lateOf(found).length);
    const { rows: lines } = await reports.getToInvoice({}, who);
    const amounts = lines.map((one) => (one.amount === undefined ? undefined : Math.round(one.amount * 100)));
    expect(
      lines.map((one, at) => [one.orderNumber, one.salesOrderLineItemId, units(one.toInvoiceQty), amounts[at]]).sort(),
    ).toEqual(toInvoiceOf(found));
    const { rows: items } = await reports.getOpenPurchases({}, who);
    expect(
      items.map((one) => [one.purchaseOrderId, one.itemId, units(Number(one.leftQty)), one.leftAmount]).sort(),
    ).toEqual(await openItemsOf(who));
  });
  await fc.assert(property, { numRuns: 15 });
}, 120_000);

test('orders of an earlier version are found by their lateness after the upgrade', async () => {
  const who = caller();
  const lineItems = [{ description: 'Samples', qty: 1 }];
  const late = await ordered(finance, who, { lineItems, requestedDeliveryDate: '2026-01-02' });
  await ordered(finance, who, { lineItems, requestedDeliveryDate: '2026-02-02' });
  const stored = finance.store.connection.collection('orders');
  await stored.updateMany({ orgId: who.context.principal.orgId }, { $unset: { [LATE_AFTER]: 1 } });
  expect(await lateBy(who, true)).toEqual([]);
  expect(await lateOrders.apply(finance.store.connection)).toBeGreaterThanOrEqual(2);
  expect(await lateBy(who, true)).toEqual([late.id]);
  expect(await lateOrders.apply(finance.store.connection)).toBe(0);
});

describe('order book', () => {
  test('has late goods first, by date, with the present names', async () => {
    const who = caller();
    const lines = (index: number) => [{ ...goods[index], qty: 10 }];
    await ordered(finance, who, { lineItems: lines(3) });
    await ordered(finance, who, { lineItems: lines(0), requestedDeliveryDate: '2026-03-01' });
    await ordered(finance, who, { lineItems: lines(2), requestedDeliveryDate: '2026-01-30' });
    await ordered(finance, who, { lineItems: lines(2), requestedDeliveryDate: '2026-01-31' });
    // The client takes the goods until the end of its window.
    const window = { deliveryWindowStart: '2026-01-20', deliveryWindowEnd: '2026-02-10' };
    await ordered(finance, who, { lineItems: lines(1), requestedDeliveryDate: '2026-01-25', ...window });
    const { rows, asOf } = await reports.getOrderBook({}, who);
    expect(asOf).toBe('2026-01-31');
    expect(
      rows.map(({ styleName, color, description, deliveryDate, isLate, orders: count, leftQty, lateQty }) => [
        ...[styleName ?? description, color, deliveryDate, isLate, count, leftQty, lateQty],
      ]),
    ).toEqual([
      ['Tee', 'Navy', '2026-01-30', true, 2, 20, 10],
      ['Parka', undefined, '2026-02-10', false, 1, 10, 0],
      ['Parka', 'Navy', '2026-03-01', false, 1, 10, 0],
      ['Samples', undefined, undefined, false, 1, 10, 0],
    ]);
  });

  test('is refused for callers of clients', async () => {
    const client = callerOfClient(caller(), clients[0]?.id as string);
    await expect(reports.getOrderBook({}, client)).rejects.toMatchObject(refused('insufficient_permissions'));
  });
});

test('to-invoice names order, client and goods, the oldest order first', async () => {
  const who = caller();
  const clientId = clients[0]?.id as string;
  const lineItems = [
    { description: 'Labels', qty: 5 },
    { ...goods[0], qty: 10, unitPrice: 12.5, discountPercent: 10 },
  ];
  const order = await ordered(finance, who, { clientId, clientOrderNumber: 'PO-7', lineItems });
  const later = await ordered(finance, who, { clientId: clients[1]?.id as string, lineItems });
  for (const { id, lineItems: lines } of [later, order]) {
    const shipped = [{ salesOrderLineItemId: lines[1]?.id as string, qty: 4 }];
    await noted(finance, who, id, { status: 'shipped', lineItems: shipped });
  }
  const { rows } = await reports.getToInvoice({}, who);
  expect(rows.map(({ orderNumber }) => orderNumber)).toEqual([order.documentId, later.documentId]);
  expect(rows[0]).toMatchObject({
    ...{ salesOrderId: order.id, clientName: 'Nordwind', clientOrderNumber: 'PO-7', lineNumber: 2 },
    ...{ styleName: 'Parka', refId: 'P-26', color: 'Navy', toInvoiceQty: 4, amount: 45, currency: 'EUR' },
  });
  expect((await reports.getToInvoice({ clientId }, who)).rows).toEqual([rows[0]]);
});

test('open purchases are sorted by expected date, then by supplier, and say what is late', async () => {
  const who = caller();
  const items = [{ qty: 150, received: 0 as const, price: 640 }];
  const dates = [undefined, '2026-02-15', '2026-01-30', '2026-01-31'] as const;
  for (const [at, expectedDeliveryDate] of dates.entries())
    await buy(who, { supplier: at % 2, status: 'issued', items, expectedDeliveryDate });
  const { rows } = await reports.getOpenPurchases({}, who);
  expect(
    rows.map(({ supplierName, materialName, expectedDeliveryDate, isLate, leftQty, leftAmount }) => [
      ...[supplierName, materialName, expectedDeliveryDate, isLate, leftQty, leftAmount],
    ]),
  ).toEqual([
    ['Weavers', 'Twill', '2026-01-30', true, '1.5', '9.60'],
    ['Spinners', 'Twill', '2026-01-31', false, '1.5', '9.60'],
    ['Spinners', 'Twill', '2026-02-15', false, '1.5', '9.60'],
    ['Weavers', 'Twill', undefined, false, '1.5', '9.60'],
  ]);
  expect((await reports.getOpenPurchases({ supplierId: suppliers[0]?.id as string }, who)).rows).toHaveLength(2);
});
