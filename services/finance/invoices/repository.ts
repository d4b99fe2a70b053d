import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import type { Decimal } from '#chassis/domain/money.ts';
import type { Decision } from '#chassis/domain/record.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import { openRecords, type Recorded, type RecordStore, type Records, sessionOf } from '#chassis/records/records.ts';
import type { RecordName, References } from '#chassis/reference-integrity/references.ts';
import type { ReadScope, Transaction } from '#chassis/unit-of-work/write.ts';
import { invoiceStatuses } from '#proto/finance/v1/invoice.contract.ts';
import { type LockedLoad, lockedLoad } from '../documents/locked-load-repository.ts';
import { type CreditNoteAmounts, credit, creditedChange, isCounted, sumOfNotes } from './domain/correction.ts';
import { exposureChange } from './domain/exposure.ts';
import { type Invoice, type InvoiceView, invoiceView } from './domain/invoice.ts';
import { invoiceCells } from './domain/invoice-cells.ts';
import { isIssued } from './domain/invoice-status.ts';
import { addQuantities, type LineQuantities, quantitiesOf } from './domain/invoiced-quantities.ts';
import { type OtherInvoice, type Taken, TakenLines } from './domain/lines-from-order.ts';
import { markOverdue, payAtOpening } from './domain/move-invoice.ts';
import type { InvoiceDependencies, InvoicingLimit } from './invoice-dependencies.ts';
import { invoiceModel } from './invoice-model.ts';
import { type OpenInvoices, openInvoices } from './open-invoices-repository.ts';

/**
 * The stored invoices. A write of an invoice also updates the amounts that its client owes and the invoiced amount of
 * its order. So `lockAll` also locks the order and the client's credit.
 */
export interface InvoiceRepository extends Records<Invoice, InvoiceView>, LockedLoad<Invoice>, OpenInvoices {
  /**
   * Adds an invoice and emits its events: created; paid, if the invoice is created with a payment and is not a draft;
   * overdue, if its due date is before `today`. Errors: as `add`; conflict above the limit.
   */
  addDated(tx: Transaction, decision: Decision<Invoice>, dating: Dating): Promise<Recorded<InvoiceView>>;
  /** `limit`: of the invoiced quantities; absent: they are not checked. Errors: as `save` of Records; conflict above it. */
  save(
    tx: Transaction,
    before: Invoice,
    decision: Decision<Invoice>,
    limit?: InvoicingLimit,
  ): Promise<Recorded<InvoiceView>>;
  /** As `save`. Also emits the events paid and overdue, as `addDated`. */
  saveDated(
    tx: Transaction,
    before: Invoice,
    decision: Decision<Invoice>,
    dating: Dating,
  ): Promise<Recorded<InvoiceView>>;
  /** Locks the order and the client's credit. Call it before the transaction writes anything. */
  lockSubject: InvoiceDependencies['lock'];
  /** The quantities of the order's lines on drafts, and on the invoices of the delivery note. */
  taken(scope: ReadScope, salesOrderId: string, noteId: string | undefined): Promise<Taken>;
  /** The quantities of the order's lines on issued invoices. Order lines of an earlier version do not keep them. */
  issued(scope: ReadScope, salesOrderId: string): Promise<LineQuantities>;
  /** The issued credit notes that correct the invoice. It reads nothing if the invoice is not credited. */
  creditNotes(scope: ReadScope, invoice: Pick<Invoice, 'id' | 'creditedAmount'>): Promise<CreditNoteAmounts[]>;
}

/** `today`: as an ISO 8601 date. `limit`: of the invoiced quantities; absent: they are not checked. */
interface Dating {
  today: string;
  limit?: InvoicingLimit | undefined;
}

interface Dated {
  before: Invoice | undefined;
  state: Invoice;
  today: string;
}

export interface InvoiceStore extends Pick<RecordStore, 'store'> {
  references: References;
  dependencies: InvoiceDependencies;
}

