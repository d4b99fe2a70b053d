import { describe, expect, test } from '@jest/globals';
import type { Invoice } from '#proto/gen/finance/v1/Invoice.ts';
import type { InvoiceInput } from '#proto/gen/finance/v1/InvoiceInput.ts';
import { creditRepository } from '../../../services/finance/credit/repository.ts';
import { type Caller, caller, envelopesOf } from '../../support/service/callers.ts';
import { ordered } from './delivery-note-scene.ts';
import { type FinanceService, openReplicas } from './finance-service.ts';
import { changed, invoiced, paymentsOf, read } from './invoice-scene.ts';
import { refused, refusedAt, withTurn } from './refusals.ts';

/** Credit notes that correct and pay invoices (decisions 7: Credit notes). */

const [finance, beside] = await openReplicas();
const { product } = finance;

const issued = (who: Caller, fields: Partial<InvoiceInput> = {}) =>
  invoiced(finance, who, { status: 'issued', ...fields });
const note = (who: Caller, fields: Partial<InvoiceInput> = {}) =>
  invoiced(finance, who, { invoiceType: 'credit_note', ...fields });
const issue = async (who: Caller, { id }: Invoice, at: FinanceService = finance) =>
  (await at.invoices.issueInvoice({ id }, who)).record as Invoice;
const cancel = (who: Caller, { id }: Invoice) => finance.invoices.cancelInvoice({ id }, who);
const allocate = async (who: Caller, { id }: Invoice, to: { id: string }, amount: number, at = finance) =>
  (await at.invoices.allocateInvoice({ id, invoiceId: to.id, amount }, who)).record as Invoice;

describe('a correction', () => {
  test('takes client, order and currency of the invoice, and is counted while it is issued', async () => {
    const who = caller();
    const order = await ordered(finance, who, { currency: 'JPY' });
    const { currency: _, ...bare } = { ...(await issued(who, { salesOrderId: order.id, currency: 'JPY' })) };
    const invoice = { ...bare, currency: 'JPY' };
    const fields = {
      invoiceNumber: 'CN-1',
      invoiceType: 'credit_note',
      correctsInvoiceId: invoice.id,
      totalAmount: 60,
    };
    const made = await finance.invoices.createInvoice({ invoice: { ...fields, lineItems: [] } }, who);
    const draft = made.record as Invoice;
    expect(draft).toMatchObject({ salesOrderId: order.id, clientId: order.clientId, currency: 'JPY' });
    expect(await read(finance, who, invoice.id)).toMatchObject({ creditedAmount: 0 });
    await issue(who, draft);
    expect(await read(finance, who, invoice.id)).toMatchObject({ creditedAmount: 60, remainingBalance: 100 });
    const [told] = (await envelopesOf(finance.store, invoice.id)).filter(({ type }) => type === 'invoice.updated');
    expect(told).toMatchObject({ data: { id: invoice.id, creditedAmount: 60 }, previous: { creditedAmount: 0 } });
    await expect(cancel(who, invoice)).rejects.toEqual(refused('invalid_transition', '60 of it are credited'));
    const listed = await finance.invoices.listInvoices(
      { correctsInvoiceId: invoice.id, query: { page: 1, limit: 10, sort: '-createdAt' } },
      who,
    );
    expect(listed.data.map(({ id }) => id)).toEqual([draft.id]);
    await cancel(who, draft);
    expect(await read(finance, who, invoice.id)).toMatchObject({ creditedAmount: 0 });
    await cancel(who, invoice);
  });

  test('does not exceed the invoice, with two that are issued at once', async () => {
    const who = caller();
    const invoice = await issued(who);
    const of = (totalAmount: number) => note(who, { correctsInvoiceId: invoice.id, totalAmount });
    const [one, two] = [await of(60), await of(60)];
    const outcomes = await Promise.allSettled([issue(who, one), issue(who, two, beside)]);
    const lost = outcomes.filter(({ status }) => status === 'rejected');
    expect(lost).toEqual([{ status: 'rejected', reason: refused('conflict', '40 EUR are left to credit') }]);
    await issue(who, await of(40));
    await expect(issue(who, await of(0.01))).rejects.toEqual(refused('conflict', '0 EUR are left'));
    await expect(note(who, { correctsInvoiceId: invoice.id, totalAmount: 1, status: 'issued' })).rejects.toEqual(
      refused('conflict', '0 EUR are left'),
    );
  });

  test('counts the earlier credit notes again if an earlier version has dropped the sum', async () => {
    const who = caller();
    const invoice = await issued(who);
    await issue(who, await note(who, { correctsInvoiceId: invoice.id, totalAmount: 60 }));
    const dropped = { $unset: { creditedAmount: 1 } };
    await finance.store.connection.collection('invoices').updateOne({ _id: invoice.id as never }, dropped);
    const next = (totalAmount: number) => note(who, { correctsInvoiceId: invoice.id, totalAmount, status: 'issued' });
    await expect(next(41)).rejects.toEqual(refused('conflict', '40 EUR are left'));
    await next(40);
    expect(await read(finance, who, invoice.id)).toMatchObject({ creditedAmount: 100 });
  });

  test('is refused for another kind of invoice, client or currency', async () => {
    const who = caller();
    const [one, other] = [product.client(), product.client()];
    const invoice = await issued(who, { clientId: one.id });
    const draft = await invoiced(finance, who, { clientId: one.id });
    const at = refusedAt('body', 'correctsInvoiceId');
    const wrong: Partial<InvoiceInput>[] = [
      { correctsInvoiceId: draft.id },
      { correctsInvoiceId: (await note(who, { status: 'issued' })).id },
      { correctsInvoiceId: 'unknown' },
      { correctsInvoiceId: invoice.id, invoiceType: 'standard' },
      { correctsInvoiceId: invoice.id, clientId: other.id },
      { correctsInvoiceId: (await issued(caller())).id },
    ];
    for (const fields of wrong) await expect(note(who, fields)).rejects.toEqual(at);
    const made = await note(who, { correctsInvoiceId: invoice.id, currency: 'USD' });
    await expect(issue(who, made)).rejects.toEqual(refusedAt('body', 'currency'));
    await expect(changed(finance, who, made.id, { correctsInvoiceId: draft.id })).rejects.toEqual(at);
    await expect(changed(finance, who, made.id, { invoiceType: 'standard' })).rejects.toEqual(at);
    // The client of a draft can change; the issue reads it.
    await changed(finance, who, made.id, { clientId: other.id, currency: 'EUR' });
    await expect(issue(who, made)).rejects.toEqual(at);
    // A credit note without a total is checked, too.
    const bare = { correctsInvoiceId: invoice.id, lineItems: [{ description: 'Price of the sample' }] };
    const empty = await note(who, bare);
    await changed(finance, who, empty.id, { clientId: other.id });
    await expect(issue(who, empty)).rejects.toEqual(at);
    await changed(finance, who, made.id, { correctsInvoiceId: null as never, invoiceType: 'standard' });
    await issue(who, made);
  });
});

