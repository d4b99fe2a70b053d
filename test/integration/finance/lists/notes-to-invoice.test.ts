import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DeliveryNote } from '#proto/gen/finance/v1/DeliveryNote.ts';
import type { SalesOrder } from '#proto/gen/finance/v1/SalesOrder.ts';
import { notesToInvoiceRepository } from '../../../../services/finance/delivery-notes/to-invoice-repository.ts';
import { type Caller, caller, query } from '../../../support/service/callers.ts';
import { noted, ordered, some } from '../delivery-note-scene.ts';
import { callerOfClient, openFinance } from '../finance-service.ts';
import { invoiced, number } from '../invoice-scene.ts';

/** The filter by what is shipped and not invoiced finds the notes of which an invoice can be made. */

const finance = await openFinance();
const { invoices, deliveryNotes } = finance;

type Filter = Partial<Omit<Parameters<typeof deliveryNotes.listDeliveryNotes>[0], 'query'>>;

const listed = async (who: Caller, filter: Filter) =>
  (await deliveryNotes.listDeliveryNotes({ ...query({ limit: 50, sort: 'createdAt' }), ...filter }, who)).data.map(
    ({ id }) => id,
  );
const ship = (who: Caller, order: SalesOrder, qty: number, line = 0) =>
  noted(finance, who, order.id, { lineItems: some(order, qty, line), status: 'shipped' });
const order = (who: Caller, clientId?: string) => {
  const lineItems = [1, 2].map((line) => ({ description: `Samples ${line}`, qty: 100, unitPrice: 1 }));
  return ordered(finance, who, { lineItems, currency: 'EUR', ...(clientId && { clientId }) });
};

/** Whether an invoice of the note's goods can be made. */
async function isLeft(who: Caller, { id: deliveryNoteId }: DeliveryNote): Promise<boolean> {
  const invoice = { invoiceNumber: number(), lineItems: [], deliveryNoteId, linesFrom: 'shipped' };
  try {
    const { record } = await invoices.createInvoice({ invoice }, who);
    await invoices.deleteInvoice({ id: record?.id as string }, who);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'conflict', message: expect.stringContaining('left to invoice') });
    return false;
  }
}

const step = fc.record({
  kind: fc.constantFrom('ship', 'invoice the note', 'invoice the order', 'credit the note', 'cancel'),
  at: fc.nat({ max: 9 }),
  qty: fc.integer({ min: 1, max: 4 }),
  line: fc.constantFrom(0, 1),
});

test('it finds the notes of which an invoice can be made, whatever was shipped, invoiced, credited and cancelled', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const who = caller();
      const sold = await order(who);
      const notes = [await ship(who, sold, 3)];
      const issued: string[] = [];
      for (const { kind, at, qty, line } of steps) {
        const note = notes[at % notes.length] as DeliveryNote;
        const lineItems = [{ salesOrderLineItemId: sold.lineItems[line]?.id as string, qty, unitPrice: 1 }];
        const fields = { salesOrderId: sold.id, status: 'issued', lineItems };
        if (kind === 'ship') notes.push(await ship(who, sold, qty, line));
        else if (kind === 'cancel') {
          const id = issued.pop();
          if (id) await invoices.cancelInvoice({ id }, who).catch(() => undefined);
        } else {
          const ofNote = kind !== 'invoice the order' && { deliveryNoteId: note.id };
          const credit = kind === 'credit the note' && { invoiceType: 'credit_note' };
          const made = await invoiced(finance, who, { ...fields, ...ofNote, ...credit }).catch(() => undefined);
          if (made) issued.push(made.id);
        }
      }
      const left: string[] = [];
      for (const note of notes) if (await isLeft(who, note)) left.push(note.id);
      expect(await listed(who, { toInvoice: true })).toEqual(left);
      const others = notes.map(({ id }) => id).filter((id) => !left.includes(id));
      expect(await listed(who, { toInvoice: false })).toEqual(others);
    }),
    { numRuns: 5, endOnFailure: true },
  );
}, 120_000);

test('it finds shipped notes of the own org and client alone, and goes with other filters', async () => {
  const [who, other] = [caller(), caller()];
  const clientId = finance.product.client().id;
  const [own, foreign, elsewhere] = [await order(who, clientId), await order(who), await order(other)];
  const draft = await noted(finance, who, own.id, { lineItems: some(own, 1) });
  const note = await ship(who, own, 2);
  const theirs = await ship(who, foreign, 2);
  const outside = await ship(other, elsewhere, 2);
  expect(await listed(who, { toInvoice: true })).toEqual([note.id, theirs.id]);
  expect(await listed(who, { toInvoice: false })).toEqual([draft.id]);
  expect(await listed(other, { toInvoice: true })).toEqual([outside.id]);
  for (const filter of [{ clientId }, { salesOrderId: own.id }, { clientId, status: 'shipped' }]) {
    expect(await listed(who, { toInvoice: true, ...filter })).toEqual([note.id]);
  }
  expect(await listed(who, { toInvoice: true, status: 'delivered' })).toEqual([]);
  const buyer = callerOfClient(who, clientId);
  expect(await listed(buyer, { toInvoice: true })).toEqual([note.id]);
  expect(await listed(buyer, { toInvoice: false })).toEqual([]);
  expect(await listed(buyer, { toInvoice: true, clientId: foreign.clientId })).toEqual([]);
});

test('the reads end at the deadline', async () => {
  const collections = { orders: 'sales_orders', isOpen: 'isOpen', invoices: 'invoices' };
  const reads = notesToInvoiceRepository(finance.store, collections);
  const late = reads.find('an org', {}, Date.now() - 1);
  await expect(late).rejects.toMatchObject({ code: 'deadline_exceeded' });
});
