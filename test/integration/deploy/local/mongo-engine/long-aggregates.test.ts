import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type EngineInProcess, engineInProcess } from './engine-in-process.ts';
import { failure } from './server.ts';

let server: EngineInProcess;
beforeAll(async () => {
  server = await engineInProcess();
  const items = Array.from({ length: 3_000 }, (_, n) => ({
    _id: n as never,
    k: n % 7 === 0 ? [n, -n] : n,
    list: [1, 2, 3],
  }));
  await server.db.collection('items').insertMany(items);
});
afterAll(() => server.stop());

const items = () => server.db.collection('items');
const [unwind, square] = [{ $unwind: '$list' }, { $addFields: { list: { $range: [0, 20] } } }];
const many = [{ $limit: 1_000 }, unwind, square, unwind];
const sums = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`n${i}`, { $sum: '$n' }]));
/** A text of so many characters. */
const repeated = (length: number) => ({ $concat: Array(length / 1_000).fill('0123456789'.repeat(100)) });
const large = [{ $limit: 60 }, { $project: { x: repeated(2e6) } }];
const keep = { $group: { _id: null, all: { $push: repeated(20_000) } } };

test.each<[string, object[]]>([
  ['documents that become many', [...many, { $match: { n: 1 } }]],
  ['a sort', [...many, { $sort: { list: 1 } }, { $skip: 100_000 }]],
  ['groups', [...many, { $group: { _id: { k: '$k', l: '$list' }, n: { $sum: 1 } } }, { $skip: 100_000 }]],
  ['facets', [{ $limit: 300 }, { $facet: { a: [...many, { $count: 'n' }], b: [...many, { $count: 'n' }] } }]],
])('%s give way to what is short', async (_, pipeline) => {
  const started = items()
    .aggregate(pipeline)
    .toArray()
    .then(() => 'long');
  // As many as pass while the long one works; each would wait for all of it.
  const short = async () => {
    for (let i = 0; i < 3; i++) await items().findOne({ _id: i as never });
    return 'short';
  };
  expect(await Promise.race([started, short()])).toBe('short');
  await started;
  expect(await failure(items().aggregate(pipeline, { maxTimeMS: 10 }).toArray())).toMatchObject({ code: 50 });
});

test('a $lookup reads the other side once, and joins as an index does', async () => {
  const lookup = { $lookup: { from: 'items', localField: 'k', foreignField: 'k', as: 'o' } };
  const pipeline = [lookup, { $project: { ids: '$o._id' } }, { $sort: { _id: 1 } }];
  const joined = await items().aggregate(pipeline, { maxTimeMS: 8_000 }).toArray();
  expect(joined).toHaveLength(3_000);
  await items().createIndex({ k: 1 });
  expect(await items().aggregate(pipeline).toArray()).toEqual(joined);
  await items().dropIndex('k_1');
});

test('what is gathered more than once, or is replaced, is counted once', async () => {
  const x = { $addFields: { x: repeated(100_000) } };
  const [found] = await items()
    .aggregate([{ $limit: 1_500 }, x, { $group: { _id: null, set: { $addToSet: '$x' }, last: { $last: '$x' } } }])
    .toArray();
  expect([found?.set.length, found?.last.length]).toEqual([1, 100_000]);
});

const range = { $range: [0, 2e6] };
/** A value in the place of two of its kind, 40 times: little in memory, and 2^40 parts for who visits each. */
const doubled = (from: unknown, step: unknown, times = 40) => ({
  $reduce: { input: { $range: [0, times] }, initialValue: from, in: step },
});
const pairs = doubled(['$_id'], ['$$value', '$$value']);
const documents = doubled({ a: '$_id' }, { a: '$$value', b: '$$value' });
/** In the place of 2^18 of its kind: what counts an array's parts before it visits them, ends on the first way down. */
const wide = (value: unknown) => doubled([value], { $concatArrays: Array(64).fill('$$value') }, 3);
const lists = doubled(['$_id'], wide('$$value'));
const arrays = doubled({ a: '$_id' }, { a: wide('$$value') });
const sortBy = { [Array(41).fill('a').join('.')]: 1 };
const bushy = doubled({ a: 1 }, ['$$value', '$$value'], 20);
const hundred = (made: unknown) => ({ $map: { input: { $range: [0, 100] }, in: made } });
const nested = { $reduce: { input: { $range: [0, 20_000] }, initialValue: ['$_id'], in: ['$$value'] } };
const within = (value: unknown, $in: unknown) => ({ $let: { vars: { v: value }, in: $in } });

