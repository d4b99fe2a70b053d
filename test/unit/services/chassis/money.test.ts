import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { add, multiply, parseDecimal, roundTo, toNumber } from '#chassis/money.ts';

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
