import { describe, expect, test } from '@jest/globals';
import type { Invoice } from '#proto/gen/finance/v1/Invoice.ts';
import { caller, envelopesOf, query } from '../../support/service/callers.ts';
import { ordered } from './delivery-note-scene.ts';
import { callerOfClient, openReplicas } from './finance-service.ts';
import { changed, invoiced, number, paymentsOf, read } from './invoice-scene.ts';
import { refused, refusedAt } from './refusals.ts';

const [finance, beside] = await openReplicas();

describe('what an invoice names', () => {
  test('an order gives its client and currency, and lines are of its lines', async () => {
    const who = caller();
    const client = finance.product.client({ name: 'Harbour', currency: 'USD' });
    const order = await ordered(finance, who, { clientId: client.id, currency: 'JPY' });
    const salesOrderLineItemId = order.lineItems[0]?.id as string;
    // A gateway of an earlier version sends the tax rate of a line among the free fields.
    const lineItems = [
      { salesOrderLineItemId, qty: 3, unitPrice: 33.5, freeFields: '{"costCentre":"A","taxRate":"x"}' },
    ];
    const { currency: _, ...sent } = { currency: '', salesOrderId: order.documentId, lineItems, taxRate: 10 };
    const { record } = await finance.invoices.createInvoice({ invoice: { invoiceNumber: number(), ...sent } }, who);
    expect(record).toMatchObject({
      salesOrderId: order.id,
      clientId: client.id,
      clientName: 'Harbour',
      currency: 'JPY',
      status: 'draft',
      ...{ subtotal: 101, taxRate: 10, taxAmount: 10, totalAmount: 111, paidAmount: 0, remainingBalance: 111 },
      lineItems: [{ invoiceId: record?.id, salesOrderLineItemId, qty: 3, unitPrice: 33.5, amount: 101 }],
    });
    expect(record?.lineItems.map(({ attributes }) => JSON.parse(attributes))).toEqual([
      { costCentre: 'A', taxRate: 'x' },
    ]);
    expect(await read(finance, who, record?.id as string)).toEqual(record);
  });

  test("without an order the currency is the client's, else the org's, else none", async () => {
    const who = caller();
    const { product, invoices } = finance;
    const create = async (fields: object) =>
      (await invoices.createInvoice({ invoice: { invoiceNumber: number(), lineItems: [], ...fields } }, who)).record;
    expect(await create({ clientId: product.client({ currency: 'KWD' }).id })).toMatchObject({ currency: 'KWD' });
    expect(await create({})).not.toHaveProperty('currency');
    product.defaultCurrency = 'SEK';
    expect(await create({})).toMatchObject({ currency: 'SEK' });
    product.defaultCurrency = undefined;
  });

  test('without a currency it is not paid and not printed, and gets its first one in any status', async () => {
    const who = caller();
    const lineItems = [{ description: 'Samples', qty: 3, unitPrice: 0.3333 }];
    const invoice = { invoiceNumber: number(), lineItems, status: 'issued' };
    const made = (await finance.invoices.createInvoice({ invoice }, who)).record as Invoice;
    expect(made).toMatchObject({ subtotal: 0.9999, totalAmount: 0.9999 });
    await expect(finance.invoices.payInvoice({ id: made.id, amount: 0.5 }, who)).rejects.toEqual(
      refusedAt('body', 'currency'),
    );
    await expect(finance.invoices.drawInvoice({ id: made.id }, who)).rejects.toEqual(refusedAt('body', 'currency'));
    const withType = { currency: 'EUR', invoiceType: 'deposit' };
    await expect(changed(finance, who, made.id, withType)).rejects.toEqual(refused('invalid_transition'));
    expect(await changed(finance, who, made.id, { currency: 'EUR' })).toMatchObject({
      totalAmount: 1,
      currency: 'EUR',
    });
    await expect(changed(finance, who, made.id, { currency: 'USD' })).rejects.toEqual(refused('invalid_transition'));
    const { record } = await finance.invoices.payInvoice({ id: made.id, amount: 1 }, who);
    expect(record).toMatchObject({ status: 'paid', paidAmount: 1, remainingBalance: 0 });
  });

  test('and must be there, and be about the same', async () => {
    const who = caller();
    const [order, other] = [await ordered(finance, who), await ordered(finance, who)];
    const salesOrderLineItemId = other.lineItems[0]?.id as string;
    const lineItems = [{ salesOrderLineItemId, amount: 1 }];
    for (const [fields, ...loc] of [
      [{ salesOrderId: 'none' }, 'salesOrderId'],
      [{ clientId: 'nobody' }, 'clientId'],
      [{ salesOrderId: order.id, clientId: other.clientId }, 'clientId'],
      [{ salesOrderId: order.id, lineItems }, 'lineItems', '0', 'salesOrderLineItemId'],
      [{ lineItems }, 'lineItems', '0', 'salesOrderLineItemId'],
    ] as [object, ...string[]][]) {
      await expect(invoiced(finance, who, fields)).rejects.toEqual(refusedAt('body', ...loc));
    }
  });

  test('changes in a draft: another order is another client, and no line stays that is not its own', async () => {
    const who = caller();
    const [order, other] = [await ordered(finance, who), await ordered(finance, who)];
    const { id } = await invoiced(finance, who, { salesOrderId: order.id });
    await expect(changed(finance, who, id, { clientId: other.clientId })).rejects.toEqual(
      refusedAt('body', 'clientId'),
    );
    expect(await changed(finance, who, id, { salesOrderId: other.documentId })).toMatchObject({
      salesOrderId: other.id,
      clientId: other.clientId,
    });
    const lineItems = [{ salesOrderLineItemId: other.lineItems[0]?.id as string, amount: 5 }];
    expect(await changed(finance, who, id, { lineItems })).toMatchObject({ lineItems, totalAmount: 5 });
    await expect(changed(finance, who, id, { salesOrderId: order.id })).rejects.toEqual(
      refusedAt('body', 'salesOrderId'),
    );
    const client = finance.product.client();
    const patch = { clientId: client.id, lineItems: [] };
    const fields = ['salesOrderId', 'clientId', 'lineItems'];
    const { record } = await finance.invoices.updateInvoice({ id, patch, fields }, who);
    expect(record).toMatchObject({ clientId: client.id, lineItems: [] });
    expect(record?.salesOrderId ?? null).toBeNull();
  });

  test('may be a line that its order has lost since, of a line that stays as it was read', async () => {
    const who = caller();
    const lineItems = [
      { description: 'Samples', qty: 10 },
      { description: 'Labels', qty: 1 },
    ];
    const [order, other] = [await ordered(finance, who, { lineItems }), await ordered(finance, who)];
    const [gone, left] = order.lineItems.map(({ id }) => id) as [string, string];
    const named = { salesOrderId: order.id, lineItems: [{ salesOrderLineItemId: gone, qty: 1, unitPrice: 5 }] };
    // A proforma invoice invoices no goods, so the order may lose the line.
    const issued = await invoiced(finance, who, { ...named, status: 'issued', invoiceType: 'proforma' });
    const draft = await invoiced(finance, who, named);
    const patch = { lineItems: order.lineItems.slice(1) };
    await finance.orders.updateOrder({ id: order.id, patch, fields: ['lineItems'] }, who);

    const body = ({ salesOrderId, clientId, currency, lineItems }: typeof draft) => ({
      ...{ currency: currency as string, lineItems },
      salesOrderId: salesOrderId as string,
      clientId: clientId as string,
    });
    const renoted = await changed(finance, who, issued.id, { ...body(issued), notes: 'new' });
    expect(renoted).toMatchObject({ notes: 'new', lineItems: issued.lineItems, status: 'issued' });
    const [line] = draft.lineItems as [(typeof draft.lineItems)[number]];
    const dearer = [{ ...line, unitPrice: 6, amount: 6 }];
    expect(await changed(finance, who, draft.id, { ...body(draft), lineItems: dearer })).toMatchObject({
      totalAmount: 6,
      lineItems: [{ id: line.id, salesOrderLineItemId: gone }],
    });

    const there = refusedAt('body', 'lineItems', '0', 'salesOrderLineItemId');
    const { id: _, ...anew } = line;
    await expect(changed(finance, who, draft.id, { lineItems: [anew] })).rejects.toEqual(there);
    await expect(changed(finance, who, draft.id, { lineItems: [{ ...anew, id: 'none' }] })).rejects.toEqual(there);
    const twice = refusedAt('body', 'lineItems', '1', 'salesOrderLineItemId');
    await expect(changed(finance, who, draft.id, { lineItems: [line, line] })).rejects.toEqual(twice);
    const moved = { salesOrderId: other.id, clientId: other.clientId, lineItems: [line] };
    await expect(changed(finance, who, draft.id, moved)).rejects.toEqual(there);
    await changed(finance, who, draft.id, { lineItems: [{ ...line, salesOrderLineItemId: left }] });
    await expect(changed(finance, who, draft.id, { lineItems: [line] })).rejects.toEqual(there);
  });

  test('is kept from being deleted until the invoice is cancelled, and its client from being changed', async () => {
    const who = caller();
    const { orgId } = who.context.principal;
    const { orders, invoices, references, store } = finance;
    const order = await ordered(finance, who, { status: 'draft' });
    const { id, invoiceNumber } = await invoiced(finance, who, { salesOrderId: order.id });
    const inUse = expect.objectContaining({
      code: 'in_use',
      message: expect.stringContaining(invoiceNumber as string),
    });
    const usersOf = () =>
      store.transaction((session) =>
        references.usersOfAny(session, orgId, [`client:${order.clientId}`], 10, 'invoice'),
      );
    await expect(orders.deleteOrder({ id: order.id }, who)).rejects.toEqual(inUse);
    expect(await usersOf()).toHaveLength(1);
    await invoices.cancelInvoice({ id }, who);
    expect(await usersOf()).toHaveLength(0);
    await expect(orders.deleteOrder({ id: order.id }, who)).resolves.toBeDefined();
    expect(await read(finance, who, id)).toMatchObject({ salesOrderId: order.id, status: 'cancelled' });
  });
});

