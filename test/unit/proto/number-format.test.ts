import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { numberFormat, numberIn, type Series, seriesOf } from '#proto/common/v1/number-format.contract.ts';

test.each([
  ['{YYYY}-{000000}', '2027-000007'],
  ['RE{YY}/{00}', 'RE27/07'],
  ['{0}', '7'],
  ['{00}-{YYYY}-{YY}', '07-2027-27'],
])('the format %s makes %s', (format, number) => {
  expect(numberFormat().safeParse(format).success).toBe(true);
  expect(numberIn(seriesOf(format, 2027) as Series, 7)).toBe(number);
});

test.each([
  '',
  'INV-',
  '{YYYY}',
  '{}',
  '{0}{0}',
  '{YYYY',
  '0}',
  '}{0',
  '{MM}-{0}',
  '{yyyy}-{0}',
  '{{0}}',
  '{{YY}}',
  '{0{YY}}',
  '{{YY}0}',
  '{Y{YY}YYY}-{0}',
  `${'x'.repeat(38)}{0}`,
])('%j is no format', (format) => {
  expect(numberFormat().safeParse(format).success).toBe(false);
});

test('numbers of a series are different, and as wide as the format or wider', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.uniqueArray(fc.nat(), { maxLength: 50 }), (digits, counts) => {
      const series = seriesOf(`A{YYYY}-{${'0'.repeat(digits)}}`, 2027) as Series;
      const numbers = counts.map((count) => numberIn(series, count));
      expect(new Set(numbers).size).toBe(counts.length);
      expect(numbers.every((number) => number.length >= 'A2027-'.length + digits)).toBe(true);
    }),
  );
});
