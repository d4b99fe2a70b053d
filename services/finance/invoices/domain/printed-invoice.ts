import { add, amountText, type Decimal, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import { type BankAccount, printedAccount } from '../../bank-accounts/domain/bank-account.ts';
import { canonicalText, unitPriceText } from '../../documents/domain/decimal-text.ts';
import { describedBy } from '../../documents/domain/named-line.ts';
import { notesWithReason, taxRows } from '../../documents/domain/printed-taxes.ts';
import { taxesOf } from '../../documents/domain/taxes.ts';
import { factsOfOrder, type PrintedOrder } from '../../orders/domain/printed-order.ts';
import { markOf } from '../../pdf/domain/mark.ts';
import {
  type Column,
  factsOf,
  fileNameOf,
  type Party,
  type PrintedDocument,
  withoutSilent,
} from '../../pdf/domain/printed-document.ts';
import { earlyPayment } from './due-date.ts';
import type { Invoice } from './invoice.ts';
import { type InvoiceStatus, isCreditNote } from './invoice-status.ts';
import { requireCurrency, unpaidAmount } from './payment.ts';

/** Data that is printed on an invoice but not stored with it. It is read at the time of printing. */
export interface InvoiceParts {
  issuer: Party;
  /** undefined if the invoice has no client. */
  client: Party | undefined;
  /** undefined if the invoice has no order, or the order was deleted. */
  order: PrintedOrder | undefined;
  /** Number of the invoice that a credit note corrects. */
  correctedNumber?: string | undefined;
  /** The accounts to which the client can pay. */
  accounts: readonly BankAccount[];
  /** As for `earlyPayment`. */
  unallocated?: Decimal;
}

const TITLES: ReadonlyMap<string, string> = new Map([
  ['standard', 'Invoice'],
  ['proforma', 'Proforma invoice'],
  ['deposit', 'Deposit invoice'],
  ['credit_note', 'Credit note'],
  ['debit_note', 'Debit note'],
]);

const PAYMENT: Record<InvoiceStatus, string | null> = {
  draft: null,
  issued: 'Open',
  partially_paid: 'Partially paid',
  paid: 'Paid',
  overdue: 'Overdue',
  cancelled: null,
};

const COLUMNS: Column[] = [
  { title: '#', align: 'right' },
  { title: 'Description', fills: true },
  { title: 'Qty', align: 'right' },
  { title: 'Unit price', align: 'right' },
  { title: 'Discount %', align: 'right' },
  { title: 'Tax %', align: 'right' },
  { title: 'Amount', align: 'right' },
];

/** The invoice as a document to print. Errors: validation_failed if it has no currency. */
export function printedInvoice(
  invoice: Invoice,
  { issuer, client, order, correctedNumber, accounts, unallocated }: InvoiceParts,
): PrintedDocument {
  const currency = requireCurrency(invoice);
  const { invoiceType, invoiceNumber } = invoice;
  const title = TITLES.get(invoiceType ?? 'standard');
  // A line of an earlier version has no rates.
  const hasRates = invoice.lineItems.some((line) => (line.taxRate ?? null) !== null);
  const lines = invoice.lineItems.map(({ qty, unitPrice, amount, ...line }, index) => [
    String(index + 1),
    describedBy(line.description, [line.styleName, line.refId, line.color, line.size]),
    numberText(qty),
    priceText(currency, unitPrice),
    numberText(line.discountPercent ?? null),
    hasRates ? numberText(line.taxRate ?? invoice.taxRate) : '',
    moneyText(currency, amount),
  ]);
  return {
    title: title ?? 'Invoice',
    number: invoiceNumber ?? '',
    mark: markOf(invoice.status),
    fileName: fileNameOf(title ?? 'Invoice', invoiceNumber ?? 'draft'),
    changedAt: invoice.updatedAt,
    issuer,
    parties: client ? [{ label: 'Bill to', ...client }] : [],
    facts: factsOf({
      Type: title === undefined ? invoiceType : null,
      Issued: invoice.issuedDate,
      Due: invoice.dueDate,
      Discount: discountText(invoice, currency, unallocated),
      Corrects: correctedNumber,
      ...factsOfOrder(order),
      Currency: currency,
      Payment: isCreditNote(invoice) ? null : PAYMENT[invoice.status],
    }),
    ...withoutSilent(COLUMNS, lines),
    totals: totalsOf(invoice, currency),
    bankAccounts: accounts.map(printedAccount),
    notes: notesWithReason(invoice.notes, taxesOf(invoice)),
  };
}

/** The last line is the amount to pay: the total, or the unpaid amount if there are payments. */
function totalsOf(invoice: Invoice, currency: string): PrintedDocument['totals'] {
  const { subtotal, totalAmount, paidAmount, discountTaken, allocatedAmount } = invoice;
  const left = paidAmount === 0 ? null : unpaidAmount(totalAmount, paidAmount);
  const others = add(parseDecimal(discountTaken ?? 0), parseDecimal(allocatedAmount ?? 0));
  const part = (amount: number | null) => (amount ? moneyText(currency, amount) : '');
  return factsOf({
    Subtotal: moneyText(currency, subtotal),
    ...taxRowsOf(invoice, currency),
    [`Total ${currency}`]: moneyText(currency, totalAmount),
    Paid: part(toNumber(parseDecimal(paidAmount).minus(others))),
    'Discount taken': part(discountTaken),
    [isCreditNote(invoice) ? 'Allocated' : 'Credit notes']: part(allocatedAmount),
    [isCreditNote(invoice) ? `Left ${currency}` : `Balance due ${currency}`]: moneyText(currency, left),
  });
}

/** The discount for early payment: `2 % until 2026-03-10: pay 98.00`. Empty if there is none, or it is taken. */
function discountText(invoice: Invoice, currency: string, unallocated: Decimal | undefined): string {
  const early = invoice.status === 'cancelled' ? undefined : earlyPayment(invoice, unallocated);
  if (!early) return '';
  return `${numberText(invoice.discountPercent)} % until ${early.until}: pay ${amountText(currency, early.amount)}`;
}

/** The tax at each rate. If the subtotal is unknown, the tax is printed as it was sent. */
function taxRowsOf(invoice: Invoice, currency: string): Record<string, string> {
  const { subtotal: base, taxRate: rate, taxAmount: amount } = invoice;
  const taxes = base === null ? [{ rate, base, amount }] : taxesOf(invoice);
  return taxRows(
    taxes.map((tax) => ({
      rate: tax.rate === null ? null : numberText(tax.rate),
      base: moneyText(currency, tax.base),
      amount: moneyText(currency, tax.amount),
    })),
  );
}

/** The number in plain decimal digits, never with an exponent; empty for null. */
const numberText = (value: number | null): string => (value === null ? '' : canonicalText(parseDecimal(value)));

const priceText = (currency: string, price: number | null): string =>
  price === null ? '' : unitPriceText(currency, parseDecimal(price));

const moneyText = (currency: string, amount: number | null): string =>
  amount === null ? '' : amountText(currency, parseDecimal(amount));
