import type { Recorded, RecordKey } from '#chassis/records/records.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import { writingOf } from '../documents/document-versions.ts';
import type { InvoiceView } from './domain/invoice.ts';
import { payInvoice, removePayment } from './domain/move-invoice.ts';
import type { PaymentInput } from './domain/payment.ts';
import type { PaymentRepository } from './payment-repository.ts';
import type { InvoiceRepository } from './repository.ts';

/** Paying invoices, also by other resources: each in the transaction of the one who pays, its event the last so far. */
export interface InvoicePayments {
  /** `paymentId`: names it when it is taken back. Errors: not_found, version_mismatch; as of `payInvoice`. */
  pay(tx: Transaction, key: RecordKey, payment: PaymentInput): Promise<Recorded<InvoiceView> & { paymentId: string }>;
  /** Errors: not_found of the invoice or the payment, version_mismatch; in_use, as of `removePayment`. */
  takeBack(tx: Transaction, key: RecordKey, taken: TakenBack): Promise<Recorded<InvoiceView>>;
}

interface TakenBack {
  paymentId: string;
  /** ISO 8601, where the org is: paid no more, it may be overdue. */
  today: string;
  /** By the match that has made the payment. */
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
    return invoices.saveDated(tx, before, decision, today);
  },
});
