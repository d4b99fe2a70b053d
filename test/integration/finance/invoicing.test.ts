import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openReferences } from '#chassis/reference-integrity/references.ts';
import type { Invoice } from '#proto/gen/finance/v1/Invoice.ts';
import type { InvoiceInput } from '#proto/gen/finance/v1/InvoiceInput.ts';
import type { SalesOrder } from '#proto/gen/finance/v1/SalesOrder.ts';
import { heldNotes } from '../../../services/finance/invoices/held-notes-repository.ts';
import { invoiceModel } from '../../../services/finance/invoices/invoice-model.ts';
import { invoicedOrders } from '../../../services/finance/invoices/invoiced-orders-repository.ts';
import { recounted } from '../../../services/finance/orders/domain/invoicing.ts';
import { orderModel } from '../../../services/finance/orders/repository.ts';
import { type Caller, caller, envelopesOf, query } from '../../support/service/callers.ts';
import { noted, ordered, some } from './delivery-note-scene.ts';
import { callerOfClient, type FinanceService, openReplicas } from './finance-service.ts';
import { changed, invoiced, number, read } from './invoice-scene.ts';
import { refused, refusedAt, withTurn } from './refusals.ts';

/** Invoices that are made of an order's lines, and the quantities that they may have (decisions 7: Order lines). */

const [finance, beside] = await openReplicas();

const make = async (who: Caller, fields: Partial<InvoiceInput>, at: FinanceService = finance): Promise<Invoice> =>
  (await at.invoices.createInvoice({ invoice: { invoiceNumber: number(), lineItems: [], ...fields } }, who))
    .record as Invoice;
const issue = (who: Caller, { id }: { id: string }, override?: boolean, at: FinanceService = finance) =>
  at.invoices.issueInvoice({ id, ...(override !== undefined && { override }) }, who);
const cancel = (who: Caller, { id }: { id: string }) => finance.invoices.cancelInvoice({ id }, who);
const ship = (who: Caller, order: SalesOrder, qty: number) =>
  noted(finance, who, order.id, { lineItems: some(order, qty), status: 'shipped' });
const quantities = async (who: Caller, { id }: { id: string }) =>
  ((await finance.orders.getOrder({ id }, who)).record as SalesOrder).lineItems.map(({ invoicedQty }) => invoicedQty);
const linesOf = ({ lineItems }: Invoice) => lineItems.map(({ qty, unitPrice }) => [qty, unitPrice]);
/** An invoice line with a quantity of the order's first line. */
const naming = (order: SalesOrder, qty: number) => ({
  salesOrderId: order.id,
  lineItems: [{ salesOrderLineItemId: order.lineItems[0]?.id as string, qty, unitPrice: 1 }],
});

