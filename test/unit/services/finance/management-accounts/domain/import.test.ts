import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AppError } from '#chassis/domain/errors.ts';
import {
  namedBeside,
  placeRows,
  type Row,
} from '../../../../../../services/finance/management-accounts/domain/import.ts';
import type { PlacedAccount } from '../../../../../../services/finance/management-accounts/domain/move.ts';

const goods: PlacedAccount = { id: 'known', code: '5000', name: 'Goods', level: 3, parentId: 'above' };
const known = new Map([
  ['known', goods],
  ['5000', goods],
]);
const row = (code: string, parentId?: string, id?: string): Row => ({
  code,
  name: `Account ${code}`,
  ...(parentId !== undefined && { parentId }),
  ...(id !== undefined && { id }),
});

function place(rows: Row[], beside: ReadonlyMap<string, PlacedAccount> = new Map()) {
  let next = 0;
  return placeRows(rows, beside, () => `new${next++}`);
}

test('a line is placed below the line that it names, whatever their order', () => {
  const parent = { id: 'new2', code: '4', name: 'Account 4' };
  expect(place([row('40', '4'), row('41', '4'), row('4'), row('410', '41')])).toEqual([
    { id: 'new0', parent, level: 2, childCount: 0 },
    { id: 'new1', parent, level: 2, childCount: 1 },
    { id: 'new2', parent: null, level: 1, childCount: 2 },
    { id: 'new3', parent: { id: 'new1', code: '41', name: 'Account 41' }, level: 3, childCount: 0 },
  ]);
});

test.each(['5000', 'known'])('or below an account that there is, called %s', (name) => {
  const parent = { id: 'known', code: '5000', name: 'Goods' };
  const rows = [row('51', name), row('510', '51')];
  expect(place(rows, known).map(({ parent, level }) => [parent?.id, level])).toEqual([
    ['known', 4],
    ['new0', 5],
  ]);
  expect(place(rows, known)[0]?.parent).toEqual(parent);
});

test('the lines of an export name each other by the ids that they had', () => {
  const placed = place([row('1', undefined, 'old1'), row('11', 'old1', 'old2')]);
  expect(placed.map(({ id, parent }) => [id, parent?.id])).toEqual([
    ['new0', undefined],
    ['new1', 'new0'],
  ]);
});

test('lines come before accounts, and an id before a code', () => {
  expect(place([row('5000'), row('51', '5000')], known)[1]?.parent?.id).toBe('new0');
  expect(place([row('1', undefined, 'x'), row('x'), row('2', 'x')])[2]?.parent?.id).toBe('new0');
});

test('asked for besides are only parents that are no lines, each once', () => {
  expect(namedBeside([row('1', '9'), row('2', '1'), row('3', '9'), row('4', 'y'), row('5', 'z', 'y')])).toEqual([
    '9',
    'z',
  ]);
});

describe('refused with its line is', () => {
  const faults = (rows: Row[], beside = known) => {
    try {
      return place(rows, beside);
    } catch (error) {
      return (error as AppError).issues?.map(({ loc, msg, input }) => [loc.slice(2).join('.'), msg, input]);
    }
  };
  const round = 'Value error, the lines above it lead back to themselves';

  test.each<[string, Row[], unknown[]]>([
    [
      'a parent that there is not',
      [row('1'), row('2', '9')],
      [['1.parentId', 'Value error, no line of the file and no management account has this id or code', '9']],
    ],
    ['a line that is its own parent', [row('1', '1')], [['0.parentId', round, '1']]],
    [
      'a round of lines, and what hangs below it',
      [row('1', '3'), row('2', '1'), row('3', '2'), row('4', '3'), row('5')],
      [
        ['0.parentId', round, '3'],
        ['1.parentId', round, '1'],
        ['2.parentId', round, '2'],
        ['3.parentId', round, '3'],
      ],
    ],
    [
      'a code that comes twice',
      [row('1'), row('2'), row('1')],
      [['2.code', 'Value error, another line of the file has this code', '1']],
    ],
    [
      'an id that comes twice',
      [row('1', undefined, 'x'), row('2', undefined, 'x')],
      [['1.id', 'Value error, another line of the file has this id', 'x']],
    ],
    [
      'what is too deep',
      [row('51', '5000'), ...Array.from({ length: 97 }, (_, n) => row(`d${n}`, n ? `d${n - 1}` : '51'))],
      [['97.parentId', 'Value error, a chart of accounts has at most 100 levels', 'd95']],
    ],
  ])('%s', (_what, rows, expected) => {
    expect(faults(rows)).toEqual(expected);
  });

  test('no more than 100 faults are named', () => {
    expect(faults(Array.from({ length: 300 }, (_, n) => row(String(n), 'nobody')))).toHaveLength(100);
  });
});

test('the order of the lines makes no difference', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat()), { minLength: 1, maxLength: 30 }), fc.nat(), (parents, seed) => {
      const rows = parents.map((parent, index) =>
        row(String(index), index === 0 || parent === null ? undefined : String(parent % index)),
      );
      const shuffled = rows.toSorted((a, b) => hash(a.code, seed) - hash(b.code, seed));
      const shape = (of: Row[]) =>
        new Map(
          place(of).map(({ parent, level, childCount }, index) => [
            of[index]?.code,
            { parent: parent?.code, level, childCount },
          ]),
        );
      const placed = shape(shuffled);
      expect(placed).toEqual(shape(rows));
      for (const { parent, level } of placed.values()) {
        expect(level).toBe(parent === undefined ? 1 : (placed.get(parent)?.level ?? Number.NaN) + 1);
      }
    }),
  );
});

const hash = (text: string, seed: number) => ((Number(text) + 1) * 7919 * (seed + 1)) % 1009;

test('10,000 lines below each other’s neighbours are placed in no time', () => {
  const rows = Array.from({ length: 10_000 }, (_, n) =>
    row(String(n), n >= 100 ? String(n - 100) : undefined),
  ).reverse();
  const start = performance.now();
  expect(Math.max(...place(rows).map(({ level }) => level))).toBe(100);
  expect(performance.now() - start).toBeLessThan(1_000);
});
