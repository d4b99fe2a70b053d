import { describe, expect, test } from '@jest/globals';
import type { Invoice } from '#proto/gen/finance/v1/Invoice.ts';
import type { InvoiceInput } from '#proto/gen/finance/v1/InvoiceInput.ts';
import { type Caller, caller } from '../../support/service/callers.ts';
import { ordered } from './delivery-note-scene.ts';
import { openFinance } from './finance-service.ts';
import { changed, invoiced, paymentsOf, read } from './invoice-scene.ts';
import { refused } from './refusals.ts';

/** Payment terms as numbers (decisions 7: Payment terms). Today is 2026-01-31. */

const finance = await openFinance();
const { product } = finance;

const TERMS = { paymentTermsDays: 30, discountPercent: 2, discountDays: 10 };
const issued = (who: Caller, fields: Partial<InvoiceInput> = {}) =>
  invoiced(finance, who, { ...TERMS, status: 'issued', ...fields });
const pay = async (who: Caller, { id }: Invoice, amount: number, date = '2026-02-10') =>
  (await finance.invoices.payInvoice({ id, amount, date }, who)).record as Invoice;

test('terms are those of the client, of the order and as sent', async () => {
  const who = caller();
  const client = product.client({ ...TERMS, name: 'Harbour' });
  const order = await ordered(finance, who, { clientId: client.id, discountDays: 14 });
  expect(order).toMatchObject({ ...TERMS, discountDays: 14 });
  const ofOrder = await invoiced(finance, who, { salesOrderId: order.id, currency: order.currency });
  expect(ofOrder).toMatchObject({ ...TERMS, discountDays: 14 });
  expect(await invoiced(finance, who, { clientId: client.id, paymentTermsDays: 0 })).toMatchObject({
    ...TERMS,
    paymentTermsDays: 0,
  });
  // An order of an earlier version has no terms.
  const before = await ordered(finance, who, { clientId: product.client().id });
  finance.product.client({ ...TERMS, id: before.clientId });
  expect(await invoiced(finance, who, { salesOrderId: before.id })).toMatchObject(TERMS);
  expect(await invoiced(finance, who)).not.toHaveProperty('paymentTermsDays');
});

describe('the due date', () => {
  test.each([
    ['follows from today', {}, '2026-03-02'],
    ['follows from the issue date', { issuedDate: '2024-02-01' }, '2024-03-02'],
    ['follows from the day of a time in UTC', { issuedDate: '2024-02-01T23:30:00-02:00' }, '2024-03-03'],
    ['stays as sent', { dueDate: 'on delivery' }, 'on delivery'],
    ['of a date that is not ISO 8601 is unknown', { issuedDate: '1 Feb' }, undefined],
    ['of a credit note is not set', { invoiceType: 'credit_note' }, undefined],
    ['of the last day that there is is unknown', { issuedDate: '+275760-09-12' }, undefined],
  ])('%s', async (_, fields, dueDate) => {
    const who = caller();
    expect((await issued(who, fields)).dueDate).toBe(dueDate);
    const draft = await invoiced(finance, who, { ...TERMS, ...fields });
    expect(draft.dueDate).toBe('dueDate' in fields ? dueDate : undefined);
    expect((await finance.invoices.issueInvoice({ id: draft.id }, who)).record?.dueDate).toBe(dueDate);
  });

  test('makes the invoice overdue', async () => {
    expect(await issued(caller(), { issuedDate: '2025-12-31' })).toMatchObject({ status: 'overdue' });
  });
});

