import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, expect, jest, test } from '@jest/globals';
import mongoose from 'mongoose';
import { drained } from '#engine/protocol/server.ts';
import { leftoversIn, rangeOf } from '#engine/storage/catalog.ts';
import type { Collection } from '#engine/storage/collection.ts';
import { eventually } from '../../../../support/eventually.ts';
import { engineInProcess } from './engine-in-process.ts';
import { inTransaction, RawConnection } from './raw-connection.ts';
import { failure } from './server.ts';

const { Long } = mongoose.mongo;
type Item = { _id: number; n: number; text: string; v?: number; done?: number };

const server = await engineInProcess();
afterAll(() => server.stop());

const COUNT = 4_000;
const text = 'x'.repeat(100);
let last = 0;

async function manyItems() {
  const items = server.db.collection<Item>(`items${++last}`);
  await items.insertMany(Array.from({ length: COUNT }, (_, n) => ({ _id: n, n, text })));
  return items;
}
type Items = Awaited<ReturnType<typeof manyItems>>;

const updateInTransaction = (items: Items) =>
  server.client.withSession((session) =>
    session.withTransaction(() => items.updateMany({ n: { $gte: 0 } }, { $inc: { n: 1 } }, { session })),
  );
/**
 * A filter that matches all documents, like a list search. It is so slow that many short statements can run during the
 * read.
 */
const searched = {
  $or: [...Array.from({ length: 100 }, (_, v) => ({ v })), { text: { $regex: 'XX', $options: 'i' } }],
};
/** A filter that matches no document, and must read all of them. */
const none = { text: { $in: ['y'] } };

test.each<[string, (items: Items) => Promise<unknown>, filter: object, count: number]>([
  ['an update of many', (items) => items.updateMany({ n: { $gte: 0 } }, { $inc: { v: 1 } }), { v: 1 }, COUNT],
  ['an update of many in a transaction', updateInTransaction, { n: { $gte: COUNT } }, 1],
  [
    'many updates in one command',
    (items) =>
      items.bulkWrite(
        Array.from({ length: COUNT }, (_, _id) => ({ updateOne: { filter: { _id }, update: { $inc: { v: 1 } } } })),
      ),
    { v: 1 },
    COUNT,
  ],
  [
    'an insert of many',
    (items) => items.insertMany(Array.from({ length: COUNT }, (_, n) => ({ _id: -1 - n, n, text }))),
    {},
    2 * COUNT,
  ],
  [
    'an update of those that are named',
    async (items) => {
      const ids = Array.from({ length: 1000 }, (_, index) => index);
      const named = { _id: { $in: [...ids, -1] }, n: { $lt: 900 } };
      const changed = await items.updateMany(named, { $inc: { v: 1 } });
      expect(changed).toMatchObject({ matchedCount: 900, modifiedCount: 900 });
      expect((await items.deleteMany(named)).deletedCount).toBe(900);
    },
    {},
    COUNT - 900,
  ],
  ['a removal of many', (items) => items.deleteMany({ n: { $gte: 1 } }), {}, 1],
  [
    'an update of what is hard to find',
    (items) => items.updateOne({ n: { $gte: COUNT - 1 } }, { $set: { v: 1 } }),
    { _id: COUNT - 1, v: 1 },
    1,
  ],
  ['an upsert', (items) => items.updateOne(none, { $setOnInsert: { v: 2 } }, { upsert: true }), { v: 2, text: 'y' }, 1],
  [
    'a findAndModify after a sort',
    (items) => items.findOneAndDelete({ text }, { sort: { v: 1, n: -1 } }),
    { n: { $gte: COUNT - 2 } },
    1,
  ],
  ['a build of an index', (items) => items.createIndex({ n: 1, text: 1 }, { unique: true }), {}, COUNT],
  [
    'a search that sorts what it finds',
    async (items) => {
      const found = await items.find(searched).sort({ v: 1, n: -1 }).limit(2).toArray();
      expect(found.map(({ n }) => n)).toEqual([COUNT - 1, COUNT - 2]);
    },
    {},
    COUNT,
  ],
  ['an explain that counts', (items) => items.find({ ...searched, n: -1 }).explain('executionStats'), {}, COUNT],
])('%s gives way to what is short', async (_, long, filter, count) => {
  const items = await manyItems();
  const small = server.db.collection<Item>('small');
  const started = long(items).then(() => 'long');
  const short = async () => {
    for (let i = 0; i < 3; i++) await small.findOne({ _id: i });
    return 'short';
  };
  expect(await Promise.race([started, short()])).toBe('short');
  await started;
  expect(await items.countDocuments(filter)).toBe(count);
});