test('its history is told in events, in order', async () => {
  const who = caller();
  const { invoices, store } = finance;
  const { id } = await invoiced(finance, who, { lineItems: [{ amount: 100, freeFields: '{"constructor":[null]}' }] });
  await changed(finance, who, id, { notes: 'new' });
  await invoices.issueInvoice({ id }, who);
  await invoices.payInvoice({ id, amount: 40, reference: 'R-1' }, who);
  const [payment] = await paymentsOf(finance, who, id);
  expect(payment).toMatchObject({ invoiceId: id, amount: 40, date: '2026-01-31', reference: 'R-1', createdById: 'u1' });
  const removed = await invoices.removeInvoicePayment({ id, paymentId: payment?.id as string }, who);
  expect(removed.deletedId).toBe(payment?.id);
  await invoices.cancelInvoice({ id }, who);
  await invoices.deleteInvoice({ id }, who);
  const envelopes = await envelopesOf(store, id);
  expect(envelopes.map(({ type, sequence, data }) => [type, sequence, data.status, data.paidAmount])).toEqual([
    ['invoice.created', 1, 'draft', 0],
    ['invoice.updated', 2, 'draft', 0],
    ['invoice.issued', 3, 'issued', 0],
    ['invoice.paid', 4, 'partially_paid', 40],
    ['invoice.payment_removed', 5, 'issued', 0],
    ['invoice.cancelled', 6, 'cancelled', 0],
    ['invoice.deleted', 7, 'cancelled', 0],
  ]);
  expect(envelopes[2].data).toMatchObject({
    issuedDate: '2026-01-31',
    lineItems: [{ attributes: { constructor: [null] } }],
  });
  await expect(invoices.getInvoice({ id }, who)).rejects.toEqual(refused('not_found'));
});

