import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type IndexOptions, type mongo as mongoose, Schema } from 'mongoose';
import { modelOf } from '#chassis/mongo/model.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import { dropStore, openTestStore, sharedMongo } from '../../support/backends/mongo.ts';
import { eventually } from '../../support/eventually.ts';

const DAY = 24 * 3600;
const mongo = await sharedMongo();
afterAll(() => mongo.stop());
let database: string;
let running: Store[];
beforeEach(() => {
  database = `test_${newId()}`;
  running = [];
});
afterEach(async () => {
  const [first, ...others] = running;
  for (const store of others) await store.close();
  if (first) await dropStore(first);
});

interface Note {
  _id: string;
  at: Date;
}

/** Opens the database as a process whose version declares an index on `at` with these options. */
async function openVersion(options: IndexOptions): Promise<Store> {
  const store = await openTestStore(mongo, database);
  running.push(store);
  const schema = new Schema<Note>({ _id: String, at: Date }, { collection: 'notes', versionKey: false });
  modelOf(store.connection, 'Note', schema.index({ at: 1 }, options));
  return store;
}

async function startVersion(options: IndexOptions): Promise<Store> {
  const store = await openVersion(options);
  await store.start();
  return store;
}

const indexOf = async ({ connection }: Store) =>
  (await connection.collection('notes').indexes()).find(({ name }) => name === 'at_1');

const write = (store: Store) => store.transaction(async () => 'written');

test('the indexes of a model are made, and found, by one command', async () => {
  for (const process of ['first', 'second']) {
    const store = await openVersion({});
    const { collection, schema } = store.connection.models.Note ?? {};
    schema?.index({ at: -1, _id: 1 }).index({ text: 1 }, { unique: true });
    const all = jest.spyOn(collection as mongoose.Collection, 'createIndexes');
    const one = jest.spyOn(collection as mongoose.Collection, 'createIndex');
    await store.start();
    expect([process, all.mock.calls.length, one.mock.calls.length]).toEqual([process, 1, 0]);
    const names = (await collection?.indexes())?.map(({ name }) => name);
    expect(names).toEqual(['_id_', 'at_1', 'at_-1__id_1', 'text_1']);
  }
});

const partial = (age: number) => ({ partialFilterExpression: { age: { $gt: age } } });

test.each<[string, IndexOptions, IndexOptions]>([
  ['the time after which rows expire', { expireAfterSeconds: DAY }, { expireAfterSeconds: 2 * DAY }],
  ['the rows that are in it', partial(1), partial(2)],
  ['that rows expire', {}, { expireAfterSeconds: DAY }],
  ['that rows no longer expire', { expireAfterSeconds: DAY }, {}],
  ['both', { expireAfterSeconds: DAY }, { ...partial(1), expireAfterSeconds: 2 * DAY }],
])('an index of which a version has changed %s is replaced', async (_, before, after) => {
  await startVersion(before);
  const store = await startVersion(after);
  expect(store.ready()).toBe(true);
  expect(await write(store)).toBe('written');
  const { expireAfterSeconds, partialFilterExpression } = (await indexOf(store)) ?? {};
  expect({ expireAfterSeconds, partialFilterExpression }).toEqual(after);
});

test('an earlier version beside a later one takes its index as it is, and so does the next one of either', async () => {
  const before = { expireAfterSeconds: DAY };
  const after = { expireAfterSeconds: 2 * DAY };
  await startVersion(before);
  for (const options of [after, before, after, before]) {
    const store = await startVersion(options);
    expect(store.ready()).toBe(true);
    expect(await indexOf(store)).toMatchObject(after);
  }
  const store = await startVersion({ expireAfterSeconds: 3 * DAY });
  expect(await indexOf(store)).toMatchObject({ expireAfterSeconds: 3 * DAY });
});

test('several processes at once replace an index', async () => {
  await startVersion(partial(1));
  const stores = await Promise.all(Array.from({ length: 4 }, () => startVersion(partial(2))));
  await eventually(() => stores.every((store) => store.ready() === true));
  for (const store of stores) expect(await indexOf(store)).toMatchObject(partial(2));
  // Only the old definition is stored as replaced: no process mistook the new index of another process for an old one.
  const [store] = stores as [Store];
  const rows = await store.connection.collection('replaced_indexes').find().toArray();
  const definitions = rows.flatMap((row) => row.definitions.map((definition: string) => JSON.parse(definition)));
  expect(definitions).toEqual([{ key: { at: 1 }, ...partial(1) }]);
});

test('a unique index is not replaced: the process says which one stops it, until that is gone', async () => {
  const earlier = await startVersion({ unique: true });
  const store = await openVersion({ unique: true, ...partial(1) });
  const starting = store.start();
  await eventually(() => /^Index notes\.at_1 is unique and defined otherwise/.test(String(store.ready())));
  expect(await indexOf(earlier)).not.toHaveProperty('partialFilterExpression');
  await earlier.connection.collection('notes').dropIndex('at_1');
  await starting;
  expect(store.ready()).toBe(true);
  expect(await indexOf(store)).toMatchObject({ unique: true, ...partial(1) });
});

test('a process that cannot build an index says which one, and nothing of the data', async () => {
  const earlier = await startVersion({});
  const at = new Date();
  await earlier.connection.collection('notes').dropIndex('at_1');
  await earlier.connection.collection<Note>('notes').insertMany([
    { _id: 'a', at },
    { _id: 'b', at },
  ]);
  const store = await openVersion({ unique: true });
  const starting = store.start();
  await eventually(() => store.ready() === 'Index notes.at_1 cannot be built: DuplicateKey');
  await earlier.connection.collection<Note>('notes').deleteOne({ _id: 'a' });
  await starting;
  expect(store.ready()).toBe(true);
});
