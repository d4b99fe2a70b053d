import { expect, test } from '@jest/globals';
import type { Document } from 'bson';
import { useSmallHeap } from '../../../../support/small-heap.ts';
import { failure } from './server.ts';

const { items, db, client, isRunning } = useSmallHeap();
const range = (length: number) => ({ $range: [0, length] });
const within = (v: unknown, $in: unknown) => ({ $let: { vars: { v }, in: $in } });
/** Of so many elements, each of which is made anew. */
const often = (length: number, made: unknown) => ({ $map: { input: range(length), in: made } });
const doubled = (times: number, initialValue: unknown, $in: unknown) => ({
  $reduce: { input: range(times), initialValue, in: $in },
});
/** A text of 2^times pieces. */
const text = (piece: string, times: number) => doubled(times, piece, { $concat: ['$$value', '$$value'] });
const numbers = range(1_500_000);
const shared = doubled(16, { a: 1 }, { a: ['$$value', '$$value'] });

test.each<[string, unknown]>([
  ['arrays', often(1_000_000, Array(1_000).fill('$$this'))],
  ['documents', often(1_500_000, { a: '$$this', b: 1 })],
  ['texts', often(1_000_000, { $concat: [{ $toString: '$$this' }, 'x'.repeat(2_000)] })],
  ['reversed arrays', within(numbers, often(200, { $reverseArray: '$$v' }))],
  ['parts of arrays', within(numbers, often(200, { $slice: ['$$v', 1_499_999] }))],
  ['joined arrays', within(numbers, often(200, { $concatArrays: ['$$v', []] }))],
  ['what a path reaches', within(shared, often(200, `$$v${'.a'.repeat(17)}`))],
  ['pieces of texts', often(2_000, { $split: ['x,'.repeat(50_000), ','] })],
  ['matches', { $regexFindAll: { input: text('x,', 22), regex: ',' } }],
  ['texts that change', within(text('xy', 22), often(200, { $toUpper: '$$v' }))],
  ['the keys of a set', { $setUnion: [numbers, []] }],
  ['a date in a long format', { $dateToString: { date: new Date(0), format: text('%V', 22) } }],
  ['the fields of a document', { $objectToArray: { $arrayToObject: often(600_000, [{ $toString: '$$this' }, 1]) } }],
])(
  '%s that fill the memory are refused, and the engine goes on',
  async (_, expression) => {
    const filling = items()
      .aggregate([{ $project: { size: { $size: expression } } }])
      .toArray();
    // On a slow machine the time is over before the memory is full.
    expect([146, 262]).toContain((await failure(filling)).code);
    expect(isRunning()).toBe(true);
    expect(await items().countDocuments()).toBe(1);
  },
  20_000,
);

/** In which objects take some ten times as much as bytes. */
const parts = (count: number) => Array.from({ length: count }, (_, a) => ({ a }));

test('finds keep bytes alone of what they sort, and of what their transaction has written', async () => {
  const [documents, t] = [2_400, parts(600)];
  const projection = { _id: 1 };
  await client().withSession(async (session) => {
    session.startTransaction();
    for (let from = 0; from < documents; from += 300)
      await items().insertMany(
        Array.from({ length: 300 }, () => ({ t })),
        { session },
      );
    const found = await items()
      .find({ t: { $exists: true } }, { session, projection })
      .toArray();
    expect(found).toHaveLength(documents);
    await session.commitTransaction();
  });
  for (const filter of [{}, { 't.a': 5 }])
    expect((await items().find(filter, { projection }).sort({ x: 1 }).toArray()).length).toBeGreaterThanOrEqual(
      documents,
    );
}, 120_000);

test('a document with more keys of an index than the memory holds is refused', async () => {
  const indexed = db().collection('indexed');
  const of = (count: number) => ({ v: Array.from({ length: count }, (_, n) => n) });
  await indexed.insertOne(of(250_000));
  expect(await failure(indexed.createIndex({ v: 1 }))).toMatchObject({ code: 146 });
  await indexed.deleteMany({});
  await indexed.createIndex({ v: 1 });
  expect(await failure(indexed.insertOne(of(250_000)))).toMatchObject({ code: 146 });
  expect(await indexed.countDocuments()).toBe(0);
  await indexed.insertOne(of(12_000));
  expect(await indexed.countDocuments({ v: 11_999 })).toBe(1);
}, 60_000);

const fieldsOf = (count: number, name: (n: number) => string): Document =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), n]));
const short = (n: number) => `f${n.toString(36)}`;

test.each<[string, (n: number) => string]>([
  ['names', short],
  ['names like integers', String],
])(
  'a document of more fields with %s than the memory holds is refused, and one of many is changed',
  async (_, name) => {
    expect([146, 10334]).toContain((await failure(items().insertOne(fieldsOf(400_000, name)))).code);
    expect(isRunning()).toBe(true);
    const many = fieldsOf(120_000, name);
    const inserts = Array.from({ length: 3 }, (_, _id) => items().insertOne({ ...many, _id: _id as never }));
    for (const outcome of await Promise.allSettled(inserts))
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 146 });
    const of = { _id: 0 as never };
    await items().replaceOne(of, { ...many, x: 0 }, { upsert: true });
    await items().updateOne(of, { $set: { [name(7)]: -1 } });
    await items().updateOne(of, [{ $set: { x: 1 } }]);
    await items().findOneAndUpdate(of, { $inc: { x: 1 } }, { projection: { x: 1 } });
    const found = await items().findOne({ $expr: { $eq: ['$x', 2] } });
    expect(Object.keys(found ?? {})).toHaveLength(120_002);
    expect([found?.[name(6)], found?.[name(7)]]).toEqual([6, -1]);
  },
  120_000,
);