const late = { status: 'issued', paidAmount: 40, dueDate: '2026-01-30' };
test.each<[string, object, string]>([
  ['is paid', { status: 'paid' }, 'created:paid:1 paid:paid:2'],
  ['is paid in part', { status: 'issued', paidAmount: 40 }, 'created:partially_paid:1 paid:partially_paid:2'],
  ['is paid in part, and late', late, 'created:partially_paid:1 paid:partially_paid:2 overdue:overdue:3'],
  ['is not paid', { status: 'issued' }, 'created:issued:1'],
  ['is a draft with a payment', { paidAmount: 40 }, 'created:draft:1 issued:partially_paid:2 paid:partially_paid:3'],
])('of one that %s at its beginning a payment is told once, when it is no draft', async (_what, fields, told) => {
  const who = caller();
  const { invoices, store } = finance;
  const { id, status } = await invoiced(finance, who, fields);
  const last = status === 'draft' ? await invoices.issueInvoice({ id }, who) : undefined;
  const envelopes = await envelopesOf(store, id);
  const events = envelopes.map(({ type, data, sequence }) => `${type.slice(8)}:${data.status}:${sequence}`);
  expect(events.join(' ')).toBe(told);
  if (last) expect(last).toMatchObject({ eventId: envelopes.at(-1).id, revision: 3 });
});

