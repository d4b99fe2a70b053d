import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ExactSum } from '#chassis/domain/exact-sum.ts';
import { type Decimal, parseDecimal } from '#chassis/domain/money.ts';

const cents = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }).map((units) => units / 100);
const large = fc.integer({ min: -9_999, max: 9_999 }).map((units) => 1e12 + units / 10_000);
const text = fc
  .tuple(fc.bigInt({ min: -(10n ** 28n), max: 10n ** 28n }), fc.nat({ max: 8 }))
  .map(([units, places]) => parseDecimal(String(units)).times(`1e-${places}`).toFixed());
const amount = fc.oneof(
  cents,
  large,
  fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e15 }),
  text,
  fc.constant(null),
);

test('adds numbers and decimal texts exactly, in any order and in parts', () => {
  const property = fc.property(fc.array(amount, { maxLength: 60 }), fc.nat({ max: 60 }), (amounts, at) => {
    const [sum, first, second] = [new ExactSum(), new ExactSum(), new ExactSum()];
    for (const one of amounts) sum.add(one);
    for (const one of amounts.slice(0, at)) first.add(one);
    for (const one of amounts.slice(at).reverse()) second.add(one);
    first.addSum(second);
    const start = parseDecimal(0);
    const expected = amounts.reduce<Decimal>(
      (total, one) => (one === null ? total : total.plus(parseDecimal(one))),
      start,
    );
    expect(sum.value.toFixed()).toBe(expected.toFixed());
    expect(first.value.toFixed()).toBe(expected.toFixed());
  });
  fc.assert(property, { numRuns: 500 });
});

test('stays exact above the largest exact integer of a double', () => {
  const sum = new ExactSum();
  for (let i = 0; i < 300_000; i++) sum.add(99_999_999_999.99);
  expect(sum.value.toFixed()).toBe('29999999999997000');
});
