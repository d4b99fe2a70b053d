import { expect, test } from '@jest/globals';
import { Decimal128, Double, Int32, Long } from 'bson';
import fc from 'fast-check';
import { Summation } from '../../../../../../deploy/local/mongo-engine/values/summation.ts';

const decimal = (text: string) => Decimal128.fromString(text);

test.each<[unknown[], unknown]>([
  [[], 0],
  [[1, 'x', null, 2], 3],
  [[2 ** 31 - 1, 1], Long.fromNumber(2 ** 31)],
  [[new Int32(1), Long.fromNumber(2)], Long.fromNumber(3)],
  [[Long.MAX_VALUE, 1], 2 ** 63],
  [[Long.MAX_VALUE, 1, -1], Long.MAX_VALUE],
  [[1e16, 1, -1e16], new Double(1)],
  [Array(10).fill(0.1), new Double(1)],
  [[1e308, 1e308], Number.POSITIVE_INFINITY],
  [[Number.POSITIVE_INFINITY, 1], Number.POSITIVE_INFINITY],
  [[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], Number.NaN],
  [[Long.fromString('9007199254740993'), 0.5, -0.5], 9007199254740992],
  [[decimal('0.1'), decimal('0.2'), 1], decimal('1.3')],
  [[decimal('1'), 0.5], decimal('1.5')],
])('%j add up to %j', (values, expected) => {
  expect(Summation.of(values).total()).toEqual(expected);
});

test('no order of doubles changes what they add up to', () => {
  const doubles = fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { maxLength: 30 });
  fc.assert(
    fc.property(doubles, (values) => {
      const [up, down] = [values, values.toReversed()].map((list) => Number(Summation.of([0.5, ...list]).total()));
      expect(Math.abs((up as number) - (down as number))).toBeLessThanOrEqual(Math.abs(up as number) * 2 ** -52);
    }),
  );
});
