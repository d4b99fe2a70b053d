import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Faults } from '#chassis/domain/faults.ts';
import { digitsOf, MAX_DIGITS } from '#proto/finance/v1/money.contract.ts';
import {
  canonical,
  exactAmount,
  exactTotals,
} from '../../../../../../services/finance/documents/domain/exact-amounts.ts';
import { dateSortKey, decimalSortKey } from '../../../../../../services/finance/documents/domain/sort-keys.ts';

/** Any decimal that is taken, with zeros and signs that say nothing. */
const decimals = fc
  .tuple(
    fc.constantFrom('', '+', '-'),
    fc.stringMatching(/^\d{0,30}$/),
    fc.stringMatching(/^\d{0,30}$/),
    fc.constantFrom('', '0', '000'),
  )
  .map(([sign, whole, fraction, zeros]) => `${sign}${zeros}${whole}.${fraction}${zeros}`)
  .filter((text) => /\d/.test(text) && digitsOf(text) <= MAX_DIGITS);

/** The same value as a whole number of the smallest part. */
function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.');
  const units = BigInt(`${whole}${fraction.padEnd(60, '0').slice(0, 60)}` || '0');
  return text.startsWith('-') ? -units : units;
}

describe('a decimal', () => {
  test.each([
    ['+07.50', '7.5'],
    ['-0', '0'],
    ['-.50', '-0.5'],
    ['5.', '5'],
    ['00', '0'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['0.000000000000000000000000000001', '0.000000000000000000000000000001'],
  ])('%s is %s', (sent, text) => expect(canonical(sent)).toBe(text));

  test('keeps its value, and has one text', () => {
    fc.assert(
      fc.property(decimals, (sent) => {
        const text = canonical(sent);
        expect(scaled(text)).toBe(scaled(sent));
        expect(canonical(text)).toBe(text);
        expect(text).toMatch(/^(0|-?(?!0\d)\d+(\.\d*[1-9])?)$/);
      }),
    );
  });

  test('sorts by its key as it is worth, negative ones too', () => {
    const close = decimals.chain((one) =>
      fc.tuple(fc.constant(one), fc.oneof(decimals, fc.constantFrom(one, `${one}1`))),
    );
    fc.assert(
      fc.property(
        close.filter(([, other]) => digitsOf(other) <= MAX_DIGITS),
        ([one, other]) => {
          const [key, otherKey] = [decimalSortKey(canonical(one)), decimalSortKey(canonical(other))];
          expect(key).toHaveLength(otherKey.length);
          const byKey = key < otherKey ? -1 : key > otherKey ? 1 : 0;
          const [value, otherValue] = [scaled(one), scaled(other)];
          expect(byKey).toBe(value < otherValue ? -1 : value > otherValue ? 1 : 0);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('that is as large as can be, and one that is as small, have keys of the same length', () => {
    const [most, least] = ['9'.repeat(30), `0.${'0'.repeat(29)}1`];
    const keys = [`-${most}`, `-${least}`, '0', least, most].map(decimalSortKey);
    expect(keys.toSorted()).toEqual(keys);
    expect(new Set(keys.map(({ length }) => length)).size).toBe(1);
  });
});

describe('amounts', () => {
  const faults = () => new Faults();

  test.each([
    ['3', '7', 'EUR', '21.00'],
    ['0.005', '1', 'EUR', '0.01'],
    ['1', '0.0049999999999999999999999999', 'EUR', '0.00'],
    ['1', '0.5', 'JPY', '1'],
    ['1', '0.0005', 'KWD', '0.001'],
    ['0.1', '0.2', 'EUR', '0.02'],
    ['1234567890123456789', '0.01', 'EUR', '12345678901234567.89'],
  ])('%s at %s %s are %s', (qty, price, currency, amount) => {
    expect(exactAmount(qty, price, currency, faults())).toBe(amount);
  });

  test.each([
    // Items as amount@rate, the rate of the others, what is adjusted: tax, adjustment, total.
    ['0.05@10 0.05@10', '0', '0', '0.02', '0.00', '0.12'],
    ['100.00 100.00@5 100.00@0', '23', '0', '28.00', '0.00', '328.00'],
    ['10.00', '0', '-30.005', '0.00', '-30.01', '-20.01'],
    ['', '23', '+1.5', '0.00', '1.50', '1.50'],
    ['9007199254740993.01', '100', '0', '9007199254740993.01', '0.00', '18014398509481986.02'],
  ])('%j at %s %%, adjusted by %s', (items, taxRate, adjustment, ...expected) => {
    const lines = (items.match(/\S+/g) ?? []).map((item) => {
      const [amount = '', rate = null] = item.split('@');
      return { amount, taxRate: rate };
    });
    const totals = exactTotals(lines, { taxRate, adjustment }, 'EUR', faults());
    expect([totals.taxAmount, totals.adjustment, totals.total]).toEqual(expected);
  });

  test('of more digits than are kept are refused where they come from', () => {
    const collected = faults();
    exactAmount('9'.repeat(30), '2', 'EUR', collected.within('items', '0'));
    exactTotals([{ amount: '1.00', taxRate: null }], { taxRate: '0', adjustment: '9'.repeat(30) }, 'EUR', collected);
    const at = (...loc: string[]) => expect.objectContaining({ loc: ['body', ...loc] });
    expect(() => collected.throwIfAny()).toThrow(
      expect.objectContaining({ issues: [at('items', '0', 'qty'), at('items')] }),
    );
  });
});

test.each([
  ['1970-01-02', 86_400_000],
  ['1970-01-01T01:00:00+01:00', 0],
  ['1970-01-01T00:00:00.001Z', 1],
  ['19700102', 86_400_000],
  ['-000001-01-01', -62198755200000],
  ['next week', null],
  ['2026-02-30', null],
  ['', null],
])('the date %p is sorted by %p', (date, key) => expect(dateSortKey(date)).toBe(key));
