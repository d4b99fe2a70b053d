import { describe, expect, test } from '@jest/globals';
import type { BankAccount } from '../../../../../services/finance/bank-accounts/domain/bank-account.ts';
import { NO_TERMS } from '../../../../../services/finance/documents/domain/amounts.ts';
import { NO_NAMES } from '../../../../../services/finance/documents/domain/named-line.ts';
import type { Invoice } from '../../../../../services/finance/invoices/domain/invoice.ts';
import { printedInvoice } from '../../../../../services/finance/invoices/domain/printed-invoice.ts';
import { client, issuer, textsOf } from '../pdf/printed.ts';

const line = {
  id: 'l1',
  salesOrderLineItemId: null,
  ...NO_NAMES,
  ...NO_TERMS,
  description: 'Parka',
  qty: 4,
  unitPrice: 12.5,
  amount: 50,
  attributes: '{}',
};
const invoice = {
  invoiceNumber: 'INV/2026-7',
  invoiceType: null,
  currency: 'EUR',
  subtotal: 50,
  taxRate: 23,
  taxAmount: 11.5,
  totalAmount: 61.5,
  paidAmount: 0,
  issuedDate: '2026-01-31',
  dueDate: '2026-03-02',
  status: 'issued',
  notes: null,
  lineItems: [line],
  updatedAt: new Date('2026-01-31T10:00:00.000Z'),
} as unknown as Invoice;
const order = {
  documentId: 'SO-2026-000007',
  clientOrderNumber: 'PO-77',
  deliveryAddress: null,
  incoterm: null,
  incotermPlace: null,
};
const print = (fields: Partial<Invoice> = {}, accounts: BankAccount[] = []) =>
  printedInvoice({ ...invoice, ...fields }, { issuer, client, order, accounts });

