import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PurchaseOrder } from '#proto/gen/finance/v1/PurchaseOrder.ts';
import { type Caller, caller, query } from '../../../support/service/callers.ts';
import { openReplicas } from '../finance-service.ts';

/** Payables (decisions 7: Reports). They equal a sum over the list, which is written independently. */

const [finance, beside] = await openReplicas();
const { product, purchaseOrders, bankStatements, reports, calendar, store } = finance;
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
  adjustment: pick('0', '0', '-4.5', '1.01'),
  /** The supplier that a draft changes to, before it is issued. */
  moved: pick(undefined, undefined, 0, 1),
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
  const isDraft = one.ends === 'draft' || one.moved !== undefined;
  const order = {
    ...{ supplierId: suppliers[one.supplier]?.id as string, currency: one.currency, items, taxRate: '23' },
    ...{ orderDate: '2025-12-01', status: isDraft ? 'draft' : 'issued', adjustment: one.adjustment },
    ...(one.expected && { expectedDeliveryDate: one.expected }),
  };
  const made = (await purchaseOrders.createPurchaseOrder({ order }, who)).record as PurchaseOrder;
  const { id } = made;
  if (one.moved !== undefined) {
    await purchaseOrders.approvePurchaseOrder({ id }, who);
    const patch = { supplierId: suppliers[one.moved]?.id as string, items: [] };
    await purchaseOrders.updatePurchaseOrder({ id, patch, fields: ['supplierId'] }, who);
    if (one.ends === 'draft') return;
    await purchaseOrders.issuePurchaseOrder({ id }, who);
  }
  if (one.ends === 'draft') return;
  if (one.ends === 'cancelled') {
    await purchaseOrders.cancelPurchaseOrder({ id }, who);
    if (one.paid === 'all') await purchaseOrders.deletePurchaseOrder({ id }, who);
    return;
  }
  const come = made.items.slice(0, one.received).map((part, n) => ({ id: part.id, qty: n === 1 ? '1' : part.qty }));
  if (come.length > 0) await purchaseOrders.receivePurchaseOrder({ id, items: come }, who);
  const amount = Math.min(one.paid === 'all' ? cents(made.total) : cents(one.paid), cents(made.total));
  if (amount > 0) {
    const undo = await payByLine(who, made, amount);
    if (one.received === 1) await undo();
    else paid.set(id, amount);
  }
  if (one.ends === 'closed' && come.length > 0) await purchaseOrders.closePurchaseOrder({ id }, who);
}

/** Pays an order with a bank line. `amount`: in cents. Returns a function that takes the payment back. */
async function payByLine(who: Caller, { id, currency }: PurchaseOrder, amount: number) {
  const lines = [{ debit: amount / 100, referenceNo: `${id} ${amount}` }];
  const statement = { accountNumber: 'PT50', currency };
  const { record } = await bankStatements.createBankStatement({ statement, lines }, who);
  const key = { id: record?.id as string, lineId: record?.lines[0]?.id as string };
  await bankStatements.matchBankLine({ ...key, targetType: 'purchase_order', targetId: id }, who);
  return () => bankStatements.unmatchBankLine(key, who);
}

function ageOf(date: string): string {
  const days = (Date.parse(calendar.today) - Date.parse(date)) / 86_400_000;
  if (days < 1) return 'current';
  if (days < 31) return 'days1To30';
  return days < 61 ? 'days31To60' : days < 91 ? 'days61To90' : 'daysOver90';
}