test('what a write that gives way has found is looked at again before it is changed', async () => {
  const items = await manyItems();
  const long = items.updateMany({ ...searched, n: { $gte: 0 } }, { $inc: { n: 10_000 }, $set: { done: 1 } });
  await eventually(async () => expect(await items.findOne({ _id: 0 })).toMatchObject({ done: 1 }));
  const ids = [COUNT - 1, COUNT - 2, COUNT - 3];
  await items.updateOne({ _id: ids[0] as number }, { $set: { n: -5 } });
  await items.deleteOne({ _id: ids[1] as number });
  await items.updateOne({ _id: ids[2] as number }, { $set: { text: 'xx other' } });
  const { matchedCount } = await long;
  const [kept, gone, other] = await Promise.all(ids.map((_id) => items.findOne({ _id })));
  expect([kept?.n, gone, other?.n, other?.text]).toEqual([-5, null, 10_000 + COUNT - 3, 'xx other']);
  expect(matchedCount).toBe(COUNT - 2);
  expect((await items.find().toArray()).filter(({ _id, n }) => n === _id + 10_000)).toHaveLength(COUNT - 2);
});

test('commands that ask for one index wait for one build; writes meanwhile are in it, and one that breaks it ends it', async () => {
  const items = await manyItems();
  const writing = async () => {
    for (let i = 0; i < 50; i++) {
      await items.updateOne({ _id: i }, { $inc: { n: 100_000 } });
      await items.insertOne({ _id: COUNT + i, n: COUNT + i, text });
      await items.deleteOne({ _id: COUNT - 1 - i });
    }
  };
  const builds = [1, 2, 3].map(() => items.createIndex({ n: 1 }));
  expect(await Promise.all([...builds, writing()])).toEqual(['n_1', 'n_1', 'n_1', undefined]);
  const byIndex = await items
    .find({ n: { $gte: 0 } })
    .hint({ n: 1 })
    .toArray();
  expect(byIndex.map(({ _id }) => _id).sort()).toEqual((await items.find().toArray()).map(({ _id }) => _id).sort());
  expect(byIndex).toHaveLength(COUNT);
  const build = failure(items.createIndex({ text: 1, v: 1 }, { unique: true }));
  expect(await build).toMatchObject({ code: 11000 });
  expect((await items.indexes()).map(({ name }) => name)).toEqual(['_id_', 'n_1']);
  await items.insertOne({ _id: -1, n: -1, text });
});

test('a command of its own time ends in the middle of a write, and what it changed is said nowhere to be all', async () => {
  const items = await manyItems();
  const updates = [1, 2, 3, 4].map((v) => ({ q: searched, u: { $set: { v } }, multi: true }));
  const command = { update: items.collectionName, updates, ordered: false, maxTimeMS: 40 };
  const error = await failure(server.db.command(command));
  expect([error.code, error.name]).toEqual([50, 'MongoServerError']);
  expect(await items.countDocuments({ v: { $ne: 4 } })).toBeGreaterThan(0);
});

test('a read ends when its client has left', async () => {
  const items = await manyItems();
  const { scheduler } = server.engine;
  const run = scheduler.run.bind(scheduler);
  // The client leaves as soon as the read has begun: a pause before it could outlast the read.
  const read = new Promise<{ ended: unknown }>((resolve) => {
    jest.spyOn(scheduler, 'run').mockImplementationOnce((steps, owner) => {
      const ended = run(steps, owner);
      resolve({ ended });
      return ended;
    });
  });
  const connection = new RawConnection(server.url);
  connection.send({ find: items.collectionName, filter: { ...searched, n: -1 } });
  const { ended } = await read;
  connection.socket.destroy();
  expect(await failure(Promise.resolve(ended))).toMatchObject({ code: 279 });
});

test('a reply that waits to be read leaves nothing that listens', async () => {
  for (const event of ['drain', 'close']) {
    const socket = new EventEmitter();
    const waiting = drained(socket);
    socket.emit(event);
    await waiting;
    expect(socket.listenerCount('drain') + socket.listenerCount('close')).toBe(0);
  }
});

test('a sort holds no more than it may, and of what it does not want nothing', async () => {
  const items = server.db.collection<Item>('large');
  const long = 'x'.repeat(15_900_000);
  for (let n = 0; n < 7; n++) await items.insertOne({ _id: n, n: -n, text: long });
  expect(await failure(items.find().sort({ n: 1 }).toArray())).toMatchObject({ code: 292 });
  const first = await items.find().sort({ n: 1 }).limit(1).project({ text: 0 }).toArray();
  expect(first).toEqual([{ _id: 6, n: -6 }]);
});