describe('an invoice is printed', () => {
  test('with its lines, its sums, who is who, and how it is paid', () => {
    const document = print();
    expect(document.lines).toEqual([['1', 'Parka', '4', '12.50', '50.00']]);
    expect(textsOf(document.totals)).toEqual(['Subtotal: 50.00', 'Tax 23 %: 11.50', 'Total EUR: 61.50']);
    expect(textsOf(document.facts)).toEqual([
      'Issued: 2026-01-31',
      'Due: 2026-03-02',
      'Sales order: SO-2026-000007',
      'Your order: PO-77',
      'Currency: EUR',
      'Payment: Open',
    ]);
    expect(document).toMatchObject({ number: 'INV/2026-7', issuer, parties: [{ label: 'Bill to', ...client }] });
    expect(document.fileName).toBe('Invoice INV-2026-7');
  });

  test.each([
    [null, 'Merino parka, P-1, Navy, M'],
    ['Samples', 'Samples · Merino parka, P-1, Navy, M'],
    ['Merino parka', 'Merino parka · P-1, Navy, M'],
  ])('with style and SKU beside the description %s', (description, text) => {
    const names = { styleName: 'Merino parka', refId: 'P-1', color: 'Navy', size: 'M' };
    expect(print({ lineItems: [{ ...line, ...names, description }] }).lines[0]?.[1]).toBe(text);
  });

  test.each([
    ['standard', 'Invoice', []],
    ['proforma', 'Proforma invoice', []],
    ['deposit', 'Deposit invoice', []],
    ['credit_note', 'Credit note', []],
    ['debit_note', 'Debit note', []],
    ['toString', 'Invoice', ['Type: toString']],
  ])('of the type %s with the title %s', (invoiceType, title, type) => {
    const document = print({ invoiceType });
    expect(document.title).toBe(title);
    expect(textsOf(document.facts).filter((fact) => fact.startsWith('Type'))).toEqual(type);
  });

  test.each([
    ['JPY', 1234567, '1234567'],
    ['KWD', 1234.5, '1234.500'],
    ['EUR', -0.1, '-0.10'],
  ])('in %s with the digits of its minor unit', (currency, amount, text) => {
    const document = print({ currency, totalAmount: amount, lineItems: [{ ...line, amount }] });
    expect(document.lines[0]?.at(-1)).toBe(text);
    expect(document.totals.at(-1)).toEqual({ label: `Total ${currency}`, value: text });
  });

  test('with discounts, the tax at each rate, and the reason why no tax is charged', () => {
    const lineItems = [line, { ...line, discountPercent: 10, taxRate: 0, amount: 45 }];
    const sums = { subtotal: 95, taxAmount: 11.5, totalAmount: 106.5 };
    const document = print({ ...sums, lineItems, taxExemptionReason: 'Export', notes: 'Thank you' });
    expect(document.columns.map(({ title }) => title).slice(-3)).toEqual(['Discount %', 'Tax %', 'Amount']);
    expect(document.lines.map((cells) => cells.slice(-3))).toEqual([
      ['', '23', '50.00'],
      ['10', '0', '45.00'],
    ]);
    expect(textsOf(document.totals).slice(1, 3)).toEqual(['Tax 23 % on 50.00: 11.50', 'Tax 0 % on 45.00: 0.00']);
    expect(document.notes).toBe('No tax: Export\nThank you');
  });

  test('with what was paid, and what is left of it', () => {
    const document = print({ status: 'partially_paid', paidAmount: 11.5 });
    expect(textsOf(document.totals).slice(2)).toEqual(['Total EUR: 61.50', 'Paid: 11.50', 'Balance due EUR: 50.00']);
    expect(textsOf(document.facts).at(-1)).toBe('Payment: Partially paid');
  });

  test('with its discount for early payment, and what was taken of it', () => {
    const terms = { discountPercent: 2, discountDays: 10 };
    expect(textsOf(print(terms).facts)).toContain('Discount: 2 % until 2026-02-10: pay 60.27');
    const document = print({ ...terms, status: 'paid', paidAmount: 61.5, discountTaken: 1.23, allocatedAmount: 10 });
    expect(textsOf(document.totals).slice(2)).toEqual([
      'Total EUR: 61.50',
      'Paid: 50.27',
      'Discount taken: 1.23',
      'Credit notes: 10.00',
      'Balance due EUR: 0.00',
    ]);
  });

  test('as a credit note with the invoice that it corrects, and what is left of it', () => {
    const allocated = { status: 'partially_paid', paidAmount: 10, allocatedAmount: 10 } as const;
    const note = { ...invoice, invoiceType: 'credit_note', discountPercent: 2, discountDays: 10, ...allocated };
    const document = printedInvoice(note, { issuer, client, order, correctedNumber: 'INV/2026-6', accounts: [] });
    expect(textsOf(document.facts)).toContain('Corrects: INV/2026-6');
    expect(document.facts.map(({ label }) => label)).not.toContain('Payment');
    expect(textsOf(document.totals).slice(3)).toEqual(['Allocated: 10.00', 'Left EUR: 51.50']);
  });

  test('with the bank accounts, an IBAN in groups of four and any other number as it is', () => {
    const accounts = [
      { accountNumber: 'pt50000201231234567890154', bic: 'BPORPTPL', bankName: 'Banco do Porto' },
      { accountNumber: '20-00-00 12345678', bic: null, bankName: null },
    ] as BankAccount[];
    expect(print({}, accounts).bankAccounts).toEqual([
      'IBAN PT50 0002 0123 1234 5678 9015 4 · BIC BPORPTPL · Banco do Porto',
      'Account 20-00-00 12345678',
    ]);
  });

  test('without what nobody said', () => {
    const amounts = { subtotal: null, taxRate: null, taxAmount: null, totalAmount: null };
    const lineItems = [{ ...line, qty: null, unitPrice: null, amount: null }];
    const document = print({ ...amounts, issuedDate: null, dueDate: null, lineItems });
    expect(document.totals).toEqual([]);
    expect(document.columns.map(({ title }) => title)).toEqual(['#', 'Description']);
  });

  test.each([
    ['EUR', 62.5, '62.50'],
    ['EUR', 0.0012, '0.0012'],
    ['JPY', 840, '840'],
    ['JPY', 0.25, '0.25'],
    ['KWD', 1.5, '1.500'],
  ])('in %s with a unit price of %d as %s', (currency, unitPrice, text) => {
    expect(print({ currency, lineItems: [{ ...line, unitPrice }] }).lines[0]?.[3]).toBe(text);
  });

  test.each([
    ['draft', 'DRAFT', undefined],
    ['cancelled', 'CANCELLED', undefined],
    ['overdue', null, 'Overdue'],
    ['paid', null, 'Paid'],
  ] as const)('as %s with the mark %s', (status, mark, payment) => {
    const document = print({ status });
    expect(document.mark).toBe(mark);
    expect(document.facts.find(({ label }) => label === 'Payment')?.value).toBe(payment);
  });
});