test.each<[string, object[], number]>([
  ['a range without end', [{ $project: { x: { $range: [0, 2e8] } } }], 146],
  ['arrays that are joined to one', [{ $project: { x: { $concatArrays: Array(4).fill(range) } } }], 146],
  ['a union of large sets', [{ $project: { x: { $setUnion: Array(4).fill(range) } } }], 146],
  ['a group that keeps all', [unwind, keep], 292],
  ['many small groups', [unwind, { $group: { _id: { k: '$_id', l: '$list' }, ...sums } }], 292],
  ['the first of each group', [...large, { $group: { _id: '$_id', x: { $first: '$x' } } }], 292],
  ['the greatest of each group', [...large, { $group: { _id: '$_id', x: { $max: '$x' } } }], 292],
  [
    'a document that joins too much',
    [{ $limit: 1 }, { $lookup: { from: 'items', as: 'o', pipeline: [{ $set: { x: repeated(40_000) } }] } }],
    4568,
  ],
  ['a value of endless parts', [{ $project: { x: pairs } }], 146],
  ['a document of endless parts', [{ $replaceRoot: { newRoot: documents } }], 146],
  ['a group by endless parts', [{ $group: { _id: pairs } }], 146],
  ['a list of endless parts', [{ $group: { _id: null, all: { $push: documents } } }], 146],
  ['a comparison of endless parts', [{ $match: { $expr: { $eq: [pairs, pairs] } } }], 146],
  ['a comparison of endless documents', [{ $match: { $expr: { $gt: [documents, documents] } } }], 146],
  ['a set of endless parts', [{ $project: { n: { $size: { $setUnion: [[lists], [documents]] } } } }], 146],
  ['a path through endless parts', [{ $project: { n: { $size: within(lists, '$$v.a') } } }], 146],
  ['a sort by endless parts', [{ $project: { n: { $sortArray: { input: [pairs, pairs], sortBy: 1 } } } }], 146],
  [
    'a sort by a path of endless parts',
    [{ $project: { n: within(arrays, { $sortArray: { input: ['$$v', '$$v'], sortBy } }) } }],
    146,
  ],
  ['the top of each group', [{ $group: { _id: null, x: { $top: { output: documents, sortBy: { _id: 1 } } } } }], 146],
  [
    'a set of many large values',
    [{ $limit: 1 }, { $project: { x: { $setUnion: [hundred([bushy, '$$this'])] } } }],
    146,
  ],
  [
    'a group by a long text',
    [{ $limit: 1 }, { $group: { _id: doubled([repeated(10_000)], ['$$value', '$$value'], 13) } }],
    146,
  ],
  ['a copy of many documents', [{ $limit: 1 }, { $project: { x: bushy } }, { $addFields: { 'x.b': 1 } }], 146],
  ['a value of endless levels', [{ $project: { x: nested } }], 15],
  ['a group by endless levels', [{ $group: { _id: nested } }], 15],
  ['a comparison of endless levels', [{ $match: { $expr: { $eq: [nested, nested] } } }], 15],
  [
    'one expression that takes too long',
    [
      {
        $project: {
          x: { $map: { input: { $range: [0, 6e6] }, in: { $map: { input: { $range: [0, 6e6] }, in: 1 } } } },
        },
      },
    ],
    262,
  ],
])('%s is ended', async (_, pipeline, code) => {
  expect(await failure(items().aggregate(pipeline).toArray())).toMatchObject({ code });
});
