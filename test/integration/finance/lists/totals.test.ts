import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Decimal, parseDecimal } from '#chassis/domain/money.ts';
import { MAX_TOTALLED, totalsOf } from '#chassis/records/list-totals.ts';
import { invoice as declared, invoiceStatuses } from '#proto/finance/v1/invoice.contract.ts';
import type { ListTotals } from '#proto/gen/common/v1/ListTotals.ts';
import { type Invoice, invoiceSortKeys } from '../../../../services/finance/invoices/domain/invoice.ts';
import { fill } from '../../../support/lists/fill.ts';
import { financeLists } from '../../../support/lists/finance-lists.ts';
import type { Listed } from '../../../support/lists/listed.ts';
import { caller, query } from '../../../support/service/callers.ts';
import { ordered } from '../delivery-note-scene.ts';
import { callerOfClient, openFinance } from '../finance-service.ts';
import { invoiced } from '../invoice-scene.ts';

/** The totals of lists (decisions 1: Totals). */

const finance = await openFinance();
const { store } = finance;

const dayOf = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);
const keysOf = (one: Invoice) =>
  Object.fromEntries(Object.entries(invoiceSortKeys).map(([field, keyOf]) => [`${field}SortKey`, keyOf({ ...one })]));

/** Sums of amounts as numbers or decimal texts, by currency. */
function summed(records: readonly object[], amounts: readonly string[], currencyOf = ofRecord) {
  const sums = new Map<string, Map<string, Decimal>>();
  for (const record of records as Record<string, number | string | null | undefined>[]) {
    const currency = currencyOf(record);
    const known = sums.get(currency) ?? new Map(amounts.map((name) => [name, parseDecimal(0)]));
    sums.set(currency, known);
    for (const name of amounts) known.set(name, (known.get(name) as Decimal).plus(parseDecimal(record[name] ?? 0)));
  }
  return Object.fromEntries(
    [...sums].map(([currency, known]) => [
      currency,
      Object.fromEntries([...known].map(([name, sum]) => [name, sum.toFixed()])),
    ]),
  );
}
const ofRecord = ({ currency }: Record<string, unknown>) => String(currency ?? 'none');

/** The answered sums by currency, without trailing zeros. */
const answered = ({ totals }: { totals?: ListTotals | null | undefined }) =>
  Object.fromEntries(
    (totals?.byCurrency ?? []).map(({ currency, sums }) => [
      currency ?? 'none',
      Object.fromEntries(sums.map(({ field, sum }) => [field, parseDecimal(sum).toFixed()])),
    ]),
  );