describe('payments', () => {
  test('are those of the invoice alone, the newest first, a page at a time', async () => {
    const who = caller();
    const [one, other] = [
      await invoiced(finance, who, { status: 'issued' }),
      await invoiced(finance, who, { status: 'issued' }),
    ];
    const { invoices } = finance;
    for (const amount of [1, 2, 3]) await invoices.payInvoice({ id: one.id, amount, date: `day ${amount}` }, who);
    await invoices.payInvoice({ id: other.id, amount: 9 }, who);
    const page = await invoices.listInvoicePayments({ id: one.id, ...query({ limit: 2 }) }, who);
    expect(page).toMatchObject({ data: [{ amount: 3, date: 'day 3' }, { amount: 2 }], total: 3 });
    const paymentId = page.data[0]?.id as string;
    await expect(invoices.removeInvoicePayment({ id: other.id, paymentId }, who)).rejects.toEqual(refused('not_found'));
    await invoices.removeInvoicePayment({ id: one.id, paymentId }, who);
    await expect(invoices.removeInvoicePayment({ id: one.id, paymentId }, who)).rejects.toEqual(refused('not_found'));
    expect(await read(finance, who, one.id)).toMatchObject({ paidAmount: 3, status: 'partially_paid' });
  });

  test('of a match are made and taken back in the transaction of the match', async () => {
    const who = caller();
    const { invoices, bankStatements } = finance;
    const { id } = await invoiced(finance, who, { status: 'issued' });
    const statement = { accountNumber: 'PT50', currency: 'EUR' };
    const { record } = await bankStatements.createBankStatement({ statement, lines: [{ credit: 100 }] }, who);
    const [line] = record?.lines ?? [];
    const key = { id: record?.id as string, lineId: line?.id as string };
    await bankStatements.matchBankLine({ ...key, targetType: 'invoice', targetId: id }, who);
    expect(await read(finance, who, id)).toMatchObject({ status: 'paid' });
    const [payment] = await paymentsOf(finance, who, id);
    expect(payment).toMatchObject({ amount: 100, bankStatementId: key.id, bankLineId: key.lineId });
    const taken = invoices.removeInvoicePayment({ id, paymentId: payment?.id as string }, who);
    await expect(taken).rejects.toEqual(refused('in_use'));
    await bankStatements.unmatchBankLine(key, who);
    expect(await read(finance, who, id)).toMatchObject({ status: 'issued', paidAmount: 0 });
    expect(await paymentsOf(finance, who, id)).toEqual([]);
  });
});

test('of 10 that issue and 10 that cancel at once, each passes once at most, and what is told is what became', async () => {
  const who = caller();
  const { id } = await invoiced(finance, who);
  const calls = Array.from({ length: 20 }, (_, index) => {
    const { invoices } = index % 2 ? beside : finance;
    return index % 4 < 2 ? invoices.issueInvoice({ id }, who) : invoices.cancelInvoice({ id }, who);
  });
  await Promise.allSettled(calls);
  const told = (await envelopesOf(finance.store, id)).map(({ type }) => type);
  expect([
    ['invoice.created', 'invoice.cancelled'],
    ['invoice.created', 'invoice.issued', 'invoice.cancelled'],
  ]).toContainEqual(told);
  expect((await read(finance, who, id)).status).toBe('cancelled');
});

test('a client caller reads the payments of its own invoices alone', async () => {
  const who = caller();
  const [own, foreign] = [finance.product.client().id, finance.product.client().id];
  const [mine, theirs] = [
    await invoiced(finance, who, { clientId: own, status: 'paid' }),
    await invoiced(finance, who, { clientId: foreign, status: 'paid' }),
  ];
  const client = callerOfClient(who, own);
  expect(await paymentsOf(finance, client, mine.id)).toHaveLength(1);
  await expect(paymentsOf(finance, client, theirs.id)).rejects.toEqual(refused('not_found'));
});

test('a list is filtered by the status of now, and sorted by dates and amounts', async () => {
  const who = caller();
  const { invoices } = finance;
  const first = await invoiced(finance, who, { dueDate: '2026-03-01', totalAmount: 5 });
  const second = await invoiced(finance, who, { status: 'issued', dueDate: '2026-01-30' });
  const third = await invoiced(finance, who, { status: 'issued' });
  const list = (fields: object, filter: object = {}) =>
    invoices.listInvoices({ ...query(fields), ...filter }, who).then(({ data }) => data.map(({ id }) => id));
  expect(await list({}, { status: 'issued' })).toEqual([third.id]);
  expect(await list({}, { status: 'overdue' })).toEqual([second.id]);
  expect(await list({ sort: 'dueDate' })).toEqual([third.id, second.id, first.id]);
  expect(await list({ sort: '-totalAmount' })).toEqual([third.id, second.id, first.id]);
});
