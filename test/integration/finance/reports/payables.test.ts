import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PurchaseOrder } from '#proto/gen/finance/v1/PurchaseOrder.ts';
import { type Caller, caller, query } from '../../../support/service/callers.ts';
import { openFinance } from '../finance-service.ts';

/** Payables (decisions 7: Reports). They equal a sum over the list, which is written independently. */

const finance = await openFinance();
const { product, purchaseOrders, bankStatements, reports, calendar } = finance;
calendar.today = '2026-03-31';
const suppliers = [product.supplier({ name: 'Weavers' }), product.supplier({ name: 'Dyers' })];
const pick = <T>(...values: T[]) => fc.constantFrom(...values);

const item = fc.record({ qty: pick('1', '3', '10'), unitPrice: pick('2.5', '7.77'), taxRate: pick(undefined, '6') });
const purchase = fc.record({
  supplier: fc.nat(1),
  currency: pick('EUR', 'USD'),
  expected: pick(undefined, '2026-03-31', '2026-03-30', '2026-03-01', '2026-02-28', '2026-01-30', '2025-12-30'),
  items: fc.array(item, { minLength: 1, maxLength: 3 }),
  /** The share of the items that is received. */
  received: pick(0, 1, 3),
  paid: pick('0', '1.25', '20', 'all'),
  ends: pick('draft', 'issued', 'closed', 'cancelled'),
});
type Purchase = typeof purchase extends fc.Arbitrary<infer Value> ? Value : never;

/** Money that bank lines have paid, by the number of the order. */
type Payments = Map<string, number>;
const cents = (amount: string | number) => Math.round(Number(amount) * 100);

async function buy(who: Caller, one: Purchase, paid: Payments): Promise<void> {
  const items = one.items.map(({ taxRate, ...fields }, n) => ({
    ...{ description: `Twill ${n}`, ...fields },
    ...(taxRate && { taxRate }),
  }));
  const order = {
    ...{ supplierId: suppliers[one.supplier]?.id as string, currency: one.currency, items, taxRate: '23' },
    ...{ orderDate: '2025-12-01', status: one.ends === 'draft' ? 'draft' : 'issued' },
    ...(one.expected && { expectedDeliveryDate: one.expected }),
  };
  const made = (await purchaseOrders.createPurchaseOrder({ order }, who)).record as PurchaseOrder;
  const { id } = made;
  if (one.ends === 'draft') return;
  if (one.ends === 'cancelled') return void (await purchaseOrders.cancelPurchaseOrder({ id }, who));
  const come = made.items.slice(0, one.received).map((part, n) => ({ id: part.id, qty: n === 1 ? '1' : part.qty }));
  if (come.length > 0) await purchaseOrders.receivePurchaseOrder({ id, items: come }, who);
  const amount = Math.min(one.paid === 'all' ? cents(made.total) : cents(one.paid), cents(made.total));
  if (amount > 0) {
    const lines = [{ debit: amount / 100, referenceNo: `${id} ${amount}` }];
    const statement = { accountNumber: 'PT50', currency: one.currency };
    const { record } = await bankStatements.createBankStatement({ statement, lines }, who);
    const key = { id: record?.id as string, lineId: record?.lines[0]?.id as string };
    await bankStatements.matchBankLine({ ...key, targetType: 'purchase_order', targetId: id }, who);
    paid.set(id, amount);
  }
  if (one.ends === 'closed' && come.length > 0) await purchaseOrders.closePurchaseOrder({ id }, who);
}

function ageOf(date: string): string {
  const days = (Date.parse(calendar.today) - Date.parse(date)) / 86_400_000;
  if (days < 1) return 'current';
  if (days < 31) return 'days1To30';
  return days < 61 ? 'days31To60' : days < 91 ? 'days61To90' : 'daysOver90';
}

/** The received value of an order in cents. */
function receivedOf({ items, total }: PurchaseOrder): number {
  if (items.every(({ qty, receivedQty }) => Number(qty) === Number(receivedQty))) return cents(total);
  const values = items.map(({ receivedQty, unitPrice, taxRate }) => {
    const amount = Math.round(Number(receivedQty) * cents(unitPrice));
    // The product of whole numbers is exact: half a cent is rounded up.
    return amount + Math.floor((amount * Number(taxRate ?? 23) + 50) / 100);
  });
  return values.reduce((sum, value) => sum + value, 0);
}

function payablesOf(all: PurchaseOrder[], paid: Payments): [string, number][] {
  const sums = new Map<string, number>();
  for (const order of all.filter(({ status }) => status !== 'draft' && status !== 'cancelled')) {
    const received = receivedOf(order);
    const owed = received - (paid.get(order.id) ?? 0);
    const age = owed < 0 ? 'prepaid' : ageOf(order.expectedDeliveryDate ?? order.orderDate);
    const toCome = order.status === 'closed' ? 0 : cents(order.total) - received;
    const add = (column: string, amount: number) => {
      const key = [order.supplierId, order.currency, column].join();
      sums.set(key, (sums.get(key) ?? 0) + amount);
    };
    add(age, owed);
    add('total', owed);
    add('toCome', toCome);
  }
  return [...sums].filter(([, amount]) => amount !== 0).sort();
}

const COLUMNS = [
  ...(['current', 'days1To30', 'days31To60', 'days61To90', 'daysOver90', 'prepaid', 'total', 'toCome'] as const),
];

async function payables(who: Caller, filter: { supplierId?: string; currency?: string } = {}) {
  const { rows } = await reports.getPayables(filter, who);
  const entries = rows.flatMap((row) =>
    COLUMNS.map((column): [string, number] => [[row.supplierId, row.currency, column].join(), cents(row[column])]),
  );
  return entries.filter(([, amount]) => amount !== 0).sort();
}

test('payables equal a sum over the list, for any purchases', async () => {
  const property = fc.asyncProperty(fc.array(purchase, { minLength: 4, maxLength: 10 }), async (purchases) => {
    const [who, other] = [caller(), caller()];
    const [paid, paidByOther]: [Payments, Payments] = [new Map(), new Map()];
    for (const one of purchases) await buy(who, one, paid);
    // The other org has the same numbers.
    for (const one of purchases.slice(0, 2)) await buy(other, one, paidByOther);
    const all = (await purchaseOrders.listPurchaseOrders(query({ limit: 100 }), who)).data;
    const whole = await Promise.all(
      all.map(async ({ id }) => (await purchaseOrders.getPurchaseOrder({ id }, who)).record as PurchaseOrder),
    );
    expect(await payables(who)).toEqual(payablesOf(whole, paid));
    const filter = { supplierId: suppliers[0]?.id as string, currency: 'EUR' };
    const own = whole.filter((one) => one.supplierId === filter.supplierId && one.currency === 'EUR');
    expect(await payables(who, filter)).toEqual(payablesOf(own, paid));
  });
  await fc.assert(property, { numRuns: 8 });
}, 120_000);
