import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AppError } from '#chassis/domain/errors.ts';
import { parseDecimal } from '#chassis/domain/money.ts';
import type { Invoice } from '#proto/gen/finance/v1/Invoice.ts';
import type { SalesOrder } from '#proto/gen/finance/v1/SalesOrder.ts';
import { creditRepository } from '../../../services/finance/credit/repository.ts';
import { type Caller, caller, query } from '../../support/service/callers.ts';
import { ordered } from './delivery-note-scene.ts';
import { openReplicas } from './finance-service.ts';
import { changed, invoiced, paymentsOf } from './invoice-scene.ts';
import { withTurn } from './refusals.ts';

const [finance, beside] = await openReplicas();

const RICH = 1e9;
const goods = (total: number) => [{ description: 'Goods', qty: 1, unitPrice: total }];
const exposureOf = (who: Caller, clientId: string) =>
  creditRepository(finance.store).get(who.context.principal, clientId);

describe('a client owes', () => {
  test('what it owes by invoices leaves less for the next order, and issuing is never refused', async () => {
    const who = caller();
    const { orders, product, invoices } = finance;
    const client = product.client({ maxAccountValue: 100 });
    const { id } = await invoiced(finance, who, { clientId: client.id, totalAmount: 150 });
    await expect(invoices.issueInvoice({ id }, who)).resolves.toMatchObject({ record: { status: 'issued' } });
    const order = await ordered(finance, who, { clientId: client.id, lineItems: goods(1), status: 'draft' });
    const confirm = () => orders.confirmOrder({ id: order.id }, who);
    await expect(confirm()).rejects.toMatchObject({ code: 'credit_limit_exceeded' });
    await invoices.payInvoice({ id, amount: 51 }, who);
    await expect(confirm()).resolves.toBeDefined();
  });

  test('all that was invoiced of an order, though 10 are issued while it is confirmed at another replica', async () => {
    const who = caller();
    const client = finance.product.client({ maxAccountValue: RICH });
    const order = await ordered(finance, who, { clientId: client.id, lineItems: goods(100), status: 'draft' });
    const drafts = await Promise.all(
      Array.from({ length: 10 }, () => invoiced(finance, who, { salesOrderId: order.id, totalAmount: 7 })),
    );
    await Promise.all([
      withTurn(() => beside.orders.confirmOrder({ id: order.id }, who)),
      ...drafts.map(({ id }, index) =>
        withTurn(() => (index % 2 ? beside : finance).invoices.issueInvoice({ id }, who)),
      ),
    ]);
    expect(await exposureOf(who, client.id)).toEqual({ EUR: '100' });
  });
});

/** The exposure by decisions 7: Credit, computed only from the documents. */
function recount(orders: readonly SalesOrder[], invoices: readonly Invoice[]): Record<string, string> {
  const sums = new Map<string, ReturnType<typeof parseDecimal>>();
  const owe = (currency: string, amount: ReturnType<typeof parseDecimal>) =>
    sums.set(currency, (sums.get(currency) ?? parseDecimal(0)).plus(amount));
  const sign = ({ invoiceType }: Invoice) => (invoiceType === 'credit_note' ? -1 : 1);
  const total = (invoice: Invoice) => parseDecimal(invoice.totalAmount ?? 0).times(sign(invoice));
  const issued = invoices.filter(({ status }) => !['draft', 'cancelled'].includes(status));
  for (const { id, status, currency, totalAmount } of orders) {
    if (!['confirmed', 'in_production', 'partially_shipped', 'shipped'].includes(status)) continue;
    const of = issued.filter((invoice) => invoice.salesOrderId === id && invoice.currency === currency);
    const rest = of.reduce((left, invoice) => left.minus(total(invoice)), parseDecimal(totalAmount));
    owe(currency, rest.lt(0) ? parseDecimal(0) : rest);
  }
  for (const invoice of issued) {
    owe(invoice.currency as string, total(invoice).minus(parseDecimal(invoice.paidAmount).times(sign(invoice))));
  }
  return Object.fromEntries(
    [...sums].flatMap(([currency, sum]) => (sum.eq(0) ? [] : [[currency, sum.toFixed()] as const])),
  );
}

type Step = readonly [name: string, which: number, amount: number, currency: string];