export function invoiceRepository({ store, references, dependencies }: InvoiceStore): InvoiceRepository {
  const model = recordModel(store.connection, invoiceModel);
  const records = openRecords<Invoice, InvoiceView>({
    ...invoiceModel,
    store,
    references: {
      references,
      kind: 'invoice',
      nameOf: ({ id, invoiceNumber, status }) => ({ name: invoiceNumber ?? id, status }),
      targetsOf,
    },
    // Searches also find the client's present name, which is in the local copies.
    async naming(orgId, text, { clientId }, waitLimit) {
      const clients = await dependencies.clientsNamed(orgId, text, clientId as string | undefined, waitLimit);
      return clients.length === 0 ? undefined : { clientId: { $in: clients } };
    },
    show: invoiceView,
    complete: dependencies.withClientNames,
    madeOf: {
      clientName: ['clientId'],
      remainingBalance: ['totalAmount', 'paidAmount'],
      taxes: ['lineItems', 'taxRate', 'currency', 'subtotal', 'taxAmount', 'taxExemptionReason'],
    },
    namedBy: {
      orderNumber: 'salesOrderId',
      deliveryNoteNumber: 'deliveryNoteId',
      correctsInvoiceNumber: 'correctsInvoiceId',
    },
    names: dependencies.names,
  });

  /** It runs before the invoice is saved, so that the invoice's event is the last one of the transaction. */
  async function owe(tx: Transaction, before: Invoice | undefined, after: Invoice, limit?: InvoicingLimit) {
    const change = exposureChange(before, after);
    const sums = () => issued(tx, after.salesOrderId ?? '');
    if (change) await dependencies.owe(tx, change, { limit, sums });
    await creditCorrected(tx, before, after);
  }

  /**
   * Counts the amounts of a written invoice in the kept sums. Every write of an invoice must pass here, before it is
   * stored.
   */
  async function summed(tx: Transaction, before: Invoice | undefined, decision: Decision<Invoice>) {
    const isCounted = await dependencies.sums.change(tx, before, decision.state);
    return { ...decision, state: { ...decision.state, isCounted: isCounted || null } };
  }

  const keep = async (tx: Transaction, before: Invoice, decision: Decision<Invoice>) =>
    records.save(tx, before, await summed(tx, before, decision));

  /** Stores the credited amount of the invoice that a credit note corrects. */
  async function creditCorrected(tx: Transaction, before: Invoice | undefined, after: Invoice) {
    const change = creditedChange(before, after);
    if (change.eq(0) && !isCounted(before, after)) return;
    const loaded = await records.load(tx, { id: after.correctsInvoiceId ?? '' });
    // A finance of an earlier version has dropped the sum when it changed the invoice.
    const creditedAmount = loaded.creditedAmount ?? sumOfNotes(await notesOf(tx, loaded.id));
    const corrected = { ...loaded, creditedAmount };
    const decision = credit(corrected, after, change, tx.now);
    if (!change.eq(0)) await keep(tx, corrected, decision);
  }

  async function notesOf(scope: ReadScope, correctsInvoiceId: string) {
    const filter = { orgId: scope.orgId, correctsInvoiceId, status: { $in: ISSUED } };
    const found = await model.find(filter as never, { totalAmount: 1, paidAmount: 1 }, sessionOf(scope)).lean();
    return found as unknown as CreditNoteAmounts[];
  }

  /** The corrected invoice is locked before the order and the client, as at a payment of it. */
  async function lockReferred(
    tx: Transaction,
    { correctsInvoiceId, ...subject }: Pick<Invoice, 'correctsInvoiceId' | 'salesOrderId' | 'clientId'>,
  ) {
    if (correctsInvoiceId) await records.lock(tx, { id: correctsInvoiceId });
    await dependencies.lock(tx, subject);
  }

  /** Reads the invoices one by one: an order may have many, each with up to 500 lines. */
  async function eachOf(scope: ReadScope, filter: object, visit: (invoice: OtherInvoice) => void) {
    const own = { orgId: scope.orgId, ...filter };
    const options = { projection: INVOICING, batchSize: BATCH_SIZE, ...sessionOf(scope) };
    const timeSlices = new TimeSlices();
    for await (const found of model.collection.find(own as never, options)) {
      await timeSlices.giveWay();
      visit(found as unknown as OtherInvoice);
    }
  }

  async function issued(scope: ReadScope, salesOrderId: string): Promise<LineQuantities> {
    const sums = new Map<string, Decimal>();
    const filter = { salesOrderId, status: { $in: ISSUED } };
    await eachOf(scope, filter, (invoice) => addQuantities(sums, quantitiesOf(invoice)));
    return sums;
  }

  async function taken(scope: ReadScope, salesOrderId: string, noteId: string | undefined): Promise<Taken> {
    const lines = new TakenLines(noteId);
    const add = (invoice: OtherInvoice) => lines.add(invoice);
    await eachOf(scope, { salesOrderId, status: 'draft' }, add);
    if (noteId !== undefined) {
      await eachOf(scope, { salesOrderId, deliveryNoteId: noteId, status: { $in: ISSUED } }, add);
    }
    return lines;
  }

  /** Emits the events that follow a write: paid and overdue. */
  async function dated(tx: Transaction, written: Recorded<InvoiceView>, { before, state, today }: Dated) {
    const paid = payAtOpening(before, state, tx);
    const withPayment = paid ? await keep(tx, state, paid) : written;
    const last = paid?.state ?? state;
    const late = markOverdue(last, { now: tx.now, today });
    return late ? keep(tx, last, late) : withPayment;
  }

  return {
    ...records,
    ...openInvoices(store, dependencies.withClientNames),
    ...lockedLoad({
      model,
      records,
      fields: ['salesOrderId', 'clientId', 'correctsInvoiceId'],
      lockReferred,
    }),
    async addDated(tx, created, { today, limit }) {
      const change = exposureChange(undefined, created.state);
      const isSummed = invoiceCells(created.state).length > 0;
      // The locks are taken before anything is written. While a transaction waits for a lock, it must not block the
      // transaction that holds the lock.
      if (change || isSummed) await dependencies.lock(tx, created.state);
      await owe(tx, undefined, created.state, limit);
      const decision = await summed(tx, undefined, created);
      const recorded = await records.add(tx, decision);
      return dated(tx, recorded, { before: undefined, state: decision.state, today });
    },
    async save(tx, before, decision, limit) {
      await owe(tx, before, decision.state, limit);
      return keep(tx, before, decision);
    },
    async saveDated(tx, before, sent, { today, limit }) {
      await owe(tx, before, sent.state, limit);
      const decision = await summed(tx, before, sent);
      const recorded = await records.save(tx, before, decision);
      return dated(tx, recorded, { before, state: decision.state, today });
    },
    async remove(tx, decision, reserved) {
      await dependencies.sums.change(tx, decision.state, undefined);
      return records.remove(tx, decision, reserved);
    },
    taken,
    issued,
    creditNotes: async (scope, { id, creditedAmount }) => (creditedAmount === 0 ? [] : notesOf(scope, id)),
    lockSubject: dependencies.lock,
  };
}

