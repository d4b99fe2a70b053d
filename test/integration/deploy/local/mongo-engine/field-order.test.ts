import { afterAll, beforeAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { connect, failure, type Server } from './server.ts';

const { ObjectId, BSON } = mongoose.mongo;
type Fields = [string, unknown][];

let server: Server;
beforeAll(async () => {
  server = await connect();
});
afterAll(() => server.stop());

/** A document whose fields are in this order, whatever they are called. */
const ordered = (...fields: Fields) => new Map<string, unknown>(fields) as never;

/** The names as they are in the bytes, with those of documents within. */
function namesOf(bytes: Uint8Array): unknown[] {
  const names: unknown[] = [];
  for (const [type, nameAt, nameSize, at, size] of BSON.onDemand.parseToElements(bytes)) {
    const name = Buffer.from(bytes.subarray(nameAt, nameAt + nameSize)).toString();
    names.push(type === 3 ? [name, ...namesOf(bytes.subarray(at, at + size))] : name);
  }
  return names;
}

async function collectionWith(...documents: never[]) {
  const name = `c${new ObjectId()}`;
  const raw = server.db.collection<{ _id: number }>(name, { raw: true });
  await server.db.collection(name).insertMany(documents);
  const stored = async (filter: object = {}) => namesOf((await raw.findOne(filter)) as never);
  return { c: server.db.collection<{ _id: number }>(name), raw, stored };
}

const inner = () => ordered(['z', 1], ['7', 2], ['a', 3]);
const made = () => ordered(['_id', 1], ['b', 1], ['2', 2], ['a', inner()], ['1', 4], ['n', 5]);
const names = ['_id', 'b', '2', ['a', 'z', '7', 'a'], '1', 'n'];

test.each<[string, object | object[], unknown[]]>([
  ['another field', { $set: { n: 6 } }, names],
  ['the field itself', { $set: { 2: 'two' }, $inc: { 1: 1 } }, names],
  ['one within', { $set: { 'a.7': 'seven' } }, names],
  ['new ones', { $set: { 9: 1, 'a.0': 1 } }, ['_id', 'b', '2', ['a', 'z', '7', 'a', '0'], '1', 'n', '9']],
  ['one that goes', { $unset: { 2: 1, 'a.7': 1 } }, ['_id', 'b', ['a', 'z', 'a'], '1', 'n']],
  ['one that is renamed', { $rename: { b: '0' } }, ['_id', '2', ['a', 'z', '7', 'a'], '1', 'n', '0']],
  ['a whole document', { $set: { n: ordered(['y', 1], ['3', 2]) } }, [...names.slice(0, -1), ['n', 'y', '3']]],
  [
    'a pipeline',
    [{ $set: { n: { $add: ['$2', '$a.7'] } } }, { $unset: 'a.7' }],
    ['_id', 'b', '2', ['a', 'z', 'a'], '1', 'n'],
  ],
])('fields named like integers keep their place in an update of %s', async (_, update, expected) => {
  const { c, stored } = await collectionWith(made());
  expect(await c.updateOne({ _id: 1 }, update)).toMatchObject({ modifiedCount: 1 });
  expect(await stored()).toEqual(expected);
});

test('they keep it in a replacement, an upsert, a projection and an aggregation', async () => {
  const { c, raw, stored } = await collectionWith(made());
  await c.replaceOne({ _id: 1 }, ordered(['x', 1], ['5', inner()], ['0', 3]));
  expect(await stored()).toEqual(['_id', 'x', ['5', 'z', '7', 'a'], '0']);
  await c.updateOne({ _id: 2 }, { $set: { q: inner() } }, { upsert: true });
  expect(await stored({ _id: 2 })).toEqual(['_id', ['q', 'z', '7', 'a']]);
  const projected = await raw.findOne({ _id: 1 }, { projection: { 0: 1, x: 1, '5.7': 1, '5.z': 1 } });
  expect(namesOf(projected as never)).toEqual(['_id', 'x', ['5', 'z', '7'], '0']);
  const [entries] = await c
    .aggregate([{ $match: { _id: 1 } }, { $project: { k: { $objectToArray: '$5' } } }])
    .toArray();
  expect(entries?.k.map(({ k }: { k: string }) => k)).toEqual(['z', '7', 'a']);
  const [back] = await raw
    .aggregate([{ $match: { _id: 1 } }, { $replaceWith: { $arrayToObject: { $objectToArray: '$$ROOT' } } }])
    .toArray();
  expect(namesOf(back as never)).toEqual(['_id', 'x', ['5', 'z', '7', 'a'], '0']);
});

test('documents that differ in the order of such fields are not the same', async () => {
  const { c } = await collectionWith(
    ordered(['_id', 1], ['a', inner()]),
    ordered(['_id', 2], ['a', { 7: 2, z: 1, a: 3 }]),
  );
  const found = async () => (await c.find({ a: inner() }).toArray()).map(({ _id }) => _id);
  expect(await found()).toEqual([1]);
  await c.createIndex({ a: 1 }, { unique: true });
  expect(await found()).toEqual([1]);
  expect(await failure(c.insertOne(ordered(['_id', 3], ['a', inner()])))).toMatchObject({ code: 11000 });
});

test('they are found, sorted and indexed by their names', async () => {
  const documents = [3, 1, 2].map((n) =>
    ordered(['_id', n], ['x', 0], ['4', n], ['l', [[n], { 0: -n }]], ['o', { 0: n }]),
  );
  const { c, stored } = await collectionWith(...(documents as never[]));
  const ids = async (filter: object, sort: object = { _id: 1 }) =>
    (
      await c
        .find(filter)
        .sort(sort as never)
        .toArray()
    ).map(({ _id }) => _id);
  for (const key of [undefined, { 4: 1 }, { 'o.0': 1 }] as const) {
    if (key) await c.createIndex(key);
    expect(await ids({ 4: { $gte: 2 } }, { 4: -1 })).toEqual([3, 2]);
    expect(await ids({ 'o.0': 2 })).toEqual([2]);
    expect(await ids({ 'l.0': -3 })).toEqual([3]);
    expect(await ids({ $expr: { $eq: ['$4', 1] } })).toEqual([1]);
    expect(await ids({ l: { $elemMatch: { 0: -2 } } })).toEqual([2]);
    expect(await ids({ l: { $elemMatch: { 0: 2 } } })).toEqual([2]);
  }
  expect(await c.distinct('4' as never)).toEqual(expect.arrayContaining([1, 2, 3]));
  expect(await stored({ _id: 1 })).toEqual(['_id', 'x', '4', 'l', ['o', '0']]);
});

test('a conflict of two paths is one however the number is written', async () => {
  const { c } = await collectionWith(made());
  expect(await failure(c.updateOne({ _id: 1 }, { $set: { 2: 1, '2.a': 1 } }))).toMatchObject({ code: 40 });
  expect(await failure(c.updateOne({ _id: 1 }, { $rename: { 2: '2' } }))).toMatchObject({ code: 2 });
  const said = await failure(c.updateOne({ _id: 1 }, { $inc: { 'a.z': 1, 'b.4': 1 } }));
  expect(said.message).toMatch("Cannot create field '4' in element {b: ");
});

test('_id comes first, wherever it was sent', async () => {
  const { stored } = await collectionWith(ordered(['b', 1], ['1', 2], ['_id', 1]));
  expect(await stored()).toEqual(['_id', 'b', '1']);
});

test('an upsert whose filter asks a field for several values cannot tell which to insert', async () => {
  const { c } = await collectionWith(ordered(['_id', 1]));
  const upsert = (filter: object) => c.updateOne(filter, { $set: { b: 1 } as never }, { upsert: true });
  expect(await failure(upsert({ a: { $all: [1, 2] } }))).toMatchObject({ code: 54 });
  expect(await upsert({ a: { $all: [1] } })).toMatchObject({ upsertedCount: 1 });
});

test('an upsert that inserts may make a field whose name begins with a dollar sign, an update may not', async () => {
  const { c, stored } = await collectionWith(ordered(['_id', 1]));
  await c.updateOne({ _id: 2 }, { $set: { $price: 1 } as never }, { upsert: true });
  expect(await stored({ _id: 2 })).toEqual(['_id', '$price']);
  expect(await failure(c.updateOne({ _id: 1 }, { $set: { $price: 1 } as never }, { upsert: true }))).toMatchObject({
    code: 52,
  });
});
