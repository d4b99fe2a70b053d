import { expect, test } from '@jest/globals';
import { Decimal128, Double, Long, ObjectId } from 'bson';
import fc from 'fast-check';
import { Budget } from '../../../../../../../deploy/local/mongo-engine/scheduling/budget.ts';
import { compileExpression } from '../../../../../../../deploy/local/mongo-engine/semantics/aggregate/expression.ts';
import { occurrences } from '../../../../../../../deploy/local/mongo-engine/semantics/aggregate/expressions/occurrences.ts';
import { declaring } from '../../../../../../../deploy/local/mongo-engine/semantics/aggregate/variables.ts';
import { watchBy } from '../../../../../../../deploy/local/mongo-engine/values/watch.ts';

const at = new Date('2024-02-29T22:30:15.250Z');
const decimal = (text: string) => Decimal128.fromString(text);
const root = {
  n: 5,
  d: 2.5,
  s: 'Héllo',
  l: [3, 1, 2],
  a: [{ x: 1 }, { x: 2 }, {}],
  o: { k: 1 },
  at,
  nil: null,
  long: 'x'.repeat(7e6),
};

const scope = { root, now: at, variables: { v: 7 }, budget: new Budget() };
const evaluate = (expression: unknown): unknown => declaring(['v'], () => compileExpression(expression))(scope);

test.each<[unknown, unknown]>([
  ['$n', 5],
  ['$a.x', [1, 2]],
  ['$none.x', undefined],
  ['$constructor', undefined],
  ['$$v', 7],
  ['$$ROOT.o.k', 1],
  ['$$NOW', at],
  [{ p: '$n', q: '$none' }, { p: 5 }],
  [
    ['$n', '$none'],
    [5, null],
  ],
  [{ $literal: '$n' }, '$n'],
  [{ $add: [2147483647, 1] }, Long.fromNumber(2147483648)],
  [{ $add: ['$n', 0.5, decimal('0.25')] }, decimal('5.75000000000000')],
  [{ $add: ['$at', 1000] }, new Date(at.getTime() + 1000)],
  [{ $add: ['$n', '$nil'] }, null],
  [{ $multiply: ['$nil', '$s'] }, null],
  [{ $subtract: ['$at', new Date(0)] }, Long.fromNumber(at.getTime())],
  [{ $multiply: [Long.MAX_VALUE, 2] }, 2 ** 64],
  [{ $divide: [6, 3] }, new Double(2)],
  [{ $divide: [decimal('1'), decimal('3')] }, decimal('0.3333333333333333333333333333333333')],
  [{ $mod: [-7, 3] }, -1],
  [{ $round: [2.5] }, new Double(2)],
  [{ $round: [19.25, 1] }, 19.2],
  [{ $round: [1234, -2] }, 1200],
  [{ $trunc: [-7.85, 1] }, -7.8],
  [{ $pow: [2, 10] }, 1024],
  [{ $pow: [2, -1] }, 0.5],
  [{ $eq: ['$n', decimal('5')] }, true],
  [{ $gt: ['$none', null] }, false],
  [{ $cond: [{ $gt: ['$n', 3] }, 'more', 'less'] }, 'more'],
  [{ $ifNull: ['$nil', '$none', 'last'] }, 'last'],
  // biome-ignore lint/suspicious/noThenProperty: the name is MongoDB's.
  [{ $switch: { branches: [{ case: { $eq: ['$n', 5] }, then: 'five' }], default: 0 } }, 'five'],
  [{ $size: '$l' }, 3],
  [{ $arrayElemAt: ['$l', -1] }, 2],
  [{ $slice: ['$l', 1, 1] }, [1]],
  [{ $filter: { input: '$l', as: 'e', cond: { $gt: ['$$e', 1] } } }, [3, 2]],
  [{ $map: { input: '$l', in: { $multiply: ['$$this', 2] } } }, [6, 2, 4]],
  [{ $reduce: { input: '$l', initialValue: 0, in: { $add: ['$$value', '$$this'] } } }, 6],
  [{ $let: { vars: { x: '$n' }, in: { $add: ['$$x', '$$v'] } } }, 12],
  [{ $sortArray: { input: '$l', sortBy: -1 } }, [3, 2, 1]],
  [{ $avg: '$l' }, new Double(2)],
  [{ $setUnion: ['$l', [1, 4]] }, [3, 1, 2, 4]],
  [{ $arrayToObject: [[{ k: 'a', v: 1 }]] }, { a: 1 }],
  [{ $objectToArray: '$o' }, [{ k: 'k', v: 1 }]],
  [{ $mergeObjects: ['$o', '$nil', { z: 2 }] }, { k: 1, z: 2 }],
  [{ $concat: ['$s', '!'] }, 'Héllo!'],
  [{ $toUpper: '$s' }, 'HéLLO'],
  [{ $strLenBytes: '$s' }, 6],
  [{ $bsonSize: '$o' }, 12],
  [{ $bsonSize: { $literal: { 5: 'x' } } }, 14],
  [{ $bsonSize: '$nil' }, null],
  [{ $substrCP: ['$s', 1, 2] }, 'él'],
  [{ $regexFind: { input: '$s', regex: 'l+' } }, { match: 'll', idx: 2, captures: [] }],
  [{ $type: '$none' }, 'missing'],
  [{ $type: new Double(1) }, 'double'],
  [{ $toString: new ObjectId('0123456789abcdef01234567') }, '0123456789abcdef01234567'],
  [{ $convert: { input: 'x', to: 'int', onError: 'bad' } }, 'bad'],
  [{ $toDecimal: '1e-999999999' }, decimal('0E-6176')],
  [{ $toDecimal: '4e-6177' }, decimal('0E-6176')],
  [{ $toDecimal: '1e999999999' }, decimal('Infinity')],
  [{ $regexFindAll: { input: 'ü aa', regex: '(a)' } }, [2, 3].map((idx) => ({ match: 'a', idx, captures: ['a'] }))],
  [{ $toDate: '2024-02-29' }, new Date('2024-02-29T00:00:00Z')],
  [{ $dayOfMonth: { date: '$at', timezone: 'Asia/Tokyo' } }, 1],
  [{ $year: { date: new Date('-000044-03-15T12:00:00Z'), timezone: 'Europe/Rome' } }, -44],
  [{ $hour: { date: new Date('-000044-03-15T12:00:00Z'), timezone: 'Europe/Rome' } }, 12],
  [{ $minute: { date: new Date('0050-03-15T12:00:00Z'), timezone: 'europe/rome' } }, 49],
  [{ $hour: { date: '$at', timezone: 'America/New_York' } }, 17],
  [{ $isoWeek: '$at' }, 9],
  [{ $dateToString: { date: '$at', format: '%Y-%m-%d %H:%M %j', timezone: '+02:00' } }, '2024-03-01 00:30 061'],
  [{ $dateAdd: { startDate: '$at', unit: 'year', amount: 1 } }, new Date('2025-02-28T22:30:15.250Z')],
  [{ $dateTrunc: { date: '$at', unit: 'week' } }, new Date('2024-02-25T00:00:00Z')],
  [{ $dateDiff: { startDate: new Date(0), endDate: '$at', unit: 'month' } }, Long.fromNumber(649)],
])('%j gives %p', (expression, expected) => {
  expect(evaluate(expression)).toEqual(expected);
});

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '💶'), maxLength: 12 });

