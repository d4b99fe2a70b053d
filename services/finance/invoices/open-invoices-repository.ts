import type { Store } from '#chassis/mongo/mongo.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import { sessionOf } from '#chassis/records/records.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { Invoice } from './domain/invoice.ts';
import { CREDIT_NOTE, type InvoiceStatus } from './domain/invoice-status.ts';
import type { InvoiceDependencies } from './invoice-dependencies.ts';
import { DISCOUNTED, invoiceModel, REMAINING } from './invoice-model.ts';

/** The fields of an invoice that a payment is compared with. */
export type OpenInvoice = Pick<
  Invoice,
  | 'id'
  | 'orgId'
  | 'invoiceNumber'
  | 'invoiceType'
  | 'clientId'
  | 'clientName'
  | 'currency'
  | 'totalAmount'
  | 'paidAmount'
  | 'discountTaken'
  | 'creditedAmount'
  | 'allocatedAmount'
  | 'issuedDate'
  | 'discountPercent'
  | 'discountDays'
>;

/** Finds the unpaid invoices that a payment may be for. */
export interface OpenInvoices {
  /**
   * Unpaid invoices in the currency that have one of the unpaid amounts, with or without the discount for early payment,
   * or one of the numbers. At most MAX_FOUND are returned for each of the three.
   */
  matching(scope: ReadScope, wanted: WantedInvoices): Promise<OpenInvoice[]>;
}

interface WantedInvoices {
  currency: string;
  amounts: readonly number[];
  numbers: readonly string[];
}

/** Maximum number of invoices that one query returns. */
const MAX_FOUND = 1_000;
/** Statuses in which the client owes the unpaid amount. */
const OPEN: readonly InvoiceStatus[] = ['issued', 'partially_paid', 'overdue'];
const projection = {
  orgId: 1,
  invoiceNumber: 1,
  invoiceType: 1,
  clientId: 1,
  currency: 1,
  totalAmount: 1,
  paidAmount: 1,
  discountTaken: 1,
  creditedAmount: 1,
  allocatedAmount: 1,
  issuedDate: 1,
  discountPercent: 1,
  discountDays: 1,
} as const;

type Found = Omit<OpenInvoice, 'id' | 'clientName'> & { _id: string };

export function openInvoices(
  { connection }: Pick<Store, 'connection'>,
  withClientNames: InvoiceDependencies['withClientNames'],
): OpenInvoices {
  const { collection } = recordModel(connection, invoiceModel);

  /** Finds invoices by one field. Each field has its own index. */
  async function having(scope: ReadScope, currency: string, field: string, values: readonly unknown[]) {
    if (values.length === 0) return [];
    const open = { status: { $in: OPEN }, invoiceType: { $ne: CREDIT_NOTE }, currency };
    const filter = { orgId: scope.orgId, [field]: { $in: values }, ...open };
    const found = collection.find(filter as never, { projection, limit: MAX_FOUND, ...sessionOf(scope) });
    return (await found.toArray()) as unknown as Found[];
  }

  return {
    async matching(scope, { currency, amounts, numbers }) {
      const byAmount = await having(scope, currency, REMAINING, amounts);
      const byDiscounted = await having(scope, currency, DISCOUNTED, amounts);
      const byNumber = await having(scope, currency, 'invoiceNumber', numbers);
      const found = new Map([...byAmount, ...byDiscounted, ...byNumber].map((one) => [one._id, one]));
      const invoices = [...found.values()].map(({ _id, ...one }) => ({ id: _id, ...one, clientName: null }));
      return withClientNames<OpenInvoice>(invoices, scope.session);
    },
  };
}
