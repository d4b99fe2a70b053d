import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { removeExpired } from '../../../deploy/mongo-engine/expiry.ts';
import type { Collection, Index } from '../../../deploy/mongo-engine/storage/collection.ts';
import { type EngineInProcess, engineInProcess } from './engine-in-process.ts';

let server: EngineInProcess;
beforeAll(async () => {
  server = await engineInProcess();
});
afterAll(() => server.stop());

const HOUR = 3_600_000;
type Item = { _id: string; at?: unknown; state?: string; n?: number };

async function collectionOf(name: string, items: Item[]) {
  const collection = server.db.collection<Item>(name);
  await collection.insertMany(items);
  return collection;
}

const idsIn = async (name: string) =>
  (await server.db.collection<Item>(name).find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);

test('what a partial index does not hold does not expire', async () => {
  const now = Date.now();
  const old = new Date(now - 2 * HOUR);
  const items = await collectionOf('partial', [
    { _id: 'done', at: old, state: 'done' },
    { _id: 'open', at: old, state: 'open' },
    { _id: 'neither', at: old },
    { _id: 'young', at: new Date(now), state: 'done' },
  ]);
  await items.createIndex(
    { at: 1 },
    { expireAfterSeconds: 3600, partialFilterExpression: { $and: [{ state: { $exists: true } }, { state: 'done' }] } },
  );
  await removeExpired(server.engine, now);
  expect(await idsIn('partial')).toEqual(['neither', 'open', 'young']);
});

test('an index that is dropped while documents expire takes no more of them', async () => {
  const old = new Date(0);
  const items = await collectionOf(
    'dropped',
    Array.from({ length: 1200 }, (_, n) => ({ _id: String(n), at: old })),
  );
  await items.createIndex({ at: 1 }, { expireAfterSeconds: 0 });
  const { catalog, store } = server.engine;
  const collection = catalog.get('d.dropped') as Collection;
  const removing = removeExpired(server.engine, Date.now());
  // Shares the batch of the first round.
  await store.write((writer) => catalog.dropIndex(collection, collection.indexes[0] as Index, writer));
  await removing;
  const left = await items.countDocuments();
  expect(left).toBeGreaterThan(0);
  await removeExpired(server.engine, Date.now());
  expect(await items.countDocuments()).toBe(left);
});

test('an index on two fields that an older engine has made deletes nothing', async () => {
  await collectionOf('compound', [{ _id: 'old', at: new Date(0), n: 1 }]);
  const { catalog, store } = server.engine;
  const spec = { key: { at: 1, n: 1 }, name: 'at_1_n_1', expireAfterSeconds: 0 };
  await store.write((writer) => catalog.addIndex(catalog.get('d.compound') as Collection, spec, writer));
  await removeExpired(server.engine, Date.now());
  expect(await idsIn('compound')).toEqual(['old']);
});
