import { afterAll, beforeAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { EngineProcess, failure } from './server.ts';

type Item = { _id: string; v?: unknown[]; n?: number };

const engine = await new EngineProcess().start();
const client = await new mongoose.mongo.MongoClient(engine.url, { serverSelectionTimeoutMS: 5_000 }).connect();
beforeAll(async () => {
  await items().insertOne({ _id: 'texts', v: many(400_000, (n) => `text ${n}`) });
  await items().insertOne({ _id: 'documents', v: many(200_000, (n) => ({ n })) });
  await items().insertOne({ _id: 'one', n: 1 });
  const indexes = many(60, (n) => ({ key: { a: 1, [`k${n}`]: 1 } }));
  await client.db('d').collection('many_indexes').createIndexes(indexes);
}, 30_000);
afterAll(async () => {
  await client.close();
  await engine.remove();
});

const items = () => client.db('d').collection<Item>('items');
const indexed = () => client.db('d').collection<Item>('indexed');
const many = <T>(length: number, make: (n: number) => T): T[] => Array.from({ length }, (_, n) => make(n));
const fieldsOf = (count: number, make: (n: number) => [string, unknown]) => Object.fromEntries(many(count, make));
/** Every branch must test each element, because no branch matches. */
const nested = { $or: many(300, (n) => ({ 'v.n': -1 - n })) };
const documents = { _id: 'documents' };
const update = (q: object, u: object) => ({ update: 'items', updates: [{ q, u }] });

test.each<[string, object]>([
  ['a find that looks into an array', { find: 'items', filter: nested }],
  [
    'a find by $elemMatch',
    { find: 'items', filter: { v: { $elemMatch: { $or: many(300, (n) => ({ n: -1 - n })) } } } },
  ],
  ['a set that grows', update({ _id: 'texts' }, { $addToSet: { v: 'more' } })],
  ['a build of an index', { createIndexes: 'items', indexes: [{ key: { v: 1 }, name: 'v' }] }],
  [
    'a projection of many paths',
    { find: 'items', filter: documents, projection: fieldsOf(300, (n) => [`v.f${n}`, 1]) },
  ],
  [
    'the choice of an index for many branches',
    { find: 'many_indexes', filter: { $or: many(100_000, (a) => ({ a })) } },
  ],
  [
    'the choice of an index for many ranges',
    { find: 'many_indexes', filter: { $and: many(60_000, (a) => ({ a: { $gt: a } })) } },
  ],
])('%s takes no longer than it may, whatever one document holds', async (_, command) => {
  expect(await failure(client.db('d').command({ ...command, maxTimeMS: 20 }))).toMatchObject({ code: 50 });
});

test('a filter of many fields is planned in linear time', async () => {
  const filter = fieldsOf(100_000, (n) => [`f${n}`, 1]);
  expect(await items().find(filter).toArray()).toEqual([]);
}, 10_000);

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
  const ended = failure(client.db('d').command({ find: 'items', filter: nested, maxTimeMS: 20 }));
  const others = many(5, () => items().countDocuments({ v: { $in: ['text 399999', 'x'] } }));
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
