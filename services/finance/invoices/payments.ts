import { invalidField, Outdated } from '#chassis/domain/errors.ts';
import type { Recorded, RecordKey } from '#chassis/records/records.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import { writingOf } from '../documents/document-versions.ts';
import { allocate } from './domain/allocation.ts';
import { leftOfNotes } from './domain/correction.ts';
import type { Invoice, InvoiceView } from './domain/invoice.ts';
import { payInvoice, removePayment } from './domain/move-invoice.ts';
import type { Payment, PaymentInput } from './domain/payment.ts';
import type { PaymentRepository } from './payment-repository.ts';
import type { InvoiceRepository } from './repository.ts';

/**
 * Records and removes payments of invoices, in the caller's transaction. Also matches of bank lines use it. The
 * invoice's event is the last one that the transaction has emitted so far.
 */
export interface InvoicePayments {
  /**
   * Records a payment. `paymentId` of the result is the argument of `takeBack`. Errors: not_found, version_mismatch; as
   * `payInvoice`.
   */
  pay(tx: Transaction, key: RecordKey, payment: PaymentInput): Promise<Recorded<InvoiceView> & { paymentId: string }>;
  /** Pays an invoice with the credit note `key`. Returns the credit note. Errors: as `allocate`; not_found; version_mismatch. */
  allocate(tx: Transaction, key: RecordKey, allocation: Allocating): Promise<Recorded<InvoiceView>>;
  /**
   * Removes a payment; of an allocation, also the other one. Errors: not_found for the invoice or the payment;
   * version_mismatch; in_use as `removePayment`.
   */
  takeBack(tx: Transaction, key: RecordKey, taken: TakenBack): Promise<Recorded<InvoiceView>>;
}

interface Allocating {
  invoiceId: string;
  amount: number;
  /** The date of the two payments, as an ISO 8601 date. */
  date: string;
  /** The credit note, as it was read before the transaction. */
  seen: Pick<Invoice, 'clientId'>;
}

interface TakenBack {
  paymentId: string;
  /** Today in the org's time zone, as an ISO 8601 date. Without the payment, the invoice may be overdue. */
  today: string;
  /** True if the match that created the payment is removed. */
  isUnmatch: boolean;
  /** For a payment of an allocation: the payment, and the client of its invoice, as they were read before the transaction. */
  allocation?: { payment: Payment; clientId: string | null } | undefined;
}

export function invoicePayments(
  invoices: Pick<
    InvoiceRepository,
    'lock' | 'load' | 'lockSubject' | 'loadLocked' | 'save' | 'saveDated' | 'creditNotes'
  >,
  payments: Pick<PaymentRepository, 'add' | 'find' | 'load' | 'remove'>,
): InvoicePayments {
  /**
   * Loads a credit note and an invoice of one client. A payment of them writes no order, so no order is locked. The
   * credit note is locked first, as at its issue. Errors: Outdated if the client is another one now.
   */
  async function loadBoth(tx: Transaction, [noteKey, invoiceKey]: [RecordKey, RecordKey], clientId: string | null) {
    await invoices.lock(tx, noteKey);
    await invoices.lock(tx, invoiceKey);
    await invoices.lockSubject(tx, { salesOrderId: null, clientId });
    const note = await invoices.load(tx, noteKey);
    if (note.clientId !== clientId) throw new Outdated();
    return { note, invoice: await invoices.load(tx, invoiceKey) };
  }

  async function remove(tx: Transaction, before: Invoice, payment: Payment, { today, isUnmatch }: TakenBack) {
    const decision = removePayment(before, payment, { now: tx.now, isUnmatch });
    await payments.remove(tx, payment);
    return invoices.saveDated(tx, before, decision, { today });
  }

  return {
    async pay(tx, key, input) {
      const before = await invoices.loadLocked(tx, key);
      const { decision, payment } = payInvoice(
        before,
        input,
        writingOf(tx),
        leftOfNotes(await invoices.creditNotes(tx, before)),
      );
      await payments.add(tx, payment);
      return { ...(await invoices.save(tx, before, decision)), paymentId: payment.id };
    },
    async allocate(tx, key, { invoiceId, seen, ...input }) {
      const { note, invoice } = await loadBoth(tx, [key, { id: invoiceId }], seen.clientId);
      const { ofNote, ofInvoice } = allocate(note, invoice, input, writingOf(tx));
      await payments.add(tx, ofInvoice.payment);
      await payments.add(tx, ofNote.payment);
      await invoices.save(tx, invoice, ofInvoice.decision);
      return invoices.save(tx, note, ofNote.decision);
    },
    async takeBack(tx, key, taken) {
      const { paymentId, allocation } = taken;
      if (!allocation) {
        const before = await invoices.loadLocked(tx, key);
        const payment = await payments.load(tx, before.id, paymentId);
        // A finance of an earlier version may have removed the other payment alone.
        if (payment.counterpartId !== null && (await payments.find(tx, payment.counterpartId))) throw new Outdated();
        return remove(tx, before, payment, taken);
      }
      const { creditNoteId, allocatedInvoiceId, counterpartId } = allocation.payment;
      const other = { id: creditNoteId ?? allocatedInvoiceId ?? '' };
      const keys: [RecordKey, RecordKey] = creditNoteId === null ? [key, other] : [other, key];
      const { note, invoice } = await loadBoth(tx, keys, allocation.clientId);
      const [own, counterpart] = creditNoteId === null ? [note, invoice] : [invoice, note];
      const payment = await payments.load(tx, own.id, paymentId);
      await remove(tx, counterpart, await payments.load(tx, counterpart.id, counterpartId ?? ''), taken);
      return remove(tx, own, payment, taken);
    },
  };
}

/** Errors: validation_failed at invoiceId if there is no such invoice. */
export function requireInvoice(found: Invoice | undefined, id: string): Invoice {
  if (found) return found;
  throw invalidField(['body', 'invoiceId'], 'no invoice has this id; POST /api/v1/invoices creates one', id);
}
