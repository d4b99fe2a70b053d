import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dayText } from '../../../../../../services/finance/documents/domain/days.ts';
import { dateSortKey, sharedDateSortKey } from '../../../../../../services/finance/documents/domain/sort-keys.ts';

const date = fc.oneof(
  fc.date({ noInvalidDate: true }).map((moment) => moment.toISOString()),
  fc.constantFrom(
    '2026-01-31',
    '2026-01-31T00:00:00Z',
    '-271821-04-20T00:00Z',
    '+275760-09-13',
    'soon',
    '2026-02-30',
    null,
  ),
);
/** A text in the form of a date, whose day may not exist. */
const digits = (length: number, max: number) => fc.nat(max).map((part) => String(part).padStart(length, '0'));
const usual = fc.oneof(
  fc.tuple(digits(4, 9999), digits(2, 13), digits(2, 32)).map((parts) => parts.join('-')),
  fc.constantFrom(
    '0000-01-01',
    '2024-02-29',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-10-00',
    '0001-13-13',
  ),
);

test('dates in the usual form are read as Temporal reads them', () => {
  const start = (date: string) => {
    try {
      return Temporal.PlainDate.from(date).toZonedDateTime('UTC').epochMilliseconds;
    } catch {
      return null;
    }
  };
  fc.assert(
    fc.property(usual, (date) => {
      expect([dateSortKey(date), dayText(date)]).toEqual([start(date), start(date) === null ? null : date]);
    }),
    { numRuns: 2_000 },
  );
});

const id = fc.constantFrom('a', 'b', 'c');
const inOrder = (one: unknown, other: unknown) => (one === other ? 0 : (one as number) < (other as number) ? -1 : 1);

test('keys of dates that many share sort as the dates do, what is none first, and then by id', () => {
  fc.assert(
    fc.property(date, date, id, id, (one, other, a, b) => {
      const [first, second] = [
        dateSortKey(one) ?? Number.NEGATIVE_INFINITY,
        dateSortKey(other) ?? Number.NEGATIVE_INFINITY,
      ];
      const expected = inOrder(first, second) || inOrder(a, b);
      expect(inOrder(sharedDateSortKey(one, { id: a }), sharedDateSortKey(other, { id: b }))).toBe(expected);
    }),
  );
});