/** Runs a step of a random sequence. A refused step must change nothing. */
async function take(who: Caller, clientId: string, [name, which, units, currency]: Step): Promise<unknown> {
  const amount = units / 100;
  const all = { ...query({ limit: 100 }), clientId };
  const { orders, invoices } = which % 2 ? finance : beside;
  const { data: order } = await orders.listOrders(all, who);
  const { data: invoice } = await invoices.listInvoices(all, who);
  const some = order[which % order.length] as SalesOrder;
  const one = invoice[which % invoice.length] as Invoice;
  const order_ = { clientId, currency, lineItems: goods(amount) };
  const invoice_ = { clientId, currency, totalAmount: amount };
  const ofOrder = { ...invoice_, ...(some && { salesOrderId: some.id }) };
  const steps: Record<string, () => Promise<unknown>> = {
    order: () => ordered(finance, who, { ...order_, status: which % 3 ? 'confirmed' : 'draft' }),
    reprice: () =>
      orders.updateOrder(
        { id: some.id, patch: { currency, lineItems: goods(amount) }, fields: ['currency', 'lineItems'] },
        who,
      ),
    confirm: () => orders.confirmOrder({ id: some.id }, who),
    start: () => orders.startOrder({ id: some.id }, who),
    ship: () => orders.shipOrder({ id: some.id }, who),
    complete: () => orders.completeOrder({ id: some.id }, who),
    cancelOrder: () => orders.cancelOrder({ id: some.id }, who),
    deleteOrder: () => orders.deleteOrder({ id: some.id }, who),
    draft: () => invoiced(finance, who, ofOrder),
    invoice: () => invoiced(finance, who, { ...ofOrder, status: 'issued' }),
    prepaid: () =>
      invoiced(finance, who, { ...invoice_, status: which % 2 ? 'issued' : 'draft', paidAmount: amount / 2 }),
    paidAtOnce: () => invoiced(finance, who, { ...ofOrder, status: 'paid' }),
    credit: () =>
      invoiced(finance, who, { ...ofOrder, status: 'issued', invoiceType: 'credit_note', dueDate: '2026-01-01' }),
    change: () => changed(finance, who, one.id, { totalAmount: amount, currency }),
    issue: () => invoices.issueInvoice({ id: one.id }, who),
    pay: () => invoices.payInvoice({ id: one.id, amount }, who),
    payAll: () => invoices.payInvoice({ id: one.id, amount: one.remainingBalance ?? 0 }, who),
    async takeBack() {
      const [payment] = await paymentsOf(finance, who, one.id);
      return payment && invoices.removeInvoicePayment({ id: one.id, paymentId: payment.id }, who);
    },
    cancel: () => invoices.cancelInvoice({ id: one.id }, who),
    delete: () => invoices.deleteInvoice({ id: one.id }, who),
  };
  const isAbout = {
    orders: /^(re|con|st|sh|com|cancelO|deleteO)/,
    invoices: /^(change|issue|pay|take|cancel$|delete$)/,
  };
  if ((isAbout.orders.test(name) && !some) || (isAbout.invoices.test(name) && !one && name !== 'paidAtOnce')) return;
  return steps[name]?.();
}

const NAMES = [
  ...['order', 'order', 'reprice', 'confirm', 'confirm', 'start', 'ship', 'complete', 'cancelOrder', 'deleteOrder'],
  ...['draft', 'invoice', 'invoice', 'prepaid', 'paidAtOnce', 'credit', 'change', 'issue', 'issue', 'pay', 'payAll'],
  ...['takeBack', 'cancel', 'delete'],
];
const REFUSALS = ['invalid_transition', 'in_use', 'validation_failed', 'conflict', 'not_found'];

test('whatever becomes of orders and invoices, what is kept is what a recount of the documents comes to', async () => {
  let passed = 0;
  const step = fc.tuple(
    fc.constantFrom(...NAMES),
    fc.nat(30),
    fc.integer({ min: 1, max: 9_999 }),
    fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (history) => {
      const who = caller();
      const client = finance.product.client({ maxAccountValue: RICH });
      finance.product.rates = { EUR: '1.25' };
      for (const one of history) {
        await take(who, client.id, one).then(
          () => passed++,
          (error) => expect(error instanceof AppError ? REFUSALS : error).toContain(error.code),
        );
      }
      const all = { ...query({ limit: 100 }), clientId: client.id };
      const { data: orders } = await finance.orders.listOrders(all, who);
      const { data: invoices } = await finance.invoices.listInvoices(all, who);
      expect(await exposureOf(who, client.id)).toEqual(recount(orders, invoices));
    }),
    { numRuns: 8, endOnFailure: true },
  );
  expect(passed).toBeGreaterThan(60);
}, 120_000);
