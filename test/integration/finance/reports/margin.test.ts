import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { newId } from '#chassis/mongo/mongo.ts';
import type { MarginRow } from '#proto/gen/finance/v1/MarginRow.ts';
import type { SalesOrder } from '#proto/gen/finance/v1/SalesOrder.ts';
import { type Caller, caller, query } from '../../../support/service/callers.ts';
import { ordered } from '../delivery-note-scene.ts';
import { callerOfClient, openFinance } from '../finance-service.ts';
import { refused } from '../refusals.ts';

/** The report of margins (decisions 7: Reports). */

const finance = await openFinance();
const { product, orders, reports } = finance;
// 1 GBP is 1.5 USD, and 1 EUR is 1.25 USD. CHF has no rate.
product.rates = { EUR: '1.25', GBP: '1.5' };

const clients = [product.client({ maxAccountValue: 1e12 }), product.client({ maxAccountValue: 1e12, name: 'Sud' })];
const [coat, shirt, set, cap, hat] = ['Coat', 'Shirt', 'Set', 'Cap', 'Hat'].map((name) =>
  product.style({ name, refId: `${name}-1` }),
) as [Style, Style, Style, Style, Style];
type Style = ReturnType<typeof product.style>;
const skuOf = ({ skus }: Style) => skus[0]?.id as string;
const twill = product.material();
product.recipe(product.bom(coat.id).id, [
  { materialId: twill.id, netBuyingConsumption: 1.5, cost: 3, currency: 'GBP' },
  { netBuyingConsumption: 2, cost: 0.25, currency: 'EUR' },
]);
product.recipe(product.bom(coat.id).id, [{ cost: 99 }], '2025-01-01T00:00:00.000Z');
product.recipe(product.bom(shirt.id).id, [{ netBuyingConsumption: 1, cost: 4, currency: 'USD' }]);
product.recipe(product.bom(hat.id).id, [{ materialId: twill.id, cost: null, currency: null }]);
const swiss = product.bom(newId());
product.recipe(swiss.id, [{ cost: 1, currency: 'CHF' }]);
const bare = product.bom(newId());
product.recipe(bare.id, []);
product.kit(set.id, [
  {
    id: skuOf(set),
    kittedBundle: [
      { skuId: skuOf(coat), styleId: coat.id, quantity: 1 },
      { skuId: skuOf(shirt), styleId: shirt.id, quantity: 2 },
    ],
  },
]);

/** The goods that lines of the tests order, with the cost of a piece in USD; a problem if it is not known. */
const GOODS = [
  { of: { skuId: skuOf(coat) }, cost: 1.5 * 3 * 1.5 + 2 * 0.25 * 1.25 },
  { of: { styleId: coat.id }, cost: 1.5 * 3 * 1.5 + 2 * 0.25 * 1.25 },
  { of: { skuId: skuOf(shirt) }, cost: 4 },
  { of: { skuId: skuOf(set) }, cost: 7.375 + 2 * 4 },
  { of: { styleId: cap.id }, cost: 'no_bom' },
  { of: { styleId: hat.id }, cost: 'no_cost' },
  { of: { styleId: shirt.id, bomId: swiss.id }, cost: 'no_rate' },
  { of: { styleId: shirt.id, bomId: bare.id }, cost: 'no_lines' },
  { of: { description: 'Samples' }, cost: 'no_bom' },
] as const;

const line = fc.record({
  goods: fc.nat(GOODS.length - 1),
  qty: fc.constantFrom<number[]>(1, 3, 250, 0.5),
  unitPrice: fc.constantFrom(0, 12.5, 30, 30, undefined),
  discountPercent: fc.constantFrom(undefined, 10),
});
const sale = fc.record({
  client: fc.nat(1),
  currency: fc.constantFrom('EUR', 'USD'),
  status: fc.constantFrom('draft', 'confirmed', 'shipped', 'completed', 'cancelled'),
  orderDate: fc.constantFrom('2026-01-31', '2026-02-01', '2026-02-28T23:30:00Z', '2026-03-01', 'spring'),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
});
/** A sale of the tests. */
interface Sale {
  client: number;
  currency: string;
  status: string;
  orderDate: string;
  lines: { goods: number; qty: number; unitPrice: number | undefined; discountPercent: number | undefined }[];
}

const kindOf = (one: { styleId?: string; bomId?: string; skuId?: string; description?: string }) =>
  GOODS.find(({ of }) => Object.entries(of).every(([name, value]) => one[name as keyof typeof one] === value));

function sell(who: Caller, { client, lines, ...fields }: Sale): Promise<SalesOrder> {
  const lineItems = lines.map(({ goods, unitPrice, discountPercent, qty }) => ({
    ...{ ...GOODS[goods]?.of, qty },
    ...(unitPrice !== undefined && { unitPrice }),
    ...(discountPercent && { discountPercent }),
  }));
  return ordered(finance, who, { clientId: clients[client]?.id as string, ...fields, lineItems } as never);
}

interface Filter {
  clientId?: string;
  styleId?: string;
  from?: string;
  to?: string;
}

/** Order, style or description, revenue, cost, margin and problem. */
type Row = [string, string, number | undefined, number | undefined, number | undefined, string | undefined];

