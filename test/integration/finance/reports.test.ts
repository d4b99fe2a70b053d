import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { OrderBookRow } from '#proto/gen/finance/v1/OrderBookRow.ts';
import type { SalesOrder } from '#proto/gen/finance/v1/SalesOrder.ts';
import { type Caller, caller, query } from '../../support/service/callers.ts';
import { noted, ordered } from './delivery-note-scene.ts';
import { callerOfClient, openFinance } from './finance-service.ts';
import { invoiced } from './invoice-scene.ts';
import { refused, refusedAt } from './refusals.ts';

/** Reports on goods (decisions 7: Reports). Each equals a sum over the lists, which are written independently. */

const finance = await openFinance();
const { product, orders, reports, calendar } = finance;

const styles = [product.style({ name: 'Parka', refId: 'P-26' }), product.style({ name: 'Tee' })];
const clients = [product.client({ maxAccountValue: 1e12 }), product.client({ maxAccountValue: 1e12 })];
const goods = [
  { skuId: styles[0]?.skus[0]?.id as string },
  { styleId: styles[0]?.id as string },
  { skuId: styles[1]?.skus[0]?.id as string },
  { description: 'Samples' },
];

const OPEN = ['confirmed', 'in_production', 'partially_shipped'];
const status = fc.constantFrom('draft', 'confirmed', 'in_production', 'shipped', 'completed', 'cancelled');
/** A quantity of whole pieces or of units. */
const qty = fc.oneof(
  fc.integer({ min: 1, max: 500 }),
  fc.integer({ min: 1, max: 50_000 }).map((n) => n / 100),
);
const share = fc.constantFrom(0, 0.25, 0.5, 1);
const line = fc.record({ of: fc.constantFrom(...goods), qty, unitPrice: fc.constantFrom(undefined, 0.333, 12.5) });
const date = fc.constantFrom(undefined, '2025-12-01', '2026-01-30', '2026-01-31', '2026-02-15', 'week 7');
const sale = fc.record({
  ...{ client: fc.nat(1), status, lines: fc.array(line, { minLength: 1, maxLength: 4 }), shipped: share },
  ...{ invoiced: share, requestedDeliveryDate: date, deliveryWindowEnd: date },
});
type Sale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes an order of the sale, ships a share of its lines, and invoices a share of them. */
async function sell(who: Caller, { client, lines, shipped, invoiced: billed, ...fields }: Sale): Promise<void> {
  const lineItems = lines.map(({ of, unitPrice, ...rest }) => ({
    ...{ ...of, ...rest },
    ...(unitPrice !== undefined && { unitPrice }),
  }));
  const { status, requestedDeliveryDate: asked, deliveryWindowEnd: end } = fields;
  const dates = { ...(asked && { requestedDeliveryDate: asked }), ...(end && { deliveryWindowEnd: end }) };
  const order = await ordered(finance, who, { clientId: clients[client]?.id as string, status, lineItems, ...dates });
  const part = (of: number) => order.lineItems.map(({ id, qty }) => ({ salesOrderLineItemId: id, qty: qty * of }));
  if (shipped > 0 && OPEN.includes(status))
    await noted(finance, who, order.id, { status: 'shipped', lineItems: part(shipped) });
  if (billed > 0 && status !== 'draft')
    await invoiced(finance, who, {
      salesOrderId: order.id,
      status: 'issued',
      lineItems: part(billed).map((one) => ({ ...one, unitPrice: 1 })),
    });
}

/** All orders of the org, by the list. */
async function listed(who: Caller): Promise<SalesOrder[]> {
  const { data } = await orders.listOrders(query({ limit: 1000 }), who);
  return data;
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

test('reports equal sums over the lists, for any story', async () => {
  const property = fc.asyncProperty(fc.array(sale, { maxLength: 6 }), async (sales) => {
    const who = caller();
    const other = caller();
    for (const one of sales) await sell(who, one);
    if (sales[0]) await sell(other, sales[0]);
    const found = await listed(who);
    const filters = [{}, { clientId: clients[0]?.id as string }, { styleId: styles[0]?.id as string }];
    for (const filter of filters) {
      const { rows } = await reports.getOrderBook(filter, who);
      expect(shown(rows)).toEqual(bookOf(found, filter));
    }
  });
  await fc.assert(property, { numRuns: 25 });
}, 120_000);

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

  test('is refused above 10,000 rows, and for callers of clients', async () => {
    const who = caller();
    for (let order = 0; order < 21; order++) {
      const lineItems = Array.from({ length: 500 }, (_, n) => ({ description: `${order}-${n}`, qty: 1 }));
      await ordered(finance, who, { lineItems });
    }
    await expect(reports.getOrderBook({}, who)).rejects.toMatchObject(refusedAt('query'));
    expect((await reports.getOrderBook({ clientId: clients[0]?.id as string }, who)).rows).toEqual([]);
    const client = callerOfClient(who, clients[0]?.id as string);
    await expect(reports.getOrderBook({}, client)).rejects.toMatchObject(refused('insufficient_permissions'));
  }, 60_000);
});
