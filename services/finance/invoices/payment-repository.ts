import type { WaitLimit } from '#chassis/concurrency/fair-queue.ts';
import { notFound } from '#chassis/domain/errors.ts';
import { insertOneRaw } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { type RecordModel, recordModel, storing } from '#chassis/records/record-model.ts';
import { type ListPage, openRecords, type RecordQuery } from '#chassis/records/records.ts';
import type { ReadScope, Transaction } from '#chassis/unit-of-work/write.ts';
import { invoicePaymentAmounts } from '#proto/finance/v1/invoice.contract.ts';
import { currenciesIn } from '../documents/currencies-repository.ts';
import { type Payment, paymentDates, paymentSortKeys } from './domain/payment.ts';
import { invoiceModel } from './invoice-model.ts';

/**
 * The payments of invoices. A payment is written in the transaction that changes the paid amount of its invoice.
 * Payments have no events of their own: the invoice's event announces them.
 */
export interface PaymentRepository {
  add(tx: Transaction, payment: Payment): Promise<void>;
  /** Errors: not_found, also if the payment belongs to another invoice. */
  load(tx: Transaction, invoiceId: string, id: string): Promise<Payment>;
  /** Undefined if there is no such payment. */
  find(scope: ReadScope, id: string): Promise<Payment | undefined>;
  remove(tx: Transaction, payment: Payment): Promise<void>;
  list(orgId: string, invoiceId: string, query: RecordQuery, waitLimit: WaitLimit): Promise<ListPage<Payment>>;
}

export const paymentModel: RecordModel<Payment> = {
  resource: 'Payment',
  collection: 'invoice_payments',
  fields: {
    invoiceId: String,
    amount: Number,
    discount: Number,
    date: String,
    reference: String,
    bankStatementId: String,
    bankLineId: String,
    creditNoteId: String,
    allocatedInvoiceId: String,
    counterpartId: String,
    createdById: String,
  },
  // An invoice has few payments. They are sorted by other fields after they are read.
  list: { sorts: ['createdAt'], filters: ['invoiceId'], sortKeys: paymentSortKeys, dates: paymentDates },
};

export function paymentRepository(store: Store): PaymentRepository {
  const model = recordModel(store.connection, paymentModel);
  const stored = storing(paymentModel);
  const totals = {
    amounts: invoicePaymentAmounts,
    // A payment has the currency of its invoice.
    groupedBy: 'invoiceId',
    currenciesOf: currenciesIn(store.connection, invoiceModel.collection),
  };
  const { find, list } = openRecords<Payment>({
    ...paymentModel,
    list: { ...paymentModel.list, totals },
    store,
    namedBy: {
      invoiceNumber: 'invoiceId',
      bankStatementNumber: 'bankStatementId',
      creditNoteNumber: 'creditNoteId',
      allocatedInvoiceNumber: 'allocatedInvoiceId',
      createdByName: 'createdById',
    },
  });
  return {
    add: (tx, payment) => insertOneRaw(model, stored(payment), tx.session),
    async load(tx, invoiceId, id) {
      const payment = await find(tx, id);
      if (payment?.invoiceId !== invoiceId) throw notFound(paymentModel.resource);
      return payment;
    },
    async remove({ session }, { id, orgId }) {
      await model.deleteOne({ orgId, _id: id } as never, { session });
    },
    find,
    list: (orgId, invoiceId, query, waitLimit) => list(orgId, query, { invoiceId }, waitLimit),
  };
}
