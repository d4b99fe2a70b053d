import { type Decimal, parseDecimal } from '#chassis/domain/money.ts';
import type { LineQuantities } from '../../orders/domain/line-quantities.ts';
import type { Invoice } from './invoice.ts';
import { isCreditNote, isIssued, isOpen } from './invoice-status.ts';
import { quantityChange } from './invoiced-quantities.ts';

/** The changes that an invoice makes to its order, and to the amounts that its client owes (decisions 7: Credit). */
export interface InvoiceExposureChange {
  clientId: string | null;
  salesOrderId: string | null;
  /** null: no amount changes. */
  currency: string | null;
  /** The changes of the invoiced quantities of the order's lines. */
  quantities: LineQuantities;
  /** The change of the invoiced amount of the order. */
  invoiced: Decimal;
  /** The change of the unpaid amount. */
  unpaid: Decimal;
}

/** The change from `before` to `after`; undefined if no amount and no quantity changes. `before`: undefined for a new invoice. */
export function exposureChange(before: Invoice | undefined, after: Invoice): InvoiceExposureChange | undefined {
  const invoiced = invoicedBy(after).minus(before ? invoicedBy(before) : 0);
  const unpaid = unpaidOf(after).minus(before ? unpaidOf(before) : 0);
  const quantities = quantityChange(before, after);
  if (invoiced.eq(0) && unpaid.eq(0) && quantities.size === 0) return undefined;
  const { clientId, salesOrderId, currency } = after;
  return { clientId, salesOrderId, currency, quantities, invoiced, unpaid };
}

/**
 * The amount that the invoice counts as invoiced of its order. It is 0 for an invoice without a currency, because its
 * amount cannot be compared with others.
 */
export const invoicedBy = (invoice: Invoice): Decimal =>
  invoice.currency !== null && isIssued(invoice.status) ? counted(invoice, invoice.totalAmount ?? 0) : NOTHING;

type Owed = Pick<Invoice, 'currency' | 'status' | 'invoiceType' | 'totalAmount' | 'paidAmount'>;

/** The unpaid amount of an issued invoice, otherwise 0. It is negative for a credit note. */
export const unpaidOf = (invoice: Owed): Decimal =>
  invoice.currency !== null && isOpen(invoice.status)
    ? counted(invoice, invoice.totalAmount ?? 0).minus(counted(invoice, invoice.paidAmount))
    : NOTHING;

const NOTHING = parseDecimal(0);

/** The amount; negative for a credit note. */
const counted = (invoice: Pick<Invoice, 'invoiceType'>, amount: number): Decimal =>
  isCreditNote(invoice) ? parseDecimal(amount).neg() : parseDecimal(amount);