/** The rows by the list of orders, in cents, and with another way to compute them. */
function rowsOf(found: SalesOrder[], { clientId, styleId, from, to }: Filter): Row[] {
  const isWanted = (order: SalesOrder) => {
    const day = order.orderDate?.slice(0, 10) ?? '';
    const isDated = from === undefined || (day !== 'spring' && day >= from && day <= (to ?? '9'));
    return !['draft', 'cancelled'].includes(order.status) && (clientId ?? order.clientId) === order.clientId && isDated;
  };
  return found.filter(isWanted).flatMap((order) => {
    const lines = order.lineItems.filter((one) => styleId === undefined || one.styleId === styleId);
    const groups = Map.groupBy(lines, (one) => one.styleId ?? (one.description as string));
    return [...groups].map(([goods, all]): Row => {
      const prices = all.map(({ amount }) => amount);
      const costs = all.map((one) => [kindOf(one)?.cost, one.qty] as const);
      const unpriced = prices.includes(undefined);
      const revenue = unpriced ? undefined : Math.round(prices.reduce<number>((sum, one) => sum + (one ?? 0), 0) * 100);
      const problems = costs.flatMap(([cost]) => (typeof cost === 'string' ? [cost] : []));
      // Amounts are converted last.
      const problem = problems.find((one) => one !== 'no_rate') ?? problems[0];
      const usd = costs.reduce((sum, [cost, qty]) => sum + Number(cost) * qty, 0);
      const cost = problem ? undefined : Math.round((order.currency === 'EUR' ? usd / 1.25 : usd) * 100);
      const margin = revenue === undefined || cost === undefined ? undefined : revenue - cost;
      return [order.documentId, goods, revenue, cost, margin, unpriced ? 'no_price' : problem];
    });
  });
}

const cents = (amount: number | undefined) => (amount === undefined ? undefined : Math.round(amount * 100));
const shown = (rows: MarginRow[]) =>
  rows
    .map(
      (one): Row =>
        [
          ...[one.orderNumber, one.styleId ?? (one.description as string)],
          ...[cents(one.revenue), cents(one.materialCost), cents(one.margin), one.problem],
        ] as unknown as Row,
    )
    .sort();

test('margins equal a sum over the list of orders, for any sales', async () => {
  const property = fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 8 }), async (sales) => {
    const [who, other] = [caller(), caller()];
    for (const one of sales) await sell(who, one);
    if (sales[0]) await sell(other, sales[0]);
    const found = (await orders.listOrders(query({ limit: 1000 }), who)).data;
    const filters: Filter[] = [
      ...[{}, { clientId: clients[0]?.id as string }, { styleId: coat.id }],
      ...[
        { from: '2026-02-01', to: '2026-02-28' },
        { from: '2026-02-01', clientId: clients[1]?.id as string },
      ],
    ];
    for (const filter of filters) {
      const { rows } = await reports.getMargin(filter, who);
      expect(shown(rows)).toEqual(rowsOf(found, filter).sort());
      const days = rows.map(({ orderDate }) => (orderDate === 'spring' ? '' : (orderDate as string)));
      expect(days).toEqual(days.toSorted().reverse());
    }
  });
  await fc.assert(property, { numRuns: 25 });
}, 120_000);

test('a row has its names, its percent, and the name of what is missing', async () => {
  const who = caller();
  const lines = [0, 4, 5, 6, 8].map((goods) => ({ goods, qty: 3, unitPrice: 30, discountPercent: 10 }));
  const date = { orderDate: '2026-02-01', currency: 'EUR', status: 'confirmed' };
  const order = await sell(who, { client: 1, ...date, lines });
  const { rows, asOf } = await reports.getMargin({}, who);
  expect(asOf).toBe('2026-01-31');
  // 3 × 30 less 10 %, and 3 × (1.5 × 3 GBP × 1.2 + 0.50 EUR).
  expect(rows[0]).toMatchObject({
    ...{ salesOrderId: order.id, orderNumber: order.documentId, clientName: 'Sud', status: 'confirmed' },
    ...{ styleName: 'Coat', refId: 'Coat-1', qty: 3, currency: 'EUR', revenue: 81, materialCost: 17.7, margin: 63.3 },
    marginPercent: 78.15,
  });
  expect(rows.slice(1).map(({ problem, missing }) => [problem, missing])).toEqual([
    ...[
      ['no_bom', 'Cap'],
      ['no_cost', 'Twill'],
      ['no_rate', 'CHF'],
      ['no_bom', 'Samples'],
    ],
  ]);
});

test('margins need no rates in one currency, and are refused for clients', async () => {
  const who = caller();
  const line = { qty: 1, unitPrice: 10, discountPercent: undefined };
  const of = (goods: number) => ({
    ...{ client: 0, currency: 'USD', status: 'confirmed', orderDate: '2026-02-01' },
    lines: [{ goods, ...line }],
  });
  await sell(who, of(2));
  product.isDown = true;
  expect((await reports.getMargin({}, who)).rows).toMatchObject([{ margin: 6, marginPercent: 60 }]);
  product.isDown = false;
  await sell(who, of(0));
  product.isDown = true;
  await expect(reports.getMargin({}, who)).rejects.toMatchObject(refused('upstream_unavailable'));
  product.isDown = false;
  const client = callerOfClient(who, clients[0]?.id as string);
  await expect(reports.getMargin({}, client)).rejects.toMatchObject(refused('insufficient_permissions'));
});
