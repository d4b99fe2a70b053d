import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { add, multiply, parseDecimal, roundTo, toNumber, unitPriceOf } from '#chassis/domain/money.ts';

const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

describe('roundTo', () => {
  test.each([
    ['EUR', '1.005', '1.01'],
    ['EUR', '-1.005', '-1.01'],
    ['EUR', '1.0049999', '1'],
    ['JPY', '10.5', '11'],
    ['JPY', '10.4', '10'],
    ['KWD', '1.0005', '1.001'],
    ['KWD', '1.0004', '1'],
    ['HUF', '99.985', '99.99'],
    ['IDR', '99.99', '99.99'],
    ['PKR', '99.99', '99.99'],
    ['COP', '99.99', '99.99'],
    ['IQD', '99.9985', '99.999'],
    ['VND', '99.5', '100'],
    ['UYW', '1.00005', '1.0001'],
  ])('%s %s is %s', (currency, amount, expected) => {
    expect(roundTo(currency, parseDecimal(amount)).toFixed()).toBe(expected);
  });

  test('changes nothing that is round, and nothing twice', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const exact = parseDecimal(amount).div(100);
        expect(roundTo('EUR', exact).eq(exact)).toBe(true);
      }),
    );
  });
});

test.each([
  ['0.0012', 0.0012],
  ['0.0000005', 0.000001],
  ['0.00000049', 0],
  ['10.8', 10.8],
])('a unit price of %s is kept as %s', (price, expected) => {
  expect(unitPriceOf(parseDecimal(price))).toBe(expected);
});

test('a unit price with more places than are kept stays, where the record has it already', () => {
  expect(unitPriceOf(0.12345678)).toBe(0.123457);
  expect(unitPriceOf(0.12345678, 0.12345678)).toBe(0.12345678);
});

test('sums of cents are exact, where binary floating point is not', () => {
  expect(toNumber(add(parseDecimal(0.1), parseDecimal(0.2)))).toBe(0.3);
  expect(toNumber(multiply(parseDecimal(1.15), parseDecimal(100)))).toBe(115);
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 50 }), (amounts) => {
      const sum = add(...amounts.map((amount) => parseDecimal(amount).div(100)));
      expect(sum.times(100).eq(amounts.reduce((total, amount) => total + amount, 0))).toBe(true);
    }),
  );
});

test.each(['', 'ten', '1,5', 'NaN', 'Infinity'])('%j is no decimal', (text) => {
  expect(() => parseDecimal(text)).toThrow();
});
