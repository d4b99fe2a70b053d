import { type Decimal, parseDecimal } from '#chassis/domain/money.ts';
import type { Invoice } from './invoice.ts';
import { isCreditNote, isOpen } from './invoice-status.ts';

/** The changes that an invoice makes to the amounts that its client owes (decisions 7: Credit). */
export interface InvoiceExposureChange {
  clientId: string | null;
  salesOrderId: string | null;
  currency: string;
  /** By so much more of its order is invoiced. */
  invoiced: Decimal;
  /** By so much more is unpaid. */
  unpaid: Decimal;
}

/** Undefined: nothing. Without `before` there was no invoice. */
export function exposureChange(before: Invoice | undefined, after: Invoice): InvoiceExposureChange | undefined {
  const invoiced = invoicedBy(after).minus(before ? invoicedBy(before) : 0);
  const unpaid = unpaidOf(after).minus(before ? unpaidOf(before) : 0);
  if (invoiced.eq(0) && unpaid.eq(0)) return undefined;
  const { clientId, salesOrderId, currency } = after;
  if (currency === null) return undefined;
  return { clientId, salesOrderId, currency, invoiced, unpaid };
}

/** The amount of its order that it invoices. 0 without a currency: no sum of another document can be compared with it. */
export const invoicedBy = (invoice: Invoice): Decimal =>
  invoice.currency !== null && (isOpen(invoice.status) || invoice.status === 'paid')
    ? counted(invoice, invoice.totalAmount ?? 0)
    : NOTHING;

/** The unpaid amount. */
export const unpaidOf = (invoice: Invoice): Decimal =>
  invoice.currency !== null && isOpen(invoice.status)
    ? counted(invoice, invoice.totalAmount ?? 0).minus(counted(invoice, invoice.paidAmount))
    : NOTHING;

const NOTHING = parseDecimal(0);

/** Credit notes count negative. */
const counted = (invoice: Invoice, amount: number): Decimal =>
  isCreditNote(invoice) ? parseDecimal(amount).neg() : parseDecimal(amount);