describe('an allocation', () => {
  test('pays an invoice with a part of the credit note, and is taken back at either of them', async () => {
    const who = caller();
    const client = product.client();
    const [invoice, later] = [await issued(who, { clientId: client.id }), await issued(who, { clientId: client.id })];
    const credit = await note(who, { correctsInvoiceId: invoice.id, status: 'issued', totalAmount: 70 });
    expect(await allocate(who, credit, invoice, 50)).toMatchObject({
      status: 'partially_paid',
      allocatedAmount: 50,
      remainingBalance: 20,
    });
    expect(await allocate(who, credit, later, 20)).toMatchObject({ status: 'paid', remainingBalance: 0 });
    expect(await read(finance, who, invoice.id)).toMatchObject({
      status: 'partially_paid',
      paidAmount: 50,
      allocatedAmount: 50,
      remainingBalance: 50,
    });
    const [ofInvoice] = await paymentsOf(finance, who, invoice.id);
    expect(ofInvoice).toMatchObject({ amount: 50, creditNoteId: credit.id, date: '2026-01-31' });
    const ofNote = (await paymentsOf(finance, who, credit.id)).find((one) => one.allocatedInvoiceId === later.id);
    expect(ofNote).toMatchObject({ amount: 20 });
    await expect(cancel(who, credit)).rejects.toEqual(refused('invalid_transition'));
    const remove = (id: string, paymentId = '') => finance.invoices.removeInvoicePayment({ id, paymentId }, who);
    await remove(invoice.id, ofInvoice?.id);
    await remove(credit.id, ofNote?.id);
    await expect(remove(credit.id, ofNote?.id)).rejects.toEqual(refused('not_found'));
    for (const { id } of [invoice, later, credit]) {
      expect(await read(finance, who, id)).toMatchObject({ status: 'issued', paidAmount: 0, allocatedAmount: 0 });
      expect(await paymentsOf(finance, who, id)).toEqual([]);
    }
  });

  test('is at most what is left, with two at once', async () => {
    const who = caller();
    const clientId = product.client().id;
    const [one, two] = [await issued(who, { clientId }), await issued(who, { clientId })];
    const credit = await note(who, { clientId, status: 'issued', totalAmount: 70 });
    const outcomes = await Promise.allSettled([allocate(who, credit, one, 50), allocate(who, credit, two, 50, beside)]);
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(lost).toEqual([refusedAt('body', 'amount')]);
    const small = await issued(who, { clientId, totalAmount: 10 });
    await expect(allocate(who, credit, small, 10.01)).rejects.toEqual(refusedAt('body', 'amount'));
    expect((await allocate(who, credit, small, 10)).remainingBalance).toBe(10);
  });

  test('is refused for another kind of invoice, client or currency', async () => {
    const who = caller();
    const clientId = product.client().id;
    const credit = await note(who, { clientId, status: 'issued' });
    const invoice = await issued(who, { clientId });
    const at = refusedAt('body', 'invoiceId');
    for (const fields of [{ clientId: product.client().id }, { clientId, currency: 'USD' }, {}])
      await expect(allocate(who, credit, await issued(who, fields), 1)).rejects.toEqual(at);
    await expect(allocate(who, credit, { id: 'unknown' }, 1)).rejects.toEqual(at);
    await expect(allocate(who, credit, credit, 1)).rejects.toEqual(at);
    await expect(allocate(who, credit, await issued(caller()), 1)).rejects.toEqual(at);
    await expect(allocate(who, invoice, credit, 1)).rejects.toEqual(refused('invalid_transition', 'no credit note'));
    const drafts = [await note(who, { clientId }), await invoiced(finance, who, { clientId })] as const;
    await expect(allocate(who, drafts[0], invoice, 1)).rejects.toEqual(refused('invalid_transition', 'draft'));
    await expect(allocate(who, credit, drafts[1], 1)).rejects.toEqual(refused('invalid_transition', 'draft'));
    // Without a client, a credit note pays only the invoice that it corrects.
    const [own, another] = [await issued(who), await issued(who)];
    const anonymous = await note(who, { correctsInvoiceId: own.id, status: 'issued' });
    await expect(allocate(who, anonymous, another, 1)).rejects.toEqual(at);
    expect(await allocate(who, anonymous, own, 100)).toMatchObject({ status: 'paid' });
  });

  test('of two invoices to each other is refused at both, and locks neither', async () => {
    const who = caller();
    const clientId = product.client().id;
    const [one, two] = [await issued(who, { clientId }), await issued(who, { clientId })];
    const notCredit = refused('invalid_transition', 'no credit note');
    const refusals = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? allocate(who, one, two, 1) : allocate(who, two, one, 1))),
    );
    expect(refusals.map((one) => one.status === 'rejected' && one.reason)).toEqual(refusals.map(() => notCredit));
    await finance.invoices.payInvoice({ id: one.id, amount: 1 }, who);
  });

  test('of which the other payment is gone is removed by itself', async () => {
    const who = caller();
    const clientId = product.client().id;
    const [invoice, credit] = [await issued(who, { clientId }), await note(who, { clientId, status: 'issued' })];
    await allocate(who, credit, invoice, 10);
    const [[ofInvoice], [ofNote]] = [
      await paymentsOf(finance, who, invoice.id),
      await paymentsOf(finance, who, credit.id),
    ];
    await finance.store.connection.collection('invoice_payments').deleteOne({ _id: ofNote?.id as never });
    await finance.invoices.removeInvoicePayment({ id: invoice.id, paymentId: ofInvoice?.id as string }, who);
    expect(await read(finance, who, invoice.id)).toMatchObject({ paidAmount: 0, allocatedAmount: 0 });
  });

  test('leaves what the client owes unchanged, and many at once in both directions end', async () => {
    const who = caller();
    const clientId = product.client().id;
    const invoices = await Promise.all([1, 2, 3].map(() => issued(who, { clientId })));
    const notes = await Promise.all([1, 2, 3].map(() => note(who, { clientId, status: 'issued' })));
    const owed = () => creditRepository(finance.store).get(who.context.principal, clientId);
    const before = await owed();
    await Promise.all(
      notes.flatMap((credit) => invoices.map((invoice) => withTurn(() => allocate(who, credit, invoice, 10)))),
    );
    const made = (await Promise.all([...invoices, ...notes].map(({ id }) => paymentsOf(finance, who, id)))).flat();
    expect(made.length).toBe(18);
    expect(await owed()).toEqual(before);
    // Each allocation is removed at both of its sides at once. One of the two wins.
    const removals = await Promise.allSettled(
      made.map(({ id, invoiceId }) => finance.invoices.removeInvoicePayment({ id: invoiceId, paymentId: id }, who)),
    );
    expect(removals.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
    for (const { id } of [...invoices, ...notes])
      expect(await read(finance, who, id)).toMatchObject({ status: 'issued', paidAmount: 0 });
    expect(await owed()).toEqual(before);
  });
});