describe('lines made of an order', () => {
  test('name style and SKU, and take prices and tax', async () => {
    const who = caller();
    const style = finance.product.style({ name: 'Parka', refId: 'P-26' });
    const lineItems = [
      { skuId: style.skus[0]?.id as string, qty: 12, unitPrice: 47.5 },
      { styleId: style.id, qty: 3, unitPrice: 40 },
      { description: 'Samples', qty: 1 },
    ];
    const order = await ordered(finance, who, { lineItems, taxRate: 23 });
    const freight = [{ description: 'Freight', amount: 20 }];
    const made = await make(who, { salesOrderId: order.documentId, linesFrom: 'ordered', lineItems: freight });
    const names = { styleName: 'Parka', refId: 'P-26' };
    expect(made.lineItems).toMatchObject([
      { ...names, color: 'Navy', size: 'M', qty: 12, unitPrice: 47.5, amount: 570 },
      { ...names, qty: 3, unitPrice: 40, amount: 120 },
      { description: 'Samples', qty: 1 },
      { description: 'Freight', amount: 20 },
    ]);
    expect(made.lineItems.map((line) => line.salesOrderLineItemId)).toEqual([
      ...order.lineItems.map(({ id }) => id),
      undefined,
    ]);
    expect(made.lineItems[2]).not.toHaveProperty('styleName');
    expect(made.lineItems[0]).not.toHaveProperty('skuId');
    expect(made).toMatchObject({ status: 'draft', salesOrderId: order.id, taxRate: 23, totalAmount: 873.3 });
    const untaxed = { salesOrderId: order.id, linesFrom: 'ordered', taxAmount: 0 };
    await cancel(who, made);
    expect(await make(who, untaxed)).toMatchObject({ taxAmount: 0, totalAmount: 690 });
  });

  test('take discounts, tax rates and the reason why no tax is charged, unless the invoice has its own', async () => {
    const who = caller();
    const lineItems = [
      { description: 'Parka', qty: 3, unitPrice: 10, discountPercent: 50, taxRate: 0 },
      { description: 'Cap', qty: 1, unitPrice: 100 },
    ];
    const order = await ordered(finance, who, { lineItems, taxRate: 23, taxExemptionReason: 'Export' });
    const made = await make(who, { salesOrderId: order.id, linesFrom: 'ordered' });
    expect(made).toMatchObject({ lineItems, taxAmount: 23, totalAmount: 138, taxExemptionReason: 'Export' });
    expect(made.taxes).toEqual(order.taxes);
    const own = { salesOrderId: order.id, totalAmount: 1, taxExemptionReason: 'Art. 138' };
    expect(await make(who, own)).toMatchObject({ taxExemptionReason: 'Art. 138', taxes: [] });
    const cleared = await changed(finance, who, made.id, { taxExemptionReason: undefined } as never);
    expect(cleared).not.toHaveProperty('taxExemptionReason');
  });

  test('have what is shipped and not on another invoice, a draft included, until nothing is left', async () => {
    const who = caller();
    const order = await ordered(finance, who, { lineItems: [{ description: 'Samples', qty: 10, unitPrice: 2 }] });
    const shipped = { salesOrderId: order.id, linesFrom: 'shipped' };
    const nothing = refused(
      'conflict',
      `Nothing that was shipped of sales order ${order.documentId} is left to invoice; drafts count, too`,
    );
    await expect(make(who, shipped)).rejects.toEqual(nothing);
    await ship(who, order, 4);
    const first = await make(who, shipped);
    expect(linesOf(first)).toEqual([[4, 2]]);
    await expect(make(who, shipped)).rejects.toEqual(nothing);
    await ship(who, order, 3);
    const second = await make(who, { ...shipped, status: 'issued' });
    expect(linesOf(second)).toEqual([[3, 2]]);
    expect(await quantities(who, order)).toEqual([3]);
    await finance.invoices.deleteInvoice({ id: first.id }, who);
    expect(linesOf(await make(who, shipped))).toEqual([[4, 2]]);
    expect(linesOf(await make(who, { salesOrderId: order.id, linesFrom: 'ordered' }))).toEqual([[3, 2]]);
  });

  test('have the goods of one delivery note', async () => {
    const who = caller();
    const order = await ordered(finance, who);
    const [one, two] = [await ship(who, order, 4), await ship(who, order, 3)];
    const of = (deliveryNoteId: string) => make(who, { deliveryNoteId, linesFrom: 'shipped' });
    const made = await of(two.documentId);
    expect(made).toMatchObject({ deliveryNoteId: two.id, salesOrderId: order.id, clientId: order.clientId });
    expect(made.lineItems.map(({ qty }) => qty)).toEqual([3]);
    await expect(of(two.id)).rejects.toEqual(refused('conflict', two.documentId));
    // A credit note of the note's goods leaves them to be invoiced again.
    await issue(who, made);
    const credit = { ...naming(order, 1), deliveryNoteId: two.id, invoiceType: 'credit_note', status: 'issued' };
    expect(await make(who, credit)).toMatchObject({ deliveryNoteId: two.id });
    expect((await of(two.id)).lineItems.map(({ qty }) => qty)).toEqual([1]);
    // The invoice of two pieces without a note leaves two of the four.
    await invoiced(finance, who, naming(order, 2));
    expect((await of(one.id)).lineItems.map(({ qty }) => qty)).toEqual([2]);
  });

  test.each([
    ['without an order', {}, refusedAt('body', 'salesOrderId')],
    ['of an order that is not there', { salesOrderId: 'none' }, refusedAt('body', 'salesOrderId')],
    ['in another currency', { salesOrderId: 'order', currency: 'USD' }, refusedAt('body', 'currency')],
    ['of a note that is not there', { deliveryNoteId: 'none' }, refusedAt('body', 'deliveryNoteId')],
    ['of a credit note', { salesOrderId: 'order', invoiceType: 'credit_note' }, refusedAt('body', 'invoiceType')],
    ['of a deposit', { salesOrderId: 'order', invoiceType: 'deposit' }, refusedAt('body', 'invoiceType')],
    ['that are cancelled', { salesOrderId: 'order', status: 'cancelled' }, refusedAt('body', 'status')],
    ['of a note, as ordered', { deliveryNoteId: 'note', linesFrom: 'ordered' }, refusedAt('body', 'deliveryNoteId')],
    [
      'of a note of another order',
      { deliveryNoteId: 'note', salesOrderId: 'other' },
      refusedAt('body', 'salesOrderId'),
    ],
    ['of a draft note', { deliveryNoteId: 'draft' }, refused('invalid_transition', 'draft')],
    ['of a cancelled order', { salesOrderId: 'ended', linesFrom: 'ordered' }, refused('conflict', 'Nothing')],
  ])('%s are refused', async (_, sent: Partial<InvoiceInput>, refusal) => {
    const who = caller();
    const [order, other, cancelled] = [
      await ordered(finance, who),
      await ordered(finance, who),
      await ordered(finance, who, { status: 'cancelled' }),
    ];
    const ids: Record<string, string> = { order: order.id, other: other.id, ended: cancelled.id };
    ids.note = (await ship(who, order, 1)).id;
    ids.draft = (await noted(finance, who, order.id, { lineItems: some(order, 1) })).id;
    const fields = Object.fromEntries(Object.entries(sent).map(([name, key]) => [name, ids[key as string] ?? key]));
    await expect(make(who, { linesFrom: 'shipped', ...fields })).rejects.toEqual(refusal);
  });

  test('are made once for each of 8 orders, though four ask for them at two replicas', async () => {
    const who = caller();
    const orders = await Promise.all(Array.from({ length: 8 }, () => ordered(finance, who)));
    const asked = orders.flatMap(({ id }) => [finance, beside, finance, beside].map((at) => ({ id, at })));
    // Writes of many orders at once share no other record that would make those of one order conflict.
    const answers = await Promise.allSettled(
      asked.map(({ id, at }) => withTurn(() => make(who, { salesOrderId: id, linesFrom: 'ordered' }, at))),
    );
    for (const one of answers) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' });
    const made = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value.salesOrderId : []));
    expect(made.sort()).toEqual(orders.map(({ id }) => id).sort());
  });

  test('belong to the org, although another has the same numbers', async () => {
    const [who, other] = [caller(), caller()];
    const [order, theirs] = [await ordered(finance, who), await ordered(finance, other)];
    expect(order.documentId).toBe(theirs.documentId);
    const made = await make(who, { salesOrderId: order.documentId, linesFrom: 'ordered', status: 'issued' });
    expect([await quantities(who, order), await quantities(other, theirs)]).toEqual([[10], [0]]);
    await expect(make(other, { salesOrderId: order.id, linesFrom: 'ordered' })).rejects.toEqual(
      refusedAt('body', 'salesOrderId'),
    );
    await expect(issue(other, made)).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('names of styles are those of the issue, and a line without a style keeps what was sent', async () => {
  const who = caller();
  const style = finance.product.style({ name: 'Parka' });
  const lineItems = [
    { skuId: style.skus[0]?.id as string, qty: 1 },
    { description: 'Samples', qty: 1 },
  ];
  const order = await ordered(finance, who, { lineItems });
  const [line, words] = order.lineItems.map(({ id }) => ({ salesOrderLineItemId: id, qty: 1, color: 'Sent' }));
  const made = await make(who, { salesOrderId: order.id, lineItems: [line, words] as never });
  expect(made.lineItems).toMatchObject([{ styleName: 'Parka', color: 'Navy' }, { color: 'Sent' }]);
  expect(await changed(finance, who, made.id, { lineItems: made.lineItems })).toEqual(made);
  (style as { name: string }).name = 'Parka II';
  const issued = (await issue(who, made)).record as Invoice;
  expect(issued.lineItems).toMatchObject([{ styleName: 'Parka II', color: 'Navy' }, { color: 'Sent' }]);
  (style as { name: string }).name = 'Parka III';
  expect((await read(finance, who, made.id)).lineItems).toEqual(issued.lineItems);
  // An issued invoice can be sent back as it was read.
  const back = { lineItems: issued.lineItems, notes: 'new' };
  expect(await changed(finance, who, made.id, back)).toMatchObject({ notes: 'new', lineItems: issued.lineItems });
});

test('a delivery note stays while an invoice that is not cancelled names it, also one of an earlier version', async () => {
  const [who, other] = [caller(), caller()];
  const order = await ordered(finance, who);
  const note = await noted(finance, who, order.id, { lineItems: some(order, 1) });
  const [one, two] = [
    await make(who, { deliveryNoteId: note.documentId }),
    await make(who, { deliveryNoteId: note.id }),
  ];
  const end = { id: note.id };
  const { connection } = finance.store;
  for (const _ of ['this version', 'an earlier one']) {
    await expect(finance.deliveryNotes.cancelDeliveryNote(end, who)).rejects.toEqual(
      refused('in_use', two.invoiceNumber),
    );
    await expect(finance.deliveryNotes.deleteDeliveryNote(end, who)).rejects.toEqual(
      refused('in_use', one.invoiceNumber),
    );
    await connection.collection('references').deleteMany({ target: `delivery_note:${note.id}` });
    await connection.collection('invoices').updateMany({ deliveryNoteId: note.id }, { $unset: { holdsNote: 1 } });
    expect(await heldNotes(openReferences(finance.store), 'delivery_notes').apply(connection)).toBe(2);
    expect(await heldNotes(openReferences(finance.store), 'delivery_notes').apply(connection)).toBe(0);
  }
  await finance.invoices.deleteInvoice({ id: one.id }, who);
  await cancel(who, two);
  await finance.deliveryNotes.cancelDeliveryNote(end, who);
  await expect(make(who, { deliveryNoteId: note.id })).rejects.toEqual(refusedAt('body', 'deliveryNoteId'));
  await expect(make(other, { deliveryNoteId: note.id })).rejects.toEqual(refusedAt('body', 'deliveryNoteId'));
  await finance.deliveryNotes.deleteDeliveryNote(end, who);
});

test('a credit note is of the delivery note of the invoice that it corrects, unless it is of another order', async () => {
  const who = caller();
  const order = await ordered(finance, who);
  const note = await ship(who, order, 4);
  const of = { deliveryNoteId: note.id, linesFrom: 'shipped' };
  const made = await make(who, { ...of, status: 'issued', lineItems: [{ amount: 100 }] });
  const correcting = { correctsInvoiceId: made.id, invoiceType: 'credit_note', status: 'issued' };
  const { lineItems } = naming(order, 3);
  expect(await make(who, { ...correcting, lineItems })).toMatchObject({ deliveryNoteId: note.id });
  expect(linesOf(await make(who, of))).toMatchObject([[3, undefined]]);
  const other = await ordered(finance, who, { clientId: order.clientId });
  const elsewhere = await make(who, { ...correcting, ...naming(other, 1), status: 'draft' });
  expect(elsewhere).not.toHaveProperty('deliveryNoteId');
});

test('a draft of another order is of no delivery note, and takes the style that its order line has at the issue', async () => {
  const who = caller();
  const [style, later] = [finance.product.style({ name: 'Parka' }), finance.product.style({ name: 'Cape' })];
  const order = await ordered(finance, who, { status: 'draft', lineItems: [{ styleId: style.id, qty: 10 }] });
  await finance.orders.confirmOrder({ id: order.id }, who);
  const note = await ship(who, order, 1);
  const draft = await make(who, { deliveryNoteId: note.id, linesFrom: 'shipped' });
  const other = await ordered(finance, who, { clientId: order.clientId, lineItems: [{ styleId: style.id, qty: 9 }] });
  const moved = { salesOrderId: other.id, lineItems: naming(other, 1).lineItems };
  const now = await changed(finance, who, draft.id, moved);
  expect(now).not.toHaveProperty('deliveryNoteId');
  expect(now.lineItems).toMatchObject([{ styleName: 'Parka' }]);
  const lineItems = [{ id: other.lineItems[0]?.id as string, styleId: later.id, qty: 9 }];
  await finance.orders.updateOrder({ id: other.id, patch: { lineItems }, fields: ['lineItems'] }, who);
  expect((await issue(who, draft)).record?.lineItems).toMatchObject([{ styleName: 'Cape' }]);
});

test('lines of a request and lines that are made are at most 500', async () => {
  const who = caller();
  const order = await ordered(finance, who);
  const lineItems = Array.from({ length: 500 }, () => ({ description: 'Freight', amount: 1 }));
  const sent = { salesOrderId: order.id, linesFrom: 'ordered' };
  await expect(make(who, { ...sent, lineItems })).rejects.toEqual(refusedAt('body', 'lineItems'));
  expect((await make(who, { ...sent, lineItems: lineItems.slice(1) })).lineItems).toHaveLength(500);
});

describe('an order', () => {
  test('counts what is invoiced by type and status, tells it, and makes no version of it', async () => {
    const who = caller();
    const order = await ordered(finance, who);
    const given = (qty: number, more: object = {}) =>
      invoiced(finance, who, { ...naming(order, qty), status: 'issued', ...more });
    const first = await given(6);
    for (const invoiceType of ['proforma', 'deposit', 'debit_note']) await given(9, { invoiceType });
    await invoiced(finance, who, naming(order, 9));
    expect(await quantities(who, order)).toEqual([6]);
    await given(2, { invoiceType: 'credit_note' });
    await finance.invoices.payInvoice({ id: first.id, amount: 6 }, who);
    expect(await quantities(who, order)).toEqual([4]);
    await cancel(who, await given(5));
    expect(await quantities(who, order)).toEqual([4]);
    const events = await envelopesOf(finance.store, order.id);
    expect(events.map(({ type, sequence, data }) => [type, sequence, data.lineItems[0].invoicedQty])).toEqual([
      ['order.created', 1, 0],
      ['order.updated', 2, 6],
      ['order.updated', 3, 4],
      ['order.updated', 4, 9],
      ['order.updated', 5, 4],
    ]);
    expect(events[1].data).toMatchObject({ currentVersion: 1 });
    for (const hidden of ['invoiced', 'linesTaken']) expect(events[1].data).not.toHaveProperty(hidden);
  });

  test('is listed while more is shipped than invoiced', async () => {
    const who = caller();
    const listed = async (toInvoice: boolean, as = who) =>
      (await finance.orders.listOrders({ ...query(), toInvoice }, as)).data.map(({ id }) => id);
    const order = await ordered(finance, who);
    expect([await listed(true), await listed(false)]).toEqual([[], [order.id]]);
    await ship(who, order, 4);
    expect([await listed(true), await listed(false)]).toEqual([[order.id], []]);
    expect(await listed(true, callerOfClient(who, order.clientId))).toEqual([order.id]);
    expect(await listed(true, callerOfClient(who, 'other'))).toEqual([]);
    const made = await make(who, { salesOrderId: order.id, linesFrom: 'shipped', status: 'issued' });
    expect(await listed(true)).toEqual([]);
    await cancel(who, made);
    expect(await listed(true)).toEqual([order.id]);
  });

  test('keeps a line that is invoiced, and at least the invoiced quantity', async () => {
    const who = caller();
    const order = await ordered(finance, who);
    const sent = (qty: number) =>
      finance.orders.updateOrder(
        {
          id: order.id,
          patch: { lineItems: [{ id: order.lineItems[0]?.id as string, description: 'S', qty }] },
          fields: ['lineItems'],
        },
        who,
      );
    const made = await invoiced(finance, who, { ...naming(order, 4), status: 'issued' });
    await expect(sent(3)).rejects.toEqual(refused('in_use', '4 were invoiced'));
    await expect(
      finance.orders.updateOrder({ id: order.id, patch: { lineItems: [] }, fields: ['lineItems'] }, who),
    ).rejects.toMatchObject({ code: 'in_use' });
    await expect(sent(4)).resolves.toMatchObject({ record: { lineItems: [{ qty: 4, invoicedQty: 4 }] } });
    await cancel(who, made);
    await expect(sent(1)).resolves.toBeDefined();
  });
});

describe('more than was ordered', () => {
  const admin = (who: Caller): Caller => ({
    context: { ...who.context, principal: { ...who.context.principal, role: 'admin' } },
  });

  test('is refused with what is left, also of a new invoice, and drafts are free', async () => {
    const who = caller();
    const order = await ordered(finance, who);
    await invoiced(finance, who, { ...naming(order, 6), status: 'issued' });
    const draft = await invoiced(finance, who, naming(order, 5));
    const refusal = refused('conflict', 'line 1, 4 are left to invoice; this would invoice 5');
    await expect(issue(who, draft)).rejects.toEqual(refusal);
    await expect(invoiced(finance, who, { ...naming(order, 5), status: 'paid' })).rejects.toEqual(refusal);
    expect(await quantities(who, order)).toEqual([6]);
    expect((await read(finance, who, draft.id)).status).toBe('draft');
    await changed(finance, who, draft.id, { lineItems: naming(order, 4).lineItems });
    await expect(issue(who, draft)).resolves.toMatchObject({ record: { status: 'issued' } });
  });

  test('is allowed by so many percent, and without a limit by an admin', async () => {
    const who = caller();
    const order = await ordered(finance, who);
    finance.product.overInvoicingPercent = 10;
    try {
      const draft = await invoiced(finance, who, naming(order, 11.1));
      await expect(issue(who, draft)).rejects.toEqual(refused('conflict', '11 are left'));
      await changed(finance, who, draft.id, { lineItems: naming(order, 11).lineItems });
      await issue(who, draft);
      const more = await invoiced(finance, who, naming(order, 1));
      await expect(issue(who, more)).rejects.toEqual(refused('conflict', ' 0 are left'));
      await expect(issue(who, more, true)).rejects.toMatchObject({ code: 'insufficient_permissions' });
      await expect(issue(admin(who), more)).rejects.toMatchObject({ code: 'conflict' });
      await expect(issue(admin(who), more, true)).resolves.toMatchObject({ record: { status: 'issued' } });
      expect(await quantities(who, order)).toEqual([12]);
    } finally {
      finance.product.overInvoicingPercent = 0;
    }
  });

  test('does not come about by credit notes', async () => {
    const who = caller();
    const order = await ordered(finance, who);
    const given = (qty: number, invoiceType = 'standard') =>
      invoiced(finance, who, { ...naming(order, qty), status: 'issued', invoiceType });
    const tooMuch = refused('conflict', 'line 1, 0 are invoiced; this would take back 5');
    await expect(given(5, 'credit_note')).rejects.toEqual(tooMuch);
    const first = await given(10);
    const credit = await given(5, 'credit_note');
    await given(5);
    await expect(cancel(who, credit)).rejects.toEqual(refused('conflict', '0 are left to invoice'));
    await cancel(who, first);
    expect(await quantities(who, order)).toEqual([0]);
    await cancel(who, credit);
    expect(await quantities(who, order)).toEqual([5]);
    const made = await make(who, { salesOrderId: order.id, linesFrom: 'ordered' });
    expect(made.lineItems.map(({ qty }) => qty)).toEqual([5]);
  });

  test('is not taken back twice, by a credit note and a cancel', async () => {
    const who = caller();
    const order = await ordered(finance, who);
    const first = await invoiced(finance, who, { ...naming(order, 10), status: 'issued' });
    const credit = await invoiced(finance, who, { ...naming(order, 10), status: 'issued', invoiceType: 'credit_note' });
    await expect(cancel(who, first)).rejects.toEqual(refused('conflict', '0 are invoiced; this would take back 10'));
    expect(await quantities(who, order)).toEqual([0]);
    await cancel(who, credit);
    await cancel(who, first);
    expect(await quantities(who, order)).toEqual([0]);
  });

  test('is never issued, whatever is issued, credited and cancelled at once at two replicas', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.boolean(), fc.boolean()), { minLength: 2, maxLength: 8 }),
        async (drafts) => {
          const who = caller();
          const order = await ordered(finance, who);
          const made = await Promise.all(
            drafts.map(([qty, isCredit]) =>
              invoiced(finance, who, { ...naming(order, qty), ...(isCredit && { invoiceType: 'credit_note' }) }),
            ),
          );
          const issueAt = (one: Invoice, index: number) => issue(who, one, undefined, index % 2 ? finance : beside);
          const answers = await Promise.allSettled(
            made.map(async (one, index) => {
              await issueAt(one, index);
              if (drafts[index]?.[2]) await cancel(who, one);
            }),
          );
          for (const answer of answers) {
            if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'conflict' });
          }
          const now = await Promise.all(made.map(({ id }) => read(finance, who, id)));
          const sums = now.map(({ status, invoiceType }, index) =>
            status === 'issued' ? (drafts[index]?.[0] ?? 0) * (invoiceType === 'credit_note' ? -1 : 1) : 0,
          );
          const sum = sums.reduce((total, qty) => total + qty, 0);
          expect(await quantities(who, order)).toEqual([sum]);
          expect(sum).toBeLessThanOrEqual(10);
        },
      ),
      { numRuns: 8 },
    );
  });
});

