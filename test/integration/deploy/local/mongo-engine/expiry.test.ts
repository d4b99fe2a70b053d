import { afterAll, expect, jest, test } from '@jest/globals';
import { removeExpired } from '#engine/expiry.ts';
import type { Collection, Index } from '#engine/storage/collection.ts';
import { engineInProcess } from './engine-in-process.ts';
import { numbered, RawConnection } from './raw-connection.ts';
import { idsOf } from './server.ts';

const server = await engineInProcess();
afterAll(() => server.stop());

const HOUR = 3_600_000;
type Item = { _id: string; at?: unknown; state?: string; n?: number };

async function collectionOf(name: string, items: Item[]) {
  const collection = server.db.collection<Item>(name);
  await collection.insertMany(items);
  return collection;
}

test('large documents expire a few at a time, so that memory holds them and others are served', async () => {
  const old = new Date(Date.now() - 2 * HOUR);
  const v = Array.from({ length: 100_000 }, (_, n) => n);
  for (let n = 0; n < 20; n++)
    await server.db.collection<Item & { v: number[] }>('large').insertOne({ _id: `${n}`, at: old, v });
  await server.db.collection('large').createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
  const write = jest.spyOn(server.engine.store, 'write');
  await removeExpired(server.engine, Date.now());
  expect(await idsOf(server.db.collection('large'))).toEqual([]);
  expect(write.mock.calls.length).toBeGreaterThan(5);
  write.mockRestore();
});

test('what expires is what its own index holds, and is read through that, however many others hold', async () => {
  const items = await collectionOf(
    'own',
    Array.from({ length: 500 }, (_, n) => ({
      _id: String(n),
      at: n >= 498 ? new Date(0) : new Date(),
      state: n === 498 ? 'open' : 'done',
    })),
  );
  await items.createIndex({ state: 1 });
  await items.createIndex({ at: 1 }, { expireAfterSeconds: 3600, partialFilterExpression: { state: 'done' } });
  const read = jest.spyOn(server.engine.store.latest, 'get');
  await removeExpired(server.engine, Date.now());
  expect(read.mock.calls.length).toBeLessThan(5);
  expect(await items.countDocuments()).toBe(499);
});

test('a look for what has expired holds no reader of the store behind it', async () => {
  const items = server.db.collection<Item>('looked');
  await items.createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
  const { root } = server.engine.store as unknown as { root: { readerList(): string } };
  const readers = () => root.readerList().split('\n').length;
  const before = readers();
  for (let n = 0; n < 10; n++) {
    await items.insertMany([
      { _id: '1', at: new Date(0) },
      { _id: '2', at: new Date(0) },
    ]);
    await removeExpired(server.engine, Date.now());
  }
  expect(await items.countDocuments()).toBe(0);
  expect(readers()).toBeLessThan(before + 5);
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
  // The drop is committed in the same batch as the first removals.
  await store.write((writer) => catalog.dropIndex(collection, collection.indexes[0] as Index, writer));
  await removing;
  const left = await items.countDocuments();
  expect(left).toBeGreaterThan(0);
  await removeExpired(server.engine, Date.now());
  expect(await items.countDocuments()).toBe(left);
});

test('an index on two fields that an older engine has made deletes nothing', async () => {
  const items = await collectionOf('compound', [{ _id: 'old', at: new Date(0), n: 1 }]);
  const { catalog, store } = server.engine;
  const spec = { key: { at: 1, n: 1 }, name: 'at_1_n_1', expireAfterSeconds: 0 };
  await store.write((writer) => catalog.addIndex(catalog.get('d.compound') as Collection, spec, writer));
  await removeExpired(server.engine, Date.now());
  expect(await idsOf(items)).toEqual(['old']);
});

test('the answer to a write is read again when it is asked for alone, and is forgotten with its session', async () => {
  const write = numbered(1);
  const insert = { insert: 'answered', documents: [{ _id: 1 }], ...write };
  const connection = new RawConnection(server.url);
  const { engine } = server;
  const session = engine.sessions.get(Buffer.from(write.lsid.id.buffer));
  expect(await connection.command(insert)).toEqual({ n: 1, ok: 1 });
  expect(session.reply).toBeUndefined();
  expect(await connection.command(insert)).toEqual({ n: 1, ok: 1 });
  const reads: unknown[] = [];
  const open = engine.store.snapshot.bind(engine.store);
  jest.spyOn(engine.store, 'snapshot').mockImplementation(() => {
    const snapshot = open();
    const get = snapshot.get.bind(snapshot);
    return Object.assign(snapshot, { get: (key: Buffer) => reads.push(key) && get(key) });
  });
  await engine.expireSessions(Date.now());
  expect(reads).toHaveLength(0);
  engine.endSessions([session.id]);
  for (let sweep = 0; sweep < 3; sweep++) await engine.expireSessions(Date.now());
  expect(reads).toHaveLength(1);
  expect(engine.sessions.outcome(session)).toHaveProperty('reply');
  await engine.expireSessions(Date.now() + HOUR);
  expect(engine.sessions.outcome(session)).toBeUndefined();
});
