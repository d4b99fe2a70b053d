import { afterAll, beforeAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { connect, failure, type Server } from './server.ts';

const { Binary, Decimal128, Double, Int32, Long, ObjectId, Timestamp, UUID, BSONRegExp } = mongoose.mongo;

type Item = mongoose.mongo.BSON.Document & { _id?: mongoose.mongo.ObjectId | string | number };

let server: Server;
beforeAll(async () => {
  server = await connect();
});
afterAll(() => server.stop());

const fresh = () => server.db.collection<Item>(`c${new ObjectId()}`);

test('what is inserted is found, updated, replaced and deleted', async () => {
  const c = fresh();
  const { insertedIds } = await c.insertMany([
    { name: 'Ann', n: 1 },
    { name: 'Bob', n: 2 },
    { name: 'Cid', n: 3 },
  ]);
  expect(await c.findOne({ _id: insertedIds[1] as mongoose.mongo.ObjectId })).toMatchObject({ name: 'Bob' });
  expect(await c.updateMany({ n: { $gte: 2 } }, { $inc: { n: 10 } })).toMatchObject({
    matchedCount: 2,
    modifiedCount: 2,
  });
  expect(await c.updateOne({ name: 'Ann' }, { $set: { n: 1 } })).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  await c.replaceOne({ name: 'Ann' }, { name: 'Eve' });
  const found = await c.find({}, { projection: { _id: 0 }, sort: { name: 1 } }).toArray();
  expect(found).toEqual([{ name: 'Bob', n: 12 }, { name: 'Cid', n: 13 }, { name: 'Eve' }]);
  expect(await c.deleteMany({ n: { $exists: true } })).toMatchObject({ deletedCount: 2 });
  expect(await c.countDocuments()).toBe(1);
});

test('every BSON type comes back as it went, also through an update', async () => {
  const c = fresh();
  const document = {
    _id: new ObjectId(),
    long: Long.fromString('9007199254740993'),
    double: new Double(1),
    int: new Int32(2),
    decimal: Decimal128.fromString('1.10'),
    binary: new Binary(Buffer.from([1, 2])),
    timestamp: new Timestamp({ t: 1, i: 2 }),
    uuid: new UUID(),
    regex: new BSONRegExp('a', 'i'),
    nothing: null,
    date: new Date(0),
    deep: { a: [{ b: [[]] }] },
    text: 'ünï✓\0',
  };
  await c.insertOne(document);
  await c.updateOne({ _id: document._id }, { $set: { touched: true } });
  const found = await c.findOne({ _id: document._id }, { promoteValues: false, bsonRegExp: true });
  expect(found).toEqual({ ...document, touched: true });
});

test('an upsert makes the document that its filter and update say', async () => {
  const c = fresh();
  const made = await c.updateOne(
    { key: 'k', n: { $gt: 1 } },
    { $set: { v: 1 }, $setOnInsert: { at: 5 } },
    { upsert: true },
  );
  expect(made).toMatchObject({ matchedCount: 0, upsertedCount: 1 });
  expect(await c.findOne({ _id: made.upsertedId as never })).toEqual({ _id: made.upsertedId, key: 'k', v: 1, at: 5 });
  const again = await c.findOneAndUpdate({ key: 'k' }, { $set: { v: 2 } }, { upsert: true, returnDocument: 'before' });
  expect(again).toMatchObject({ v: 1, at: 5 });
});

test('findOneAnd… answers the document before or after', async () => {
  const c = fresh();
  await c.insertMany([{ n: 1 }, { n: 2 }]);
  const options = { sort: { n: -1 }, returnDocument: 'after', projection: { _id: 0 } } as const;
  expect(await c.findOneAndUpdate({}, { $inc: { n: 5 } }, options)).toEqual({ n: 7 });
  expect(await c.findOneAndDelete({ n: { $gt: 2 } })).toMatchObject({ n: 7 });
  expect(await c.findOneAndReplace({ n: 99 }, { n: 1 })).toBeNull();
});

test('bulk writes stop at the first failure when ordered, go on when not', async () => {
  const c = fresh();
  await c.createIndex({ n: 1 }, { unique: true });
  const documents = () => [{ n: 1 }, { n: 1 }, { n: 2 }];
  const ordered = await failure(c.insertMany(documents()));
  expect(ordered).toMatchObject({ code: 11000, insertedCount: 1 });
  await c.deleteMany({});
  const unordered = await failure(c.insertMany(documents(), { ordered: false }));
  expect(unordered).toMatchObject({ code: 11000, insertedCount: 2 });
});

test('concurrent changes of one document lose none', async () => {
  const c = fresh();
  await c.insertOne({ _id: 'k', n: 0 });
  const guard = () => c.findOneAndUpdate({ _id: 'k', n: { $lt: 20 } } as never, { $inc: { n: 1 } });
  const taken = await Promise.all(Array.from({ length: 60 }, guard));
  expect(taken.filter(Boolean)).toHaveLength(20);
  expect(await c.findOne({ _id: 'k' })).toEqual({ _id: 'k', n: 20 });
});