test('orders of an earlier version are counted, and invoices that it issues meanwhile', async () => {
  const who = caller();
  const { connection } = finance.store;
  const upgrade = invoicedOrders({ collection: orderModel.collection, recounted });
  const order = await ordered(finance, who);
  const first = await invoiced(finance, who, { ...naming(order, 2), status: 'issued' });
  await ship(who, order, 5);
  const [orders, invoices] = [orderModel, invoiceModel].map(({ collection }) =>
    connection.collection<{ _id: string; lineItems: object[] }>(collection),
  );
  const stored = await orders?.findOne({ _id: order.id });
  const lineItems = (stored?.lineItems ?? []).map((line) => ({ ...line, invoicedQty: undefined }));
  const former = JSON.parse(JSON.stringify(lineItems));
  await orders?.updateOne({ _id: order.id }, { $set: { lineItems: former }, $unset: { toInvoice: 1 } });
  await invoices?.updateOne({ _id: first.id }, { $unset: { deliveryNoteId: 1 } });
  expect(await quantities(who, order)).toEqual([0]);
  await upgrade.apply(connection);
  expect(await quantities(who, order)).toEqual([2]);
  const { data } = await finance.orders.listOrders({ ...query(), toInvoice: true }, who);
  expect(data.map(({ id }) => id)).toEqual([order.id]);
  // A process of the earlier version issues an invoice, and does not count it.
  const second = await invoiced(finance, who, naming(order, 3));
  await invoices?.updateOne({ _id: second.id }, { $set: { status: 'issued' }, $unset: { deliveryNoteId: 1 } });
  await upgrade.apply(connection);
  expect(await quantities(who, order)).toEqual([5]);
  expect(await upgrade.apply(connection)).toBe(0);
  // It changes the order and so drops the quantities. Then this version ships, before the upgrade runs again.
  await orders?.updateOne({ _id: order.id }, { $set: { lineItems: former }, $unset: { toInvoice: 1 } });
  await ship(who, order, 1);
  const [told] = (await envelopesOf(finance.store, order.id)).slice(-1);
  expect(told).toMatchObject({ type: 'order.shipped', data: { lineItems: [{ invoicedQty: 0 }] } });
  const left = refused('conflict', '5 are left');
  await expect(invoiced(finance, who, { ...naming(order, 6), status: 'issued' })).rejects.toEqual(left);
  await upgrade.apply(connection);
  expect(await quantities(who, order)).toEqual([5]);
  await orders?.updateOne({ _id: order.id }, { $set: { lineItems: former }, $unset: { toInvoice: 1 } });
  await invoiced(finance, who, { ...naming(order, 1), status: 'issued' });
  expect(await quantities(who, order)).toEqual([6]);
});