test('totals are the sums over all pages, whatever the filters, for staff and for a client', async () => {
  const drawn = fc.record({
    totalAmount: fc.option(fc.integer({ min: 0, max: 90_000_000_000 }).map((cents) => cents / 100)),
    paidAmount: fc.integer({ min: 0, max: 20_000 }).map((cents) => cents / 100),
    currency: fc.constantFrom('EUR', 'JPY', null),
    clientId: fc.constantFrom('one', 'other'),
    status: fc.constantFrom(...invoiceStatuses),
    due: fc.integer({ min: 0, max: 9 }),
  });
  const asked = fc.record(
    {
      status: fc.uniqueArray(fc.constantFrom(...invoiceStatuses), { minLength: 1 }).map((some) => some.join(',')),
      clientId: fc.constantFrom('one', 'other'),
      from: fc.integer({ min: -1, max: 10 }),
      search: fc.constantFrom('1', 'needle', 'nobody'),
      isClient: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const property = fc.asyncProperty(
    fc.array(drawn, { minLength: 3, maxLength: 14, size: 'max' }),
    fc.array(asked, { minLength: 1, maxLength: 4 }),
    async (sales, questions) => {
      const [who, stranger] = [caller(), caller()];
      const made: Invoice[] = [];
      const listed: Listed = {
        ...financeLists.invoices,
        make(origin, name, fields) {
          const { due, ...amounts } = sales[made.length % sales.length] as (typeof sales)[number];
          const state = { ...financeLists.invoices.make(origin, name, fields), ...amounts, dueDate: dayOf(due) };
          made.push(state as unknown as Invoice);
          return { ...state, ...keysOf(state as unknown as Invoice) } as never;
        },
      };
      for (const { context } of [who, stranger]) {
        await fill(store, 'invoices', listed, { orgId: context.principal.orgId, count: sales.length });
      }
      for (const { from, isClient = false, search, ...filters } of questions) {
        const one = isClient ? callerOfClient(who, 'one') : who;
        const ranges = from === undefined ? [] : [{ field: 'dueDate', from: `${dayOf(from)}T00:00:00.000Z` }];
        const pages = async (page: number) =>
          finance.invoices.listInvoices(
            {
              ...query({ page, limit: 4, sort: 'createdAt', ranges, ...(search && { search }), totals: page === 1 }),
              ...filters,
            },
            one,
          );
        const first = await pages(1);
        const all = [...first.data];
        while (all.length < first.total) all.push(...(await pages(all.length / 4 + 1)).data);
        expect(first.totals?.count).toBe(all.length);
        expect(answered(first)).toEqual(summed(all, declared.amounts));
        const own = isClient ? all.filter(({ clientId }) => clientId === 'one') : all;
        expect(own).toEqual(all);
      }
    },
  );
  await fc.assert(property, { numRuns: 40 });
}, 120_000);

describe('totals of', () => {
  const who = caller();
  const list = { ...query({ totals: true, limit: 1 }) };

  test('orders, delivery notes and purchase orders, in texts with the digits of the minor unit', async () => {
    const lineItems = [{ description: 'Parka', qty: 3, unitPrice: 0.1 }];
    await ordered(finance, who, { lineItems });
    await ordered(finance, who, { lineItems, currency: 'JPY' });
    const order = await ordered(finance, who, { lineItems });
    const { totals } = await finance.orders.listOrders(list, who);
    expect(totals).toEqual({
      count: 3,
      byCurrency: [
        { currency: 'EUR', count: 2, sums: sumsOf({ subtotal: '0.60', taxAmount: '0.00', totalAmount: '0.60' }) },
        { currency: 'JPY', count: 1, sums: sumsOf({ subtotal: '0', taxAmount: '0', totalAmount: '0' }) },
      ],
    });
    expect((await finance.orders.listOrders(query(), who)).totals).toBeNull();
    const client = callerOfClient(who, order.clientId);
    expect((await finance.orders.listOrders(list, client)).totals?.count).toBe(1);
    expect((await finance.orders.listOrders({ ...list, clientId: 'another' }, client)).totals).toEqual({
      count: 0,
      byCurrency: [],
    });
    expect((await finance.deliveryNotes.listDeliveryNotes(list, who)).totals).toEqual({ count: 0, byCurrency: [] });

    const { id: supplierId } = finance.product.supplier();
    for (const unitPrice of ['12345678901234567890.11', '0.01']) {
      const items = [{ description: 'Twill', qty: '1', unitPrice }];
      await finance.purchaseOrders.createPurchaseOrder({ order: { supplierId, currency: 'EUR', items } }, who);
    }
    const purchases = await finance.purchaseOrders.listPurchaseOrders(list, who);
    const sum = '12345678901234567890.12';
    expect(purchases.totals?.byCurrency).toEqual([
      { currency: 'EUR', count: 2, sums: sumsOf({ subtotal: sum, taxAmount: '0.00', adjustment: '0.00', total: sum }) },
    ]);
  });

  test('payments, bank statements and their lines, in the currency of the invoice or the statement', async () => {
    const invoice = await invoiced(finance, who, { status: 'issued' });
    for (const amount of [0.1, 0.2]) await finance.invoices.payInvoice({ id: invoice.id, amount }, who);
    const payments = await finance.invoices.listInvoicePayments({ ...list, id: invoice.id }, who);
    expect(payments.totals?.byCurrency).toEqual([
      { currency: 'EUR', count: 2, sums: sumsOf({ amount: '0.30', discount: '0.00' }) },
    ]);
    const lines = [{ credit: 10.1 }, { debit: 0.2 }];
    for (const currency of ['EUR', 'EUR', 'JPY']) {
      const accountNumber = `A-${currency}`;
      const own = currency === 'JPY' ? [{ credit: 7 }] : lines;
      const statement = { accountNumber, currency, lines: own };
      await finance.bankStatements.createBankStatement({ statement, lines: own } as never, who);
    }
    const statements = await finance.bankStatements.listBankStatements(list, who);
    const all = await finance.bankStatements.listAllBankLines(
      query({ totals: true, limit: 1, sort: 'updatedAt' }),
      who,
    );
    expect(answered(statements)).toEqual({ EUR: { amount: '19.8' }, JPY: { amount: '7' } });
    expect(answered(all)).toEqual({
      EUR: { debit: '0.4', credit: '20.2', amount: '19.8' },
      JPY: { debit: '0', credit: '7', amount: '7' },
    });
  });
});

const sumsOf = (sums: Record<string, string>) => Object.entries(sums).map(([field, sum]) => ({ field, sum }));

test('too many records are refused before they are read; a slow read is refused as too many requests are', async () => {
  const collection = store.connection.collection('invoices');
  const selected = { orgId: 'nobody', filter: { orgId: 'nobody' }, count: MAX_TOTALLED };
  const later = () => ({ deadline: Date.now() + 5_000 });
  const totalled = { amounts: ['totalAmount'] };
  await expect(totalsOf(collection, selected, totalled, later())).resolves.toEqual({ count: 0, byCurrency: [] });
  await expect(totalsOf(collection, { ...selected, count: MAX_TOTALLED + 1 }, totalled, later())).rejects.toMatchObject(
    { code: 'validation_failed' },
  );
  await expect(totalsOf(collection, selected, totalled, { deadline: Date.now() + 100 })).rejects.toMatchObject({
    code: 'rate_limited',
  });
  const left = { ...later(), signal: AbortSignal.abort() };
  await expect(totalsOf(collection, selected, totalled, left)).rejects.toMatchObject({ code: 'deadline_exceeded' });
});