test('texts are found, split and replaced as JavaScript does it', () => {
  const property = fc.property(text, text, (input, find) => {
    const found = [input, find];
    const replacing = { input, find, replacement: '<>' };
    const byBytes = Buffer.from(input).indexOf(find);
    expect(evaluate({ $indexOfBytes: found })).toBe(byBytes);
    expect(evaluate({ $indexOfCP: found })).toBe(
      byBytes < 0 ? -1 : [...Buffer.from(input).subarray(0, byBytes).toString()].length,
    );
    expect(evaluate({ $replaceAll: replacing })).toBe(input.replaceAll(find, '<>'));
    expect(evaluate({ $replaceOne: replacing })).toBe(input.replace(find, '<>'));
    if (find !== '') expect(evaluate({ $split: found })).toEqual(input.split(find));
  });
  fc.assert(property, { numRuns: 300 });
});

test('a search reads each place of a text a few times, however much is alike', () => {
  let reads = 0;
  const counted = (length: number, last: string) =>
    new Proxy([...'a'.repeat(length), last], {
      get: (units, at) => {
        reads++;
        return Reflect.get(units, at);
      },
    });
  expect([...occurrences(counted(2_000, 'a'), counted(1_000, 'b'))]).toEqual([]);
  expect(reads).toBeLessThan(20 * 3_000);
});

const unit = fc.constantFrom('a', 'b', 'é', '😀', ' ', '\u00a0');
const points = fc.string({ unit, maxLength: 12 });
const place = fc.nat(14);

