import { afterAll, expect, jest, test } from '@jest/globals';
import { Long, UUID } from 'bson';
import type mongoose from 'mongoose';
import { dispatch } from '#engine/protocol/dispatch.ts';
import { encode } from '#engine/storage/bson.ts';
import { Catalog, rangeOf, SESSIONS } from '#engine/storage/catalog.ts';
import { StoredDocument } from '#engine/storage/stored-document.ts';
import type { Writer } from '#engine/storage/writer.ts';
import { DirectWrites } from '#engine/transactions/direct-writes.ts';
import { engineInProcess } from './engine-in-process.ts';
import { failure } from './server.ts';

type Item = { _id: number; tags?: number[]; n?: number; large?: Buffer | null };

const server = await engineInProcess();
afterAll(() => server.stop());

/** Collections and indexes, with their key prefix (`ident`) and the number of entries. */
function contents(catalog: Catalog): object[] {
  const { latest } = server.engine.store;
  const entries = (ident: number) => latest.count(rangeOf(ident));
  return [...catalog.all()]
    .map(({ ns, ident, count, indexes }) => ({
      ns,
      ident,
      count,
      documents: entries(ident),
      indexes: indexes.map(({ name, ident, multikey }) => ({ name, ident, multikey, entries: entries(ident) })),
    }))
    .sort((a, b) => (a.ns < b.ns ? -1 : 1));
}

/** The state in memory. Expects that a restart would read the same state from the store. */
function state(): object[] {
  const inMemory = contents(server.engine.catalog);
  expect(contents(new Catalog(server.engine.store.latest))).toEqual(inMemory);
  return inMemory;
}

