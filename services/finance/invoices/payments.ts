import type { Recorded, RecordKey } from '#chassis/records/records.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import { writingOf } from '../documents/document-versions.ts';
import type { InvoiceView } from './domain/invoice.ts';
import { payInvoice, removePayment } from './domain/move-invoice.ts';
import type { PaymentInput } from './domain/payment.ts';
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
  /**
   * Removes a payment. Errors: not_found for the invoice or the payment; version_mismatch; in_use as `removePayment`.
   */
  takeBack(tx: Transaction, key: RecordKey, taken: TakenBack): Promise<Recorded<InvoiceView>>;
}

interface TakenBack {
  paymentId: string;
  /** Today in the org's time zone, as an ISO 8601 date. Without the payment, the invoice may be overdue. */
  today: string;
  /** True if the match that created the payment is removed. */
  isUnmatch: boolean;
}

export const invoicePayments = (
  invoices: Pick<InvoiceRepository, 'loadLocked' | 'save' | 'saveDated'>,
  payments: Pick<PaymentRepository, 'add' | 'load' | 'remove'>,
): InvoicePayments => ({
  async pay(tx, key, input) {
    const before = await invoices.loadLocked(tx, key);
    const { decision, payment } = payInvoice(before, input, writingOf(tx));
    await payments.add(tx, payment);
    return { ...(await invoices.save(tx, before, decision)), paymentId: payment.id };
  },
  async takeBack(tx, key, { paymentId, today, isUnmatch }) {
    const before = await invoices.loadLocked(tx, key);
    const payment = await payments.load(tx, before.id, paymentId);
    const decision = removePayment(before, payment, { now: tx.now, isUnmatch });
    await payments.remove(tx, payment);
    return invoices.saveDated(tx, before, decision, { today });
  },
});
