import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { InvoiceStatus } from '../../../../../../services/finance/invoices/domain/invoice-status.ts';
import { linesFromOrder, TakenLines } from '../../../../../../services/finance/invoices/domain/lines-from-order.ts';
import type { Order } from '../../../../../../services/finance/orders/domain/order.ts';

/** Invoices of an order and of its delivery notes, mixed (decisions 6: Lines made of an order). */

const LINES = ['l0', 'l1'] as const;
type Quantities = readonly [number, number];

interface Paper {
  status: InvoiceStatus;
  invoiceType: 'standard' | 'credit_note';
  deliveryNoteId: string | null;
  quantities: Quantities;
}

const NONE: Quantities = [0, 0];
const plus = (one: Quantities, other: Quantities, sign = 1): Quantities => [
  one[0] + sign * other[0],
  one[1] + sign * other[1],
];
const sum = (all: readonly Quantities[]) => all.reduce((total, one) => plus(total, one), NONE);

/** The books of one order: what its notes have shipped, and its invoices. */
class Books {
  readonly papers: Paper[] = [];
  readonly notes: readonly Quantities[];

  constructor(notes: readonly Quantities[]) {
    this.notes = notes;
  }

  /** The signed quantities of invoices that count. */
  taken(papers = this.papers): Quantities {
    const counting = papers.filter(({ status, invoiceType }) => status === 'issued' || invoiceType === 'standard');
    return sum(
      counting.map((one) => (one.invoiceType === 'standard' ? one.quantities : plus(NONE, one.quantities, -1))),
    );
  }

  of(noteId: string) {
    return this.papers.filter(({ deliveryNoteId }) => deliveryNoteId === noteId);
  }

  /** Makes a draft of what is left, of the order or of a note. Returns its quantities; undefined if it is refused. */
  invoice(note: number | null): Quantities | undefined {
    const noteId = note === null ? undefined : `n${note}`;
    const lines = new TakenLines(noteId);
    for (const { quantities, ...paper } of this.papers) {
      lines.add({
        ...paper,
        lineItems: LINES.map((id, at) => ({ salesOrderLineItemId: id, qty: quantities[at] as number })),
      });
    }
    const shipped = sum(this.notes);
    const issued = this.taken(this.papers.filter(({ status }) => status === 'issued'));
    const lineItems = LINES.map((id, at) => ({
      id,
      qty: 1_000,
      shippedQty: shipped[at],
      invoicedQty: issued[at],
      unitPrice: 1,
    }));
    const order = { documentId: 'SO-1', status: 'confirmed', lineItems } as unknown as Order;
    const shippedLines = (this.notes[note ?? 0] ?? NONE).map((qty, at) => ({ salesOrderLineItemId: LINES[at], qty }));
    const from = { id: noteId, documentId: 'DN-1', lineItems: shippedLines } as never;
    try {
      const made = linesFromOrder(order, { linesFrom: 'shipped', ...(noteId && { note: from }) }, lines);
      const qtyOf = (id: string) => made.find((line) => line.salesOrderLineItemId === id)?.qty ?? 0;
      const quantities: Quantities = [qtyOf('l0'), qtyOf('l1')];
      this.papers.push({ status: 'draft', invoiceType: 'standard', deliveryNoteId: noteId ?? null, quantities });
      return quantities;
    } catch {
      return undefined;
    }
  }

  /** Credits a part of an issued invoice. `named`: the credit note names the note of the invoice. */
  credit(index: number, part: number): void {
    const paper = this.papers[index % Math.max(1, this.papers.length)];
    if (paper?.status !== 'issued' || paper.invoiceType !== 'standard') return;
    const quantities = paper.quantities.map((qty) => Math.floor((qty * part) / 4)) as unknown as Quantities;
    const credited = this.papers.filter((one) => one.invoiceType === 'credit_note');
    // At most what is invoiced is taken back, of the order and of the note.
    const counting = [
      this.taken(),
      this.taken(this.papers.filter((one) => one.deliveryNoteId === paper.deliveryNoteId)),
    ];
    if (counting.some((left) => plus(left, quantities, -1).some((qty) => qty < 0)) || credited.length > 4) return;
    this.papers.push({ ...paper, status: 'issued', invoiceType: 'credit_note', quantities });
  }
}

const quantities = fc.tuple(fc.nat(9), fc.nat(9));
const step = fc.oneof(
  fc.record({ does: fc.constant('invoice' as const), note: fc.option(fc.nat(2)) }),
  fc.record({ does: fc.constantFrom('issue' as const, 'drop' as const), index: fc.nat(9) }),
  fc.record({ does: fc.constant('credit' as const), index: fc.nat(9), part: fc.integer({ min: 1, max: 4 }) }),
);

function played(
  notes: readonly Quantities[],
  steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
) {
  const books = new Books(notes);
  for (const one of steps) {
    if (one.does === 'invoice') books.invoice(one.note === null ? null : one.note % notes.length);
    else if (one.does === 'credit') books.credit(one.index, one.part);
    else {
      const at = one.index % Math.max(1, books.papers.length);
      const paper = books.papers[at];
      if (paper?.status !== 'draft') continue;
      if (one.does === 'issue') paper.status = 'issued';
      else books.papers.splice(at, 1);
    }
  }
  return books;
}

const notes = fc.array(quantities, { minLength: 1, maxLength: 3 });
const steps = fc.array(step, { maxLength: 25 });

test('no piece is invoiced twice, neither of the order nor of a note', () => {
  fc.assert(
    fc.property(notes, steps, (shipped, all) => {
      const books = played(shipped, all);
      const total = sum(shipped);
      expect(books.taken().every((qty, at) => qty <= (total[at] as number))).toBe(true);
      for (const [index, own] of shipped.entries()) {
        expect(books.taken(books.of(`n${index}`)).every((qty, at) => qty <= (own[at] as number))).toBe(true);
      }
    }),
  );
});

test('what is left of the order is left of its notes, and nothing else', () => {
  fc.assert(
    fc.property(notes, steps, (shipped, all) => {
      const books = played(shipped, all);
      const left = plus(sum(shipped), books.taken(), -1);
      const byNotes = shipped.map((_, note) => books.invoice(note) ?? NONE);
      expect(sum(byNotes)).toEqual(left);
      expect(books.invoice(null)).toBeUndefined();
    }),
  );
});