test('an array of more elements than can be changed at a time is kept', async () => {
  const arrays = db().collection('arrays');
  await arrays.insertOne({ v: Array(500_000).fill(null) });
  expect((await failure(arrays.updateOne({}, { $set: { 'v.$[]': 1 } }))).code).toBe(146);
  await arrays.createIndex({ v: 1 }).catch(({ code }) => expect(code).toBe(146));
  expect(await arrays.countDocuments({ v: null })).toBe(1);
  expect(await arrays.deleteMany({})).toMatchObject({ deletedCount: 1 });
}, 60_000);

test('a join finds each document once, however often a value stands in an array', async () => {
  await items().insertOne({ a: Array(20_000).fill(1) });
  await db()
    .collection('joined')
    .insertMany(Array.from({ length: 2_000 }, () => ({ k: 1 })));
  const lookup = { $lookup: { from: 'joined', localField: 'a', foreignField: 'k', as: 'found' } };
  const [joined] = await items()
    .aggregate([{ $match: { a: 1 } }, lookup, { $project: { n: { $size: '$found' } } }])
    .toArray();
  expect(joined?.n).toBe(2_000);
});

test('a document with more keys in all its indexes than the memory holds does not end the engine when it is removed', async () => {
  const c = db().collection('many_indexes');
  await c.insertOne({ a: Array.from({ length: 100_000 }, (_, n) => n) });
  for (let n = 0; n < 6; n++) await c.createIndex({ a: 1, [`x${n}`]: 1 }, { unique: true });
  await c.deleteOne({}).catch(({ code }) => expect(code).toBe(146));
  expect(isRunning()).toBe(true);
  expect(await items().countDocuments({ n: 1 })).toBe(1);
}, 60_000);

test('parts of texts do not keep the texts', async () => {
  await items().insertMany(
    Array.from({ length: 1_000 }, (_, n) => ({ n, text: `${n} `.padStart(20, '0').padEnd(1_000, 'x') })),
  );
  // 160 kB each.
  const text = { $concat: Array(160).fill('$text') };
  const cuts = [
    { $substrCP: ['$$v', 0, 20] },
    { $first: { $split: ['$$v', ' '] } },
    { $getField: { field: 'match', input: { $regexFind: { input: '$$v', regex: '^.{20}' } } } },
  ];
  for (const part of cuts) {
    const project = { $project: { part: within(text, part) } };
    const [found] = await items()
      .aggregate([
        { $match: { _id: { $ne: 'one' as never } } },
        project,
        { $group: { _id: null, all: { $push: '$part' } } },
      ])
      .toArray();
    expect(found?.all).toHaveLength(1_000);
  }
}, 40_000);

test('others are answered between the documents of a sorted find whose projection takes long', async () => {
  await items().insertMany(Array.from({ length: 30 }, (_, n) => ({ n })));
  const slow = { $size: often(60, { $size: often(1_000, 1) }) };
  const order: string[] = [];
  const long = items().find().sort({ n: -1 }).project({ x: slow }).toArray();
  const short = async () => {
    for (let i = 0; i < 3; i++) await items().findOne({ _id: 'one' as never });
  };
  await Promise.all([long.then(() => order.push('long')), short().then(() => order.push('short'))]);
  expect(order).toEqual(['short', 'long']);
});

test('an _id that no document can have is none that is changed', async () => {
  const _id = { $in: ['one', 'x'.repeat(70_000)] as never[] };
  expect(await items().updateMany({ _id }, { $set: { n: 2 } })).toMatchObject({ matchedCount: 1 });
  expect(await items().deleteMany({ _id })).toMatchObject({ deletedCount: 1 });
});

test.each<[string, unknown, unknown]>([
  ['counted', { $strLenCP: text('xy', 24) }, 2 ** 25],
  ['cut', { $strLenCP: { $substrCP: [text('xy', 24), 5, 30_000_000] } }, 30_000_000],
  ['sought', { $indexOfCP: [text('xy', 24), 'q'] }, -1],
  ['trimmed', { $trim: { input: text('xy', 24), chars: 'xy' } }, ''],
  ['compared in any case', { $strcasecmp: [text('aB', 22), text('Ab', 22)] }, 0],
  ['changed', { $strLenBytes: { $replaceAll: { input: text('x,', 22), find: ',', replacement: ';' } } }, 2 ** 23],
])(
  'a text of 32 MB is %s within the memory',
  async (_, expression, result) => {
    const [found] = await items()
      .aggregate([{ $project: { result: expression } }])
      .toArray();
    expect(found?.result).toEqual(result);
  },
  20_000,
);

const endless = { $size: often(50_000, { $size: often(1_000, 1) }) };

test.each<[string, Document]>([
  ['the projection of a find', { find: 'items', projection: { x: endless } }],
  ['an update', { update: 'items', updates: [{ q: {}, u: [{ $set: { n: endless } }] }] }],
  ['a findAndModify', { findAndModify: 'items', query: {}, update: [{ $set: { n: endless } }] }],
  [
    'the projection of a findAndModify',
    { findAndModify: 'items', query: {}, update: { $set: { n: 2 } }, fields: { x: endless } },
  ],
])('%s takes no longer than it may, and has changed nothing', async (_, command) => {
  const long = db().command({ ...command, maxTimeMS: 100 });
  expect(await failure(long)).toMatchObject({ code: 50 });
  expect(await items().find().toArray()).toEqual([{ _id: 'one', n: 1 }]);
});
