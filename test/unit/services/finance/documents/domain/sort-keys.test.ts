import { expect, test } from '@jest/globals';
import fc from 'fast-check';
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
