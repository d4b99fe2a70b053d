import { type Decimal, parseDecimal } from '#chassis/domain/money.ts';
import { dayText } from '../../documents/domain/days.ts';
import type { Cell } from '../../documents/domain/kept-sums.ts';
import { taxesOf } from '../../documents/domain/taxes.ts';
import { unpaidOf } from './exposure.ts';
import type { Invoice } from './invoice.ts';
import { isCreditNote, isIssued } from './invoice-status.ts';

/** The part of the sums with the unpaid amounts. Its keys are `<currency> <due day>`. */
export const OPEN_PART = 'open';
/** In place of the due day: of an invoice without one that ISO 8601 reads. */
export const NO_DAY = 'none';
/** In place of the due day: of a credit note. */
export const CREDITS = 'credit';

/** The part of the sums with the taxes of a year. Its keys are `<currency> <month> <rate>`; the amounts are base and tax. */
export const taxPart = (year: string) => `tax-${year}`;
/** In place of the year and the month: of an issue date that ISO 8601 does not read. */
export const NO_MONTH = 'none';
/** In place of the rate: of amounts whose rate is not known. */
export const NO_RATE = 'none';

/** The fields of an invoice that its cells depend on. */
export type CountedInvoice = Pick<
  Invoice,
  | 'status'
  | 'invoiceType'
  | 'currency'
  | 'dueDate'
  | 'issuedDate'
  | 'taxRate'
  | 'subtotal'
  | 'taxAmount'
  | 'totalAmount'
  | 'paidAmount'
> & { lineItems: readonly Pick<Invoice['lineItems'][number], 'amount' | 'taxRate'>[] };

/** The amounts that an invoice adds to the receivables and the taxes (decisions 7: Reports). */
export const invoiceCells = (invoice: CountedInvoice): Cell[] => [...owedCells(invoice), ...taxCells(invoice)];

function owedCells(invoice: CountedInvoice): Cell[] {
  const unpaid = unpaidOf(invoice);
  if (unpaid.eq(0)) return [];
  const due = isCreditNote(invoice) ? CREDITS : (dayText(invoice.dueDate) ?? NO_DAY);
  return [{ part: OPEN_PART, key: `${invoice.currency} ${due}`, amounts: [unpaid] }];
}

function taxCells(invoice: CountedInvoice): Cell[] {
  const { currency, status, invoiceType, issuedDate } = invoice;
  if (currency === null || !isIssued(status) || invoiceType === PROFORMA) return [];
  const sign = isCreditNote(invoice) ? -1 : 1;
  const month = dayText(issuedDate)?.slice(0, -DAY_LENGTH) ?? NO_MONTH;
  const part = taxPart(month === NO_MONTH ? NO_MONTH : month.slice(0, -MONTH_LENGTH));
  const signed = (amount: number): Decimal => parseDecimal(amount).times(sign);
  // An invoice may have several entries of a rate: the sums of its lines, and what is beyond them.
  return taxesOf({ ...invoice, taxExemptionReason: null }).map(({ rate, base, amount }) => ({
    part,
    key: `${currency} ${month} ${rate ?? NO_RATE}`,
    amounts: [signed(base), signed(amount)],
  }));
}

/** A proforma invoice asks for money, and charges no tax: the invoice of the goods does. */
const PROFORMA = 'proforma';
const DAY_LENGTH = '-31'.length;
const MONTH_LENGTH = '-03'.length;
