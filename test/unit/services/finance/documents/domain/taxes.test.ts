import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Faults } from '#chassis/domain/faults.ts';
import { add, parseDecimal } from '#chassis/domain/money.ts';
import { totalsOf } from '../../../../../../services/finance/documents/domain/amounts.ts';
import { exactTotals } from '../../../../../../services/finance/documents/domain/exact-amounts.ts';
import { exactTaxesOf, taxesOf } from '../../../../../../services/finance/documents/domain/taxes.ts';
import { invoiceAmounts, NO_AMOUNTS } from '../../../../../../services/finance/invoices/domain/invoice-amounts.ts';

const sums = (parts: readonly { base: number | string; amount: number | string }[]) =>
  (['base', 'amount'] as const).map((name) => add(...parts.map((part) => parseDecimal(part[name]))).toFixed());
const exactly = (...amounts: (number | string | null)[]) => amounts.map((one) => parseDecimal(one ?? 0).toFixed());
const currency = fc.constantFrom('EUR', 'JPY', 'KWD');
const decimalsOf = { EUR: 2, JPY: 0, KWD: 3 } as Record<string, number>;
const rate = fc.option(fc.constantFrom(0, 6, 7.255, 23, 100));
const lines = fc.array(fc.record({ units: fc.option(fc.integer({ min: -1e6, max: 1e9 })), taxRate: rate }));
const documents = fc.tuple(lines, rate, currency).map(([some, taxRate, unit]) => {
  const lineItems = some.map(({ units, ...line }) => {
    return { ...line, amount: units === null ? null : units / 10 ** (decimalsOf[unit] ?? 0) };
  });
  return { lineItems, taxRate, currency: unit };
});

describe('the taxes of a document add up to its subtotal and its tax', () => {
  test('if the sums follow from the lines', () => {
    fc.assert(
      fc.property(documents, ({ lineItems, taxRate, currency: unit }) => {
        const { subtotal, taxAmount } = totalsOf(lineItems, taxRate, unit, new Faults());
        const taxes = taxesOf({ lineItems, taxRate, currency: unit, subtotal, taxAmount });
        expect(sums(taxes)).toEqual(exactly(subtotal, taxAmount));
        expect(new Set(taxes.map((tax) => tax.rate)).size).toBe(taxes.length);
      }),
    );
  });

  test('if a tax was sent, or the sums are of another version', () => {
    const sent = fc.integer({ min: 0, max: 1e9 }).map((units) => units / 100);
    fc.assert(
      fc.property(documents, sent, sent, (document, subtotal, taxAmount) => {
        expect(sums(taxesOf({ ...document, subtotal, taxAmount }))).toEqual(exactly(subtotal, taxAmount));
        const said = { subtotal, taxAmount, taxRate: document.taxRate };
        const amounts = invoiceAmounts({ ...document, sent: said, before: NO_AMOUNTS }, new Faults());
        const { subtotal: base, taxAmount: amount } = amounts;
        expect(sums(taxesOf({ ...document, ...amounts }))).toEqual(exactly(base, amount));
      }),
    );
  });

  test('of a purchase order', () => {
    fc.assert(
      fc.property(documents, ({ lineItems, taxRate, currency: unit }) => {
        const items = lineItems.map((line) => ({
          amount: (line.amount ?? 0).toFixed(decimalsOf[unit]),
          taxRate: line.taxRate === null ? null : String(line.taxRate),
        }));
        const header = { taxRate: String(taxRate ?? 0), adjustment: '5' };
        const { subtotal, taxAmount } = exactTotals(items, header, unit, new Faults());
        const taxes = exactTaxesOf({ items, taxRate: header.taxRate, currency: unit, subtotal, taxAmount });
        expect(sums(taxes)).toEqual(exactly(subtotal, taxAmount));
      }),
    );
  });
});

const reason = 'Export';
const line = (amount: number | null, taxRate: number | null = null) => ({ amount, taxRate });
test.each([
  ['lines without rates', [line(100)], 23, 23, [[23, 100, 23, null]]],
  ['no lines', [], null, 0, [[null, 100, 0, reason]]],
  ['a tax without a rate', [line(100)], null, 7, [[null, 100, 7, null]]],
  [
    'lines of two rates',
    [line(40), line(60, 0)],
    23,
    9.2,
    [
      [23, 40, 9.2, null],
      [0, 60, 0, reason],
    ],
  ],
  ['a line of the rate of the document', [line(40), line(60, 23)], 23, 23, [[23, 100, 23, null]]],
  [
    'lines with and without a rate',
    [line(40), line(60, 5)],
    null,
    3,
    [
      [5, 60, 3, null],
      [null, 40, 0, reason],
    ],
  ],
  ['a rate of a line without an amount', [line(100), line(null, 5)], 0, 0, [[0, 100, 0, reason]]],
])('%s', (_what, lineItems, taxRate, taxAmount, expected) => {
  const document = { lineItems, taxRate, taxAmount, subtotal: 100, currency: 'EUR', taxExemptionReason: reason };
  expect(taxesOf(document).map((tax) => [tax.rate, tax.base, tax.amount, tax.reason])).toEqual(expected);
});