test('texts are cut, sought and trimmed by code points', () => {
  fc.assert(
    fc.property(points, points, place, place, (text, other, from, to) => {
      const points = [...text];
      expect(evaluate({ $strLenCP: text })).toBe(points.length);
      expect(evaluate({ $substrCP: [text, from, to] })).toBe(points.slice(from, from + to).join(''));
      const window = points.slice(0, to);
      const found = window.findIndex((_, at) => at >= from && window.slice(at).join('').startsWith(other));
      const atEnd = other === '' && from >= window.length && from <= Math.min(to, points.length);
      const index = found >= 0 ? found : atEnd ? Math.min(from, to) : -1;
      expect(evaluate({ $indexOfCP: [text, other, from, to] })).toBe(index);
      const first = points.findIndex((point) => !other.includes(point));
      const last = points.findLastIndex((point) => !other.includes(point));
      expect(evaluate({ $trim: { input: text, chars: other } })).toBe(points.slice(first, last + 1).join(''));
      expect(evaluate({ $ltrim: { input: text, chars: other } })).toBe(first < 0 ? '' : points.slice(first).join(''));
      expect(evaluate({ $rtrim: { input: text, chars: other } })).toBe(points.slice(0, last + 1).join(''));
    }),
  );
});

test('a text is replaced in more places than are joined at once', () => {
  const input = 'ab'.repeat(100_000);
  expect(evaluate({ $replaceAll: { input, find: 'b', replacement: 'cc' } })).toBe('acc'.repeat(100_000));
  expect(evaluate({ $replaceOne: { input, find: 'b', replacement: '' } })).toBe(`a${'ab'.repeat(99_999)}`);
});

test.each([{ $sortArray: { input: { $range: [0, 10] }, sortBy: -1 } }])('%j can be ended', (expression) => {
  const tick = () => {
    throw new Error('enough');
  };
  const budget = Object.assign(new Budget(), { tick });
  expect(() => compileExpression(expression)({ ...scope, budget })).toThrow('enough');
});

test.each([{ $setUnion: [{ $range: [0, 10_000] }] }, { $strLenCP: 'x'.repeat(100_000) }])(
  '%j is watched',
  (expression) => {
    const look = () => {
      throw new Error('enough');
    };
    const evaluate = compileExpression(expression);
    watchBy({ look });
    try {
      expect(() => evaluate(scope)).toThrow('enough');
    } finally {
      watchBy(undefined);
    }
  },
);

test.each<[unknown, number]>([
  [{ $concat: Array(10).fill('$long') }, 13548],
  [{ $replaceAll: { input: '$long', find: 'x'.repeat(10), replacement: 'y'.repeat(1_000) } }, 13548],
  [{ $range: ['$nil', 'x'] }, 34443],
  [{ $range: [2 ** 31, 2 ** 31 + 1] }, 34444],
  [{ $range: [0.5, 'x'] }, 34444],
  [{ $range: [0, '$s'] }, 34445],
  [{ $range: [0, 2 ** 31] }, 34446],
  [{ $range: [0, 1, '$nil'] }, 34447],
  [{ $range: [0, 1, decimal('1e10')] }, 34448],
  [{ $range: [0, 1, new Double(0)] }, 34449],
  [{ $zip: { inputs: [] } }, 34465],
  [{ $zip: { inputs: [[1], 5] } }, 34468],
  [{ $zip: { inputs: Array(8).fill({ $range: [0, 1e6] }) } }, 146],
  [Array(6).fill({ $range: [0, 6e6] }), 146],
  [Array(6).fill({ $zip: { inputs: [{ $range: [0, 1e6] }, []], useLongestLength: true } }), 146],
  [{ $indexOfArray: ['$l', 1, -1] }, 40097],
  [{ $foo: 1 }, 168],
  [{ $rand: {} }, 168],
  [{ $add: ['$s', 1] }, 14],
  [{ $add: ['$s', '$nil'] }, 14],
  [{ $multiply: ['$s', '$nil'] }, 14],
  [{ $divide: [1, 0] }, 2],
  [{ $eq: [1] }, 16020],
  [{ $size: '$n' }, 17124],
  [{ $dateToString: { date: new Date(0), format: { $add: [5] } } }, 18533],
  [{ $dateToString: { date: new Date(3e14) } }, 18537],
  [{ $toInt: 'x' }, 241],
  ['$$unknown', 17276],
  [{ $sqrt: decimal('2') }, 115],
  [{ $dateToString: { date: '$at', timezone: 'Nowhere/City' } }, 40485],
  [{ $dateToString: { date: '$at', timezone: '2024-01-01T00:00Z' } }, 40485],
])('%j is refused with code %d', (expression, code) => {
  expect(() => evaluate(expression)).toThrow(expect.objectContaining({ code }));
});