test('a job that throws in its midst leaves nothing, and the jobs of its batch lose nothing', async () => {
  const { engine, db } = server;
  const { store, catalog, claims } = engine;
  const items = db.collection<Item>('items');
  const others = db.collection<Item>('others');
  await items.createIndex({ tags: 1 });
  await items.createIndex({ n: 1 }, { unique: true });
  await items.insertMany([
    { _id: 1, n: 1 },
    { _id: 2, n: 2 },
  ]);
  await others.insertOne({ _id: 1 });
  const before = state();
  const collection = () => catalog.get('d.items') as NonNullable<ReturnType<typeof catalog.get>>;
  const put = (writer: Writer, document: Item, replaced?: Item) =>
    new DirectWrites(writer, catalog, claims).apply(collection(), {
      before: replaced && StoredDocument.of(replaced),
      after: StoredDocument.of(document),
    });
  const broken = (writer: Writer) => {
    put(writer, { _id: 4, n: 4, tags: [1, 2] });
    put(writer, { _id: 1, n: 5 }, { _id: 1, n: 1 });
    new DirectWrites(writer, catalog, claims).apply(collection(), { before: StoredDocument.of({ _id: 2, n: 2 }) });
    put(writer, { _id: 6, n: 2 });
    catalog.drop(catalog.get('d.others') as never, writer);
    catalog.create('d', 'made', writer);
    catalog.dropIndex(collection(), collection().indexes[0] as never, writer);
    throw new TypeError('broken');
  };
  const results = await Promise.allSettled([
    store.write((writer) => put(writer, { _id: 3, n: 3 })),
    store.write(broken),
    store.write((writer) => put(writer, { _id: 7, n: 7 })),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await items.find().sort({ n: 1 }).toArray()).toEqual([1, 2, 3, 7].map((n) => ({ _id: n, n })));
  await items.deleteMany({ _id: { $in: [3, 7] } });
  expect(state()).toEqual(before);
});

const run = (body: object) =>
  dispatch(
    server.engine,
    { requestId: 1, body: { ...body, $db: 'd' }, sequences: new Map(), silent: false, legacy: false },
    { id: 1, address: '', authentication: { passed: true } as never, hasLeft: false },
  );

test('a collection begins empty, whatever has been left in the store', async () => {
  const { store } = server.engine;
  const ident = 1_000_000;
  await store.write((writer) => writer.put(rangeOf(ident).start, Buffer.of(1)));
  const catalog = new Catalog(store.latest);
  const created = store.write((writer) => {
    expect(catalog.create('d', 'new', writer).ident).toBeGreaterThan(ident);
    throw new Error('not kept');
  });
  await expect(created).rejects.toThrow('not kept');
  await store.write((writer) => writer.remove(rangeOf(ident).start));
});

test('a collection that a transaction writes to first is there when it ends, and holds what it has committed', async () => {
  const { client, db } = server;
  const ghosts = db.collection<Item>('ghosts');
  const begun = async (_id: number) => {
    const session = client.startSession();
    session.startTransaction();
    await ghosts.insertOne({ _id }, { session });
    return session;
  };
  const [first, second, third] = [await begun(1), await begun(2), await begun(3)];
  await first.abortTransaction();
  await second.commitTransaction();
  await third.commitTransaction();
  expect((await ghosts.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id)).toEqual([2, 3]);
  state();
});

test('a transaction that fills the memory is refused and ends, whatever it does', async () => {
  const items = server.db.collection<Item>('large');
  const { claims } = server.engine;
  // Other transactions use all but 8 of the 512 MiB for open transactions.
  const keptByOthers = 2 ** 29 - 2 ** 23;
  claims.keptBytes += keptByOthers;
  const documents = Array.from({ length: 10 }, (_, _id) => ({ _id, large: Buffer.alloc(1_000_000) }));
  const refused = async (fill: (session: mongoose.mongo.ClientSession) => Promise<unknown>) => {
    const session = server.client.startSession();
    session.startTransaction();
    expect(await failure(fill(session))).toMatchObject({ code: 146 });
    expect(await failure(session.commitTransaction())).toMatchObject({ code: 251 });
    await session.endSession();
    expect(claims.keptBytes).toBe(keptByOthers);
  };
  try {
    await refused(async (session) => {
      for (const document of documents) await items.insertOne(document, { session });
    });
    await items.insertMany(documents);
    await refused((session) => items.deleteMany({}, { session }));
    await refused((session) => items.updateMany({}, { $set: { large: null } }, { session }));
    expect(await items.countDocuments({ large: { $ne: null } })).toBe(10);
  } finally {
    claims.keptBytes -= keptByOthers;
  }
});

test('how far a long write has come is kept, and it goes on from there', async () => {
  const { engine, db } = server;
  const { store, scheduler, sessions } = engine;
  const lsid = { id: new UUID() };
  const id = Buffer.from(lsid.id.buffer);
  const updates = Array.from({ length: 90 }, (_, i) => ({
    q: { _id: i },
    u: { $set: { [i % 3 ? 'n' : '_id']: i + (i % 3 ? 0 : 1) } },
    upsert: true,
  }));
  const command = { update: 'long', updates, ordered: false, lsid, txnNumber: Long.ONE };
  // Each statement is written in its own batch.
  jest.spyOn(scheduler, 'isSliceOver').mockReturnValue(true);
  const plain = store.write.bind(store);
  let left = 30;
  const write = jest.spyOn(store, 'write');
  write.mockImplementation((...args) => (left-- > 0 ? plain(...args) : Promise.reject(new Error('cut off'))));
  await expect(run(command)).rejects.toThrow('cut off');
  write.mockRestore();
  sessions.end(id);
  const reply = (await run(command)) as { n: number; upserted: { index: number }[]; writeErrors: { index: number }[] };
  expect(reply.upserted.map(({ index }) => Number(index))).toEqual(updates.flatMap((_, i) => (i % 3 ? [i] : [])));
  expect(reply.writeErrors.map(({ index }) => Number(index))).toEqual(updates.flatMap((_, i) => (i % 3 ? [] : [i])));
  expect([reply.n, await db.collection('long').countDocuments()]).toEqual([60, 60]);
  expect(encode((await run(command)) as object)).toEqual(encode(reply));
  expect([...store.latest.keys(rangeOf(SESSIONS))].filter((key) => key.includes(id))).toHaveLength(1);
  jest.restoreAllMocks();
});
