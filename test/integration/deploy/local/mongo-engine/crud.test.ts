import { afterAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { connect, failure } from './server.ts';

const { ObjectId } = mongoose.mongo;

type Item = mongoose.mongo.BSON.Document & { _id?: mongoose.mongo.ObjectId | string | number };

const server = await connect();
afterAll(() => server.stop());

const fresh = () => server.db.collection<Item>(`c${new ObjectId()}`);

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