test('a commit of many gives way to reads, which see nothing of it before all of it', async () => {
  const items = server.db.collection<Item>('committed');
  const fresh = server.db.collection<Item>('made');
  const made = 20_000;
  await items.createIndexes([{ key: { n: 1 } }, { key: { text: 1, n: 1 } }, { key: { v: 1 } }]);
  await items.insertOne({ _id: -1, n: -1, text });
  await server.client.withSession(async (session) => {
    session.startTransaction();
    await items.updateOne({ _id: -1 }, { $set: { v: 1 } }, { session });
    await fresh.insertOne({ _id: 1, n: 1, text }, { session });
    const documents = Array.from({ length: made }, (_, n) => ({ _id: n, n, text }));
    await items.insertMany(documents, { session });
    const [transaction] = server.engine.sessions.open();
    const committed = session.commitTransaction().then(() => 'committed');
    let turnsOfOthers = 0;
    const counting = (async () => {
      for (; server.engine.claims.size > 0; await turn()) if (transaction?.state === 'committed') turnsOfOthers++;
    })();
    // This update begins after the commit, and waits for its end.
    const later = eventually(() => expect(server.engine.sessions.open().length).toBe(0)).then(() =>
      items.updateOne({ _id: -1, v: 1 }, { $inc: { v: 1 } }),
    );
    const seen = () =>
      Promise.all([
        items.countDocuments({ n: { $gte: 0 } }, { hint: { n: 1 } }),
        items.countDocuments({ _id: 0 }),
        items.findOne({ _id: -1 }).then((found) => found?.v),
        fresh.countDocuments({ _id: 1 }),
        items.countDocuments(),
      ]);
    const reading = async () => {
      for (let i = 0; i < 2; i++) expect(await seen()).toEqual([0, 0, undefined, 0, 1]);
      server.engine.abortOverdue(Number.POSITIVE_INFINITY);
      const other = server.client.startSession();
      other.startTransaction();
      expect(await failure(items.deleteOne({ _id: -1 }, { session: other }))).toMatchObject({ code: 112 });
      await other.endSession();
      return 'read';
    };
    expect(await Promise.race([committed, reading()])).toBe('read');
    await Promise.all([committed, counting]);
    expect(turnsOfOthers).toBeGreaterThan(3);
    expect(await later).toMatchObject({ modifiedCount: 1 });
    expect(await seen()).toEqual([made, 1, 2, 1, made + 1]);
  });
});

test('a transaction that begins while the one before is committed is not taken for it', async () => {
  const [a, b] = [new RawConnection(server.url), new RawConnection(server.url)];
  const first = inTransaction();
  const second = { ...first, txnNumber: Long.fromNumber(2) };
  const documents = Array.from({ length: 10_000 }, (_, n) => ({ n }));
  const insert = { insert: 'in_a_row', documents, ...first, startTransaction: true };
  expect(await a.command(insert)).toMatchObject({ ok: 1 });
  const committed = a.commit(first);
  await eventually(() => expect(server.engine.sessions.open().length).toBe(0));
  expect(await b.command({ ...insert, documents: [{ n: -1 }], ...second })).toMatchObject({ ok: 1 });
  expect(await committed).toEqual({ ok: 1 });
  expect(await b.abort(second)).toEqual({ ok: 1 });
  expect(await b.commit(second)).toMatchObject({ code: 251 });
  expect(await server.db.collection('in_a_row').countDocuments({ n: -1 })).toBe(0);
});

test('a drop writes no more where there are many indexes, of which nothing remains', async () => {
  const { catalog, store } = server.engine;
  const items = server.db.collection<Item>('many_indexes');
  await items.createIndexes(Array.from({ length: 60 }, (_, n) => ({ key: { n: 1, [`k${n}`]: 1 } })));
  await items.insertMany([1, 2].map((n) => ({ _id: n, n, text })));
  const collection = catalog.get('d.many_indexes') as Collection;
  const idents = [collection, ...collection.indexes].map(({ ident }) => ident);
  const stored = () => idents.filter((ident) => store.latest.count(rangeOf(ident)) > 0).length;
  expect(stored()).toBe(61);
  const changes = await store.write((writer) => {
    const before = writer.changes;
    catalog.drop(collection, writer);
    return writer.changes - before;
  });
  expect(changes).toBeLessThan(10);
  server.engine.clearLeftovers();
  await eventually(() => expect([stored(), [...leftoversIn(store.latest)]]).toEqual([0, []]));
});