const ISSUED = invoiceStatuses.filter(isIssued);
/** Invoices of one batch of the cursor. */
const BATCH_SIZE = 100;

/** The fields of OtherInvoice. */
const INVOICING = {
  status: 1,
  invoiceType: 1,
  deliveryNoteId: 1,
  'lineItems.salesOrderLineItemId': 1,
  'lineItems.qty': 1,
};

/**
 * The records that an invoice refers to. A cancelled invoice refers to nothing, so its order and client can be deleted
 * (decisions 6: Sales order).
 */
export function targetsOf({
  salesOrderId,
  clientId,
  deliveryNoteId,
  correctsInvoiceId,
  status,
}: Pick<Invoice, 'salesOrderId' | 'clientId' | 'deliveryNoteId' | 'correctsInvoiceId' | 'status'>): RecordName[] {
  if (status === 'cancelled') return [];
  return [
    ...(salesOrderId === null ? [] : [`sales_order:${salesOrderId}` as const]),
    ...(clientId === null ? [] : [`client:${clientId}` as const]),
    // An invoice of an earlier version lacks these fields.
    ...(deliveryNoteId ? [`delivery_note:${deliveryNoteId}` as const] : []),
    ...(correctsInvoiceId ? [`invoice:${correctsInvoiceId}` as const] : []),
  ];
}