/** The received value of an order in cents. Some of the goods are worth the total at most. */
function receivedOf({ items, total, taxRate: ofOrder }: PurchaseOrder): number {
  if (items.every(({ qty, receivedQty }) => Number(qty) === Number(receivedQty))) return cents(total);
  const values = items.map(({ receivedQty, unitPrice, taxRate }) => {
    const amount = Math.round(Number(receivedQty) * cents(unitPrice));
    // The product of whole numbers is exact: half a cent is rounded up.
    return amount + Math.floor((amount * Number(taxRate ?? ofOrder) + 50) / 100);
  });
  const goods = values.reduce((sum, value) => sum + value, 0);
  return Math.min(goods, Math.max(cents(total), 0));
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

async function expectEqual(who: Caller, paid: Payments): Promise<void> {
  const all = (await purchaseOrders.listPurchaseOrders(query({ limit: 100 }), who)).data;
  const whole = await Promise.all(
    all.map(async ({ id }) => (await purchaseOrders.getPurchaseOrder({ id }, who)).record as PurchaseOrder),
  );
  expect(await payables(who)).toEqual(payablesOf(whole, paid));
  const filter = { supplierId: suppliers[0]?.id as string, currency: 'EUR' };
  const own = whole.filter((one) => one.supplierId === filter.supplierId && one.currency === 'EUR');
  expect(await payables(who, filter)).toEqual(payablesOf(own, paid));
}

test('payables equal a sum over the list, for any purchases', async () => {
  const property = fc.asyncProperty(fc.array(purchase, { minLength: 4, maxLength: 10 }), async (purchases) => {
    const [who, other] = [caller(), caller()];
    const [paid, paidByOther]: [Payments, Payments] = [new Map(), new Map()];
    for (const one of purchases) await buy(who, one, paid);
    // The other org has the same numbers.
    for (const one of purchases.slice(0, 2)) await buy(other, one, paidByOther);
    await expectEqual(who, paid);
    await expectEqual(other, paidByOther);
  });
  await fc.assert(property, { numRuns: Number(process.env.RUNS ?? 5) });
}, 180_000);

describe('kept sums', () => {
  const items = [{ description: 'Twill', qty: '10', unitPrice: '1' }];
  const bought = async (who: Caller, fields: object = {}, at = finance) => {
    const order = { supplierId: suppliers[0]?.id as string, currency: 'EUR', items, status: 'issued', ...fields };
    return (await at.purchaseOrders.createPurchaseOrder({ order }, who)).record as PurchaseOrder;
  };
  const receive = ({ id, items: [item] }: PurchaseOrder, qty: string, who: Caller, at = finance) =>
    at.purchaseOrders.receivePurchaseOrder({ id, items: [{ id: item?.id as string, qty }] }, who);

  test('have all orders that two replicas make, receive and pay at once', async () => {
    const who = caller();
    const paid: Payments = new Map();
    const at = (n: number) => (n % 2 ? finance : beside);
    const orders = await Promise.all([1, 2, 3, 4].map((n) => bought(who, {}, at(n))));
    const [first, second, third, fourth] = orders as [PurchaseOrder, PurchaseOrder, PurchaseOrder, PurchaseOrder];
    await Promise.all([
      receive(first, '4', who, finance),
      receive(second, '10', who, beside),
      payByLine(who, third, 125),
      bought(who, { status: 'received' }, beside),
    ]);
    paid.set(third.id, 125);
    await Promise.all([
      payByLine(who, first, 125),
      beside.purchaseOrders.cancelPurchaseOrder({ id: fourth.id }, who),
      beside.purchaseOrders.closePurchaseOrder({ id: second.id }, who),
    ]);
    paid.set(first.id, 125);
    await expectEqual(who, paid);
  });

  test('count what an earlier version wrote, whichever writes next', async () => {
    const who = caller();
    const paid: Payments = new Map();
    const own = store.connection.collection<{ _id: string; revision: number }>('purchase_orders');
    // An earlier version drops the counted payment when it changes an order, and does not change the sums.
    const earlier = ({ internalId }: PurchaseOrder, fields: object) =>
      own.updateOne({ _id: internalId }, { $set: fields, $unset: { countedPaid: '' }, $inc: { revision: 1 } });
    // When a bank line pays an order, it changes only the payment.
    const earlierPays = ({ internalId, id }: PurchaseOrder, amount: number) => {
      paid.set(id, amount * 100);
      const fields = { paid: String(amount), remaining: String(10 - amount) };
      return own.updateOne({ _id: internalId }, { $set: fields });
    };
    const upgrade = finance.parts.counts[1];
    const [first, second] = [await bought(who), await bought(who)];
    const [third, fourth] = [await bought(who), await bought(who)];
    await earlier(first, { status: 'cancelled' });
    await earlierPays(second, 3);
    // The write of one of them counts all of them.
    await receive(second, '5', who);
    await expectEqual(who, paid);
    await earlierPays(third, 2);
    await earlier(fourth, { status: 'closed' });
    await upgrade?.apply(store.connection);
    await expectEqual(who, paid);
    await earlierPays(third, 0);
    await upgrade?.apply(store.connection);
    await expectEqual(who, paid);
    await earlierPays(third, 4);
    paid.set(third.id, 500);
    await payByLine(who, third, 100);
    await expectEqual(who, paid);
    // An earlier version made everything.
    await own.updateMany({ orgId: who.context.principal.orgId }, { $unset: { countedPaid: '' } });
    await store.connection.collection('purchase_sums').deleteMany({ orgId: who.context.principal.orgId });
    await upgrade?.apply(store.connection);
    await expectEqual(who, paid);
    expect(await upgrade?.apply(store.connection)).toBe(0);
  });
});
