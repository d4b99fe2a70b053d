import { afterAll, beforeAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { type Client, EngineProcess, failure } from './server.ts';

type Item = { _id: string; v?: unknown[]; n?: number };

let engine: EngineProcess;
let client: Client;

beforeAll(async () => {
  engine = await new EngineProcess().start();
  client = await new mongoose.mongo.MongoClient(engine.url, { serverSelectionTimeoutMS: 5_000 }).connect();
  await items().insertOne({ _id: 'texts', v: many(400_000, (n) => `text ${n}`) });
  await items().insertOne({ _id: 'documents', v: many(200_000, (n) => ({ n })) });
  await items().insertOne({ _id: 'one', n: 1 });
  await pairs().insertMany([1, 2].map((n) => ({ _id: n, n, v: [1, 2] })));
}, 30_000);
afterAll(async () => {
  await client.close();
  await engine.remove();
});

const items = () => client.db('d').collection<Item>('items');
const pairs = () => client.db('d').collection<{ _id: number; n: number; v: number[] }>('pairs');
const indexed = () => client.db('d').collection<Item>('indexed');
const many = <T>(length: number, make: (n: number) => T): T[] => Array.from({ length }, (_, n) => make(n));
const fieldsOf = (count: number, make: (n: number) => [string, unknown]) => Object.fromEntries(many(count, make));
const patterns = many(200, (n) => new RegExp(`^(a|b)${n}`));
const update = (q: object, u: object, more = {}) => ({ update: 'items', updates: [{ q, u, ...more }] });
const texts = { _id: 'texts' };
const documents = { _id: 'documents' };
/** A pattern for each element, and none of the elements matches. */
const nested = { $elemMatch: { $nin: patterns, $not: { $regex: 't' } } };

test.each<[string, object]>([
  ['a find that looks into an array', { find: 'items', filter: { v: { $in: patterns } } }],
  ['a find by $elemMatch', { find: 'items', filter: { v: nested } }],
  ['a find by many branches', { find: 'items', filter: { $or: many(300, (n) => ({ 'v.n': -1 - n })) } }],
  ['a removal from an array', update(texts, { $pull: { v: { $in: patterns } } })],
  [
    'a removal of documents from an array',
    update(documents, { $pull: { v: { $or: many(99, (n) => ({ n: -1 - n })) } } }),
  ],
  ['a set that grows', update(texts, { $addToSet: { v: { $each: many(20_000, (n) => `more ${n}`) } } })],
  ['an array that is sorted', update(documents, { $push: { v: { $each: [], $sort: { n: -1, x: 1 } } } })],
  ['a change of all elements', update(documents, { $set: { 'v.$[].m': 1 } })],
  [
    'a change of some elements',
    update(documents, { $set: { 'v.$[x].m': 1 } }, { arrayFilters: [{ 'x.n': { $gt: 5 } }] }),
  ],
  [
    'a set of an array',
    {
      aggregate: 'items',
      pipeline: [{ $project: { x: { $size: { $setUnion: ['$v', many(9, String)] } } } }],
      cursor: {},
    },
  ],
  ['a build of an index', { createIndexes: 'items', indexes: [{ key: { v: 1 }, name: 'v' }] }],
])('%s takes no longer than it may, whatever one document holds', async (_, command) => {
  expect(await failure(client.db('d').command({ ...command, maxTimeMS: 20 }))).toMatchObject({ code: 50 });
});

const repeated = (times: number, $in: unknown) => ({ $map: { input: { $range: [0, times] }, in: $in } });
/** Of the first document a few milliseconds, after which others have a turn, and of the second one much more. */
const uneven = (path: string) => ({
  $size: { $cond: [{ $eq: [path, 1] }, repeated(20_000, 1), repeated(5_000, { $size: repeated(5_000, 1) })] },
});
const never = { $expr: { $lt: [uneven('$n'), 0] } };

test.each<[string, object]>([
  ['a find', { find: 'pairs', filter: never }],
  ['a count', { count: 'pairs', query: never }],
  ['an update', { update: 'pairs', updates: [{ q: never, u: { $set: { x: 1 } } }] }],
  [
    'an aggregation',
    {
      aggregate: 'pairs',
      pipeline: [{ $unwind: '$v' }, { $match: { $expr: { $lt: [uneven('$v'), 0] } } }],
      cursor: {},
    },
  ],
  ['a projection', { find: 'pairs', projection: { x: uneven('$n') } }],
  [
    'an update by a pipeline',
    { update: 'pairs', updates: [{ q: {}, u: [{ $set: { x: uneven('$n') } }], multi: true }] },
  ],
])('%s takes no longer than it may after it gave way', async (_, command) => {
  expect(await failure(client.db('d').command({ ...command, maxTimeMS: 100 }))).toMatchObject({ code: 50 });
});

test.each<[string, object]>([
  ['many branches', { $or: many(100_000, (a) => ({ a })) }],
  ['many ranges', { $and: many(60_000, (a) => ({ a: { $gt: a } })) }],
])('the choice of an index for %s takes no longer than it may', async (_, filter) => {
  const c = client.db('d').collection('many_indexes');
  await c.createIndexes(many(60, (n) => ({ key: { a: 1, [`k${n}`]: 1 } })));
  const find = { find: 'many_indexes', filter, maxTimeMS: 50 };
  expect(await failure(client.db('d').command(find))).toMatchObject({ code: 50 });
});

test('a filter of many fields is planned in linear time', async () => {
  const filter = fieldsOf(100_000, (n) => [`f${n}`, 1]);
  expect(await items().find(filter).toArray()).toEqual([]);
}, 10_000);

test.each<[string, object]>([
  [
    'variables and as many scopes',
    {
      aggregate: 'items',
      pipeline: [
        {
          $project: {
            x: {
              $let: {
                vars: fieldsOf(50_000, (n) => [`v${n}`, n]),
                in: many(50_000, (n) => ({ $let: { vars: { w: 1 }, in: `$$v${n}` } })),
              },
            },
          },
        },
        { $unknown: 1 },
      ],
      cursor: {},
    },
  ],
  [
    'cuts of arrays and a filter of as many fields',
    {
      find: 'items',
      filter: fieldsOf(40_000, (n) => [`f${n}`, 1]),
      projection: { ...fieldsOf(40_000, (n) => [`f${n}`, { $slice: 1 }]), x: { $unknown: 1 } },
    },
  ],
])(
  'a command of many %s is compiled in linear time',
  async (_, command) => {
    expect([168, 40324]).toContain((await failure(client.db('d').command(command))).code);
  },
  10_000,
);

test('a document of many fields is tested by a filter of as many in linear time', async () => {
  await items().insertOne(fieldsOf(50_000, (n) => [`f${n}`, 1]) as Item);
  const filter = fieldsOf(50_000, (n) => [`f${n}`, n < 49_999 ? 1 : 2]);
  expect(await items().findOne(filter)).toBeNull();
}, 10_000);

test.each<[string, object]>([
  ['many paths', fieldsOf(300, (n) => [`v.f${n}`, 1])],
  ['many values', fieldsOf(200, (n) => [`a${n}`, '$v'])],
  ['many expressions', fieldsOf(500, (n) => [`a${n}`, { $size: { $reverseArray: '$v' } }])],
])('a projection of %s takes no longer than it may', async (_, projection) => {
  const find = { find: 'items', filter: documents, projection, maxTimeMS: 20 };
  expect(await failure(client.db('d').command(find))).toMatchObject({ code: 50 });
});

const repeatedStates = 'a[ab]{900}[^ab]';
const toTheEnd = { input: '$text', regex: 'a(?:[ab]*c)?' };

test.each<[string, object, object]>([
  ['a find by a pattern of many states', { text: { $regex: repeatedStates } }, {}],
  ['a match of many states', {}, { x: { $regexMatch: { input: '$text', regex: repeatedStates } } }],
  ['a search for a match of many states', {}, { x: { $regexFind: { input: '$text', regex: repeatedStates } } }],
  ['a search for many matches, each of which looks to the end', {}, { x: { $regexFindAll: toTheEnd } }],
  ['the same in a shorter text', { _id: 'short' }, { x: { $regexFindAll: toTheEnd } }],
])('%s takes no longer than it may', async (_, filter, projection) => {
  const c = client.db('d').collection<{ _id: string; text: string }>('long_texts');
  // No pattern that repeats itself: the states are found anew at each character.
  const text = Buffer.from(many(500_000, (n) => Math.imul(n, 0x9e3779b1) >>> 24)).toString('hex');
  const letters = text.replace(/[0-7]/g, 'a').replace(/[^a]/g, 'b');
  await c.updateOne({ _id: 'long' }, { $set: { text: letters } }, { upsert: true });
  await c.updateOne({ _id: 'short' }, { $set: { text: letters.slice(0, 30_000) } }, { upsert: true });
  const find = { find: 'long_texts', filter, projection, maxTimeMS: 50 };
  expect(await failure(client.db('d').command(find))).toMatchObject({ code: 50 });
});

test('a later insert of a transaction takes no longer than it may', async () => {
  const c = client.db('d').collection('in_transaction');
  await c.createIndex({ v: 1 });
  await client.withSession(async (session) => {
    session.startTransaction();
    await c.insertOne({ v: 1 }, { session });
    const documents = [{ v: many(5_000, (n) => n) }, { v: many(200_000, (n) => n) }];
    expect(
      await failure(client.db('d').command({ insert: 'in_transaction', documents, maxTimeMS: 50 }, { session })),
    ).toMatchObject({ code: 50 });
    await session.abortTransaction();
  });
  expect(await c.countDocuments()).toBe(0);
});

test('what was ended has changed nothing', async () => {
  const [sizes] = await items()
    .aggregate([
      { $match: { v: { $exists: true } } },
      { $sort: { _id: 1 } },
      { $group: { _id: null, sizes: { $push: { $size: '$v' } } } },
    ])
    .toArray();
  expect(sizes?.sizes).toEqual([200_000, 400_000]);
  expect(await items().countDocuments({ 'v.m': 1 })).toBe(0);
  expect(await items().indexes()).toHaveLength(1);
});

test('a document with many keys of an index is refused in time, and one that is there can be removed', async () => {
  await indexed().createIndex({ v: 1 });
  const insert = { insert: 'indexed', documents: [{ _id: 'many', v: many(60_000, (n) => n) }] };
  expect(await failure(client.db('d').command({ ...insert, maxTimeMS: 20 }))).toMatchObject({ code: 50 });
  expect(await indexed().countDocuments()).toBe(0);
  await client.db('d').command(insert);
  expect(await indexed().countDocuments({ v: 59_999 })).toBe(1);
  const removal = { delete: 'indexed', deletes: [{ q: { _id: 'many' }, limit: 1 }], maxTimeMS: 20 };
  expect(await client.db('d').command(removal)).toMatchObject({ n: 1 });
  expect(await indexed().countDocuments({ v: 59_999 })).toBe(0);
}, 30_000);

test('the time of one command ends no other', async () => {
  const ended = failure(client.db('d').command({ find: 'items', filter: { v: nested }, maxTimeMS: 20 }));
  const others = many(5, () => items().countDocuments({ v: { $in: [/^text 39999/, 'x'] } }));
  expect(await ended).toMatchObject({ code: 50 });
  expect(new Set(await Promise.all(others))).toEqual(new Set([1]));
});

test('a key that is too large for a reply is taken twice: the refusal does not tell it', async () => {
  const c = client.db('d').collection('large_keys');
  await c.createIndex({ large: 1 }, { unique: true });
  const large = 'x'.repeat(13_000_000);
  await c.insertOne({ large });
  const refused = { code: 11000, keyPattern: { large: 1 } };
  expect(await failure(c.insertOne({ large }))).toMatchObject(refused);
  await c.insertOne({ _id: 'two' as never, large: 1 });
  expect(await failure(c.findOneAndUpdate({ _id: 'two' as never }, { $set: { large } }))).toMatchObject(refused);
}, 20_000);