describe('a payment within the discount', () => {
  test.each<[string, Partial<InvoiceInput>, number[], object]>([
    ['settles the invoice', {}, [98], { status: 'paid', paidAmount: 100, discountTaken: 2 }],
    ['may take less than the discount', {}, [99], { status: 'paid', discountTaken: 1 }],
    ['of less is a part', {}, [97.99], { status: 'partially_paid', discountTaken: 0, paidAmount: 97.99 }],
    ['completes parts', {}, [50, 48], { status: 'paid', discountTaken: 2 }],
    ['of all takes nothing', {}, [100], { status: 'paid', discountTaken: 0 }],
    ['is rounded for the payer', { totalAmount: 1234.56 }, [1209.86], { status: 'paid', discountTaken: 24.7 }],
    ['needs a discount', { discountPercent: 0 }, [98], { status: 'partially_paid' }],
    ['needs an issue date', { issuedDate: 'soon' }, [98], { status: 'partially_paid' }],
  ])('%s', async (_, fields, amounts, result) => {
    const who = caller();
    const invoice = await issued(who, fields);
    let last: Invoice = invoice;
    for (const amount of amounts) last = await pay(who, invoice, amount);
    expect(last).toMatchObject(result);
  });

  test('is taken once, though an earlier payment is removed', async () => {
    const who = caller();
    const invoice = await issued(who);
    await pay(who, invoice, 50);
    await pay(who, invoice, 48);
    const first = (await paymentsOf(finance, who, invoice.id)).find(({ amount }) => amount === 50);
    await finance.invoices.removeInvoicePayment({ id: invoice.id, paymentId: first?.id as string }, who);
    expect(await pay(who, invoice, 48)).toMatchObject({ paidAmount: 98, discountTaken: 2, status: 'partially_paid' });
  });

  test('leaves out a credit note, before or after its allocation', async () => {
    for (const isAllocatedFirst of [true, false]) {
      const who = caller();
      const invoice = await issued(who, { clientId: product.client().id });
      const fields = { invoiceType: 'credit_note', correctsInvoiceId: invoice.id, totalAmount: 50, status: 'issued' };
      const { id } = await invoiced(finance, who, fields);
      const allocate = () => finance.invoices.allocateInvoice({ id, invoiceId: invoice.id, amount: 50 }, who);
      if (isAllocatedFirst) await allocate();
      await pay(who, invoice, 49);
      if (!isAllocatedFirst) await allocate();
      expect(await read(finance, who, invoice.id)).toMatchObject({ status: 'paid', discountTaken: 1 });
    }
  });

  test('counts a credit note no more that was allocated to another invoice', async () => {
    const who = caller();
    const clientId = product.client().id;
    const [invoice, other] = [await issued(who, { clientId }), await issued(who, { clientId })];
    const note = { clientId, invoiceType: 'credit_note', totalAmount: 50, status: 'issued' };
    const correcting = await invoiced(finance, who, { ...note, correctsInvoiceId: invoice.id });
    await finance.invoices.allocateInvoice({ id: correcting.id, invoiceId: other.id, amount: 50 }, who);
    // The discount is that of the corrected total: 2 % of 50.
    expect(await pay(who, invoice, 99)).toMatchObject({ status: 'paid', discountTaken: 1 });
    // A credit note of its own is left to pay from, though another one was allocated to it.
    const second = await issued(who, { clientId });
    await invoiced(finance, who, { ...note, correctsInvoiceId: second.id });
    const foreign = await invoiced(finance, who, note);
    await finance.invoices.allocateInvoice({ id: foreign.id, invoiceId: second.id, amount: 20 }, who);
    expect(await pay(who, second, 29)).toMatchObject({ status: 'partially_paid', discountTaken: 1, paidAmount: 50 });
  });

  test('is in time until the end of the last day', async () => {
    const who = caller();
    expect(await pay(who, await issued(who), 98, '2026-02-10T23:59:59Z')).toMatchObject({ status: 'paid' });
    for (const late of ['2026-02-11', 'soon'])
      expect(await pay(who, await issued(who), 98, late)).toMatchObject({ status: 'partially_paid' });
  });

  test('is removed with its discount', async () => {
    const who = caller();
    const invoice = await issued(who);
    await pay(who, invoice, 98);
    const [payment] = await paymentsOf(finance, who, invoice.id);
    expect(payment).toMatchObject({ amount: 98, discount: 2 });
    await finance.invoices.removeInvoicePayment({ id: invoice.id, paymentId: payment?.id as string }, who);
    expect(await read(finance, who, invoice.id)).toMatchObject({
      status: 'issued',
      paidAmount: 0,
      discountTaken: 0,
      remainingBalance: 100,
    });
  });

  test('is suggested for a bank line of the discounted amount, while it is in time', async () => {
    const who = caller();
    const invoice = await issued(who, { totalAmount: 1234.56 });
    const line = (transactionDate: string) => ({ transactionDate, credit: 1209.87, attributes: '{}' });
    const statement = await finance.bankStatements.createBankStatement(
      {
        statement: { accountNumber: 'A', currency: 'EUR' },
        lines: [line('2026-02-10'), line('2026-02-11')],
      },
      who,
    );
    const [inTime, late] = statement.record?.lines ?? [];
    expect(inTime?.suggestions.map(({ id }) => id)).toEqual([invoice.id]);
    expect(late?.suggestions).toEqual([]);
    const key = { id: statement.record?.id as string, lineId: inTime?.id as string };
    await finance.bankStatements.matchBankLine({ ...key, targetType: 'invoice', targetId: invoice.id }, who);
    expect(await read(finance, who, invoice.id)).toMatchObject({ status: 'paid', discountTaken: 24.69 });
    await finance.bankStatements.unmatchBankLine(key, who);
    expect(await read(finance, who, invoice.id)).toMatchObject({ status: 'issued', remainingBalance: 1234.56 });
  });
});

test('terms stay after the issue', async () => {
  const who = caller();
  const invoice = await issued(who);
  await expect(changed(finance, who, invoice.id, { discountPercent: 50 })).rejects.toEqual(
    refused('invalid_transition', 'issued'),
  );
});
