import { add, amountText, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import { type BankAccount, printedAccount } from '../../bank-accounts/domain/bank-account.ts';
import { canonicalText, unitPriceText } from '../../documents/domain/decimal-text.ts';
import { describedBy } from '../../documents/domain/named-line.ts';
import { markOf } from '../../pdf/domain/mark.ts';
import {
  type Column,
  factsOf,
  fileNameOf,
  type Party,
  type PrintedDocument,
  withoutSilent,
} from '../../pdf/domain/printed-document.ts';
import { discountOf } from './due-date.ts';
import type { Invoice } from './invoice.ts';
import { type InvoiceStatus, isCreditNote } from './invoice-status.ts';
import { requireCurrency, unpaidAmount } from './payment.ts';

/** Data that is printed on an invoice but not stored with it. It is read at the time of printing. */
export interface InvoiceParts {
  issuer: Party;
  /** undefined if the invoice has no client. */
  client: Party | undefined;
  /** undefined if the invoice has no order, or the order was deleted. */
  orderNumber: string | undefined;
  /** Number of the invoice that a credit note corrects. */
  correctedNumber?: string | undefined;
  /** The accounts to which the client can pay. */
  accounts: readonly BankAccount[];
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
  { title: 'Amount', align: 'right' },
];

/** The invoice as a document to print. Errors: validation_failed if it has no currency. */
export function printedInvoice(
  invoice: Invoice,
  { issuer, client, orderNumber, correctedNumber, accounts }: InvoiceParts,
): PrintedDocument {
  const currency = requireCurrency(invoice);
  const { invoiceType, invoiceNumber } = invoice;
  const title = TITLES.get(invoiceType ?? 'standard');
  const lines = invoice.lineItems.map(({ qty, unitPrice, amount, ...line }, index) => [
    String(index + 1),
    describedBy(line.description, [line.styleName, line.refId, line.color, line.size]),
    numberText(qty),
    priceText(currency, unitPrice),
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
      Discount: discountText(invoice, currency),
      Corrects: correctedNumber,
      'Sales order': orderNumber,
      Currency: currency,
      Payment: PAYMENT[invoice.status],
    }),
    ...withoutSilent(COLUMNS, lines),
    totals: totalsOf(invoice, currency),
    bankAccounts: accounts.map(printedAccount),
    notes: invoice.notes,
  };
}

/** The last line is the amount to pay: the total, or the unpaid amount if there are payments. */
function totalsOf(invoice: Invoice, currency: string): PrintedDocument['totals'] {
  const { subtotal, taxRate, taxAmount, totalAmount, paidAmount, discountTaken, allocatedAmount } = invoice;
  const left = paidAmount === 0 ? null : unpaidAmount(totalAmount, paidAmount);
  const others = add(parseDecimal(discountTaken ?? 0), parseDecimal(allocatedAmount ?? 0));
  const part = (amount: number | null) => (amount ? moneyText(currency, amount) : '');
  return factsOf({
    Subtotal: moneyText(currency, subtotal),
    [taxRate === null ? 'Tax' : `Tax ${numberText(taxRate)} %`]: moneyText(currency, taxAmount),
    [`Total ${currency}`]: moneyText(currency, totalAmount),
    Paid: part(toNumber(parseDecimal(paidAmount).minus(others))),
    'Discount taken': part(discountTaken),
    [isCreditNote(invoice) ? 'Allocated' : 'Credit notes']: part(allocatedAmount),
    [isCreditNote(invoice) ? `Left ${currency}` : `Balance due ${currency}`]: moneyText(currency, left),
  });
}

/** The discount for early payment: `2 % until 2026-03-10: pay 98.00`. Empty if there is none. */
function discountText(invoice: Invoice, currency: string): string {
  const discount = discountOf(invoice);
  if (!discount) return '';
  const least = parseDecimal(invoice.totalAmount ?? 0).minus(discount.amount);
  return `${numberText(invoice.discountPercent)} % until ${discount.until}: pay ${amountText(currency, least)}`;
}

/** The number in plain decimal digits, never with an exponent; empty for null. */
const numberText = (value: number | null): string => (value === null ? '' : canonicalText(parseDecimal(value)));

const priceText = (currency: string, price: number | null): string =>
  price === null ? '' : unitPriceText(currency, parseDecimal(price));

const moneyText = (currency: string, amount: number | null): string =>
  amount === null ? '' : amountText(currency, parseDecimal(amount));
