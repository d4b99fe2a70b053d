import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import { Cursors } from '#engine/queries/cursors.ts';
import { Deadline } from '#engine/scheduling/deadline.ts';
import { isOutOfSpace } from '#engine/storage/store-fault.ts';
import { engineInProcess } from './engine-in-process.ts';
import { RawConnection } from './raw-connection.ts';
import { failure } from './server.ts';

type Item = { _id: number; n?: number; tags?: number[]; text?: string };

const server = await engineInProcess();
afterAll(() => server.stop());

const fileSize = () => statSync(join(server.folder, 'data.mdb')).size;

/** Makes all cursors rest, as if they had not been read for a minute. A resting cursor holds no snapshot. */
const rest = () => server.engine.cursors.rest(Date.now() + 60_000);

async function hundred(name: string) {
  const items = server.db.collection<Item>(name);
  await items.insertMany(Array.from({ length: 100 }, (_, i) => ({ _id: i * 2, n: i * 2, tags: [i * 2, i * 2 + 1] })));
  await items.createIndex({ n: 1 });
  await items.createIndex({ tags: 1 });
  return items;
}

test.each<[string, object, object, boolean]>([
  ['ids', {}, { _id: 1 }, false],
  ['ids_down', { _id: { $gte: 0 } }, { _id: -1 }, true],
  ['index', { n: { $gte: 0 } }, { n: 1 }, false],
  ['index_down', { n: { $gte: 0 } }, { n: -1 }, true],
  ['arrays', { tags: { $gte: 0 } }, {}, false],
])('a cursor that has rested goes on from its place: %s', async (name, filter, sort, isDown) => {
  const items = await hundred(name);
  const cursor = items.find(filter, { batchSize: 10 }).sort(sort as never);
  const seen: number[] = [];
  for (const _ of Array(10)) seen.push((await cursor.next())?._id as number);
  rest();
  await items.insertMany([
    { _id: 1, n: 1, tags: [1] },
    { _id: 101, n: 101, tags: [101] },
    { _id: 199, n: 199, tags: [199] },
  ]);
  await items.deleteOne({ _id: 150 });
  while (await cursor.hasNext()) {
    seen.push((await cursor.next())?._id as number);
    if (seen.length % 30 === 0) rest();
  }
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => (isDown ? b - a : a - b)));
  expect([seen.includes(1), seen.includes(101), seen.includes(150)]).toEqual([isDown, true, false]);
  expect(seen).toHaveLength(101);
});

test('too many transactions are refused to who begins one, not to the others', async () => {
  const { engine, client, db } = server;
  const items = db.collection<Item>('many_transactions');
  await items.insertOne({ _id: 1 });
  const find = () =>
    client.withSession(async (session) => {
      session.startTransaction();
      const found = await items.findOne({}, { session });
      await session.commitTransaction();
      return found;
    });
  const open = Array.from({ length: 1024 }, () => engine.begin(1n));
  expect(await failure(find())).toMatchObject({ code: 112, errorLabelSet: new Set(['TransientTransactionError']) });
  await items.insertOne({ _id: 2 });
  expect(await items.countDocuments()).toBe(2);
  for (const transaction of open) engine.abort(transaction);
  expect(await find()).toEqual({ _id: 1 });
});

test('of very many cursors not all keep a state of the store', () => {
  const cursors = new Cursors();
  const letGo: number[] = [];
  const rows = function* () {
    for (;;) yield Buffer.alloc(5);
  };
  for (let id = 1; id <= 1_030; id++) {
    const snapshot = { since: Number.POSITIVE_INFINITY, letGo: () => letGo.push(id) } as never;
    const cursor = { ns: 'd.c', rows: rows(), deadline: new Deadline(undefined), snapshot, isGone: () => false };
    cursors.open({ ...cursor, owner: undefined }, 1, false).next();
  }
  expect(letGo).toEqual([1025, 1026, 1027, 1028, 1029, 1030]);
});

test('a cursor ends by name when what it reads is dropped', async () => {
  const items = await hundred('dropped');
  const cursor = items.find({ n: { $gte: 0 } }, { batchSize: 10 });
  await cursor.next();
  rest();
  await items.dropIndex('n_1');
  expect((await items.indexes()).map(({ name }) => name)).toEqual(['_id_', 'tags_1']);
  expect(await failure(cursor.toArray())).toMatchObject({ code: 175 });
});

// Must run before tests that leave free pages, because the transaction would use these pages.
test('a large transaction leaves its index pages full', async () => {
  const items = server.db.collection<Item>('rising');
  const keys = [{ text: 1 }, { text: -1 }, { text: 1, n: 1 }, { text: -1, n: 1 }] as const;
  for (const key of keys) await items.createIndex(key);
  const before = fileSize();
  await server.client.withSession((session) =>
    session.withTransaction(() =>
      items.insertMany(
        Array.from({ length: 3_000 }, (_, n) => ({
          _id: n,
          n,
          text: `${String(n).padStart(8, '0')}${'x'.repeat(92)}`,
        })),
        { session },
      ),
    ),
  );
  const inKeys = 3_000 * keys.length * 135;
  expect((fileSize() - before) / inKeys).toBeLessThan(1.6);
});

test('a cursor that rests lets the file be written over', async () => {
  const items = await hundred('growth');
  const write = async () => {
    for (let i = 0; i < 30; i++) await items.updateOne({ _id: 0 }, { $set: { text: String(i).repeat(500_000) } });
  };
  await write();
  const cursor = items.find({}, { batchSize: 10 });
  await cursor.next();
  rest();
  const before = fileSize();
  await write();
  expect(fileSize() - before).toBeLessThan(10_000_000);
  await cursor.close();
});

test.each([-30_792, constants.errno.ENOMEM, constants.errno.ENOSPC])(
  'a map or a disk that is full (%i) is an error to who writes, and no end of the engine',
  (code) => {
    expect(isOutOfSpace(Object.assign(new Error(), { code }))).toBe(true);
  },
);

test('a cursor that rests has its time, and a getMore under another name takes nothing from it', async () => {
  await hundred('resting');
  const now = jest.spyOn(performance, 'now');
  const find = { find: 'resting', batchSize: 2.5, maxTimeMS: 5_000, sort: { _id: 1 } };
  const { cursor } = await server.db.command(find);
  expect(cursor.firstBatch).toHaveLength(2);
  const real = now.getMockImplementation() ?? performance.now;
  const begin = real.call(performance);
  now.mockImplementation(() => begin + 60_000);
  const getMore = { getMore: cursor.id, batchSize: 1 };
  expect(await failure(server.db.command({ ...getMore, collection: 'another' }))).toMatchObject({ code: 13 });
  const next = await server.db.command({ ...getMore, collection: 'resting' });
  expect(next.cursor.nextBatch).toMatchObject([{ _id: 4 }]);
  now.mockRestore();
  await server.db.command({ killCursors: 'resting', cursors: [cursor.id] });
});

test('a cursor goes on for another connection when its own has closed', async () => {
  await hundred('moved');
  const first = new RawConnection(server.url);
  const { cursor } = (await first.command({ find: 'moved', batchSize: 2 })) as { cursor: { id: unknown } };
  first.socket.destroy();
  await first.closed();
  const getMore = { getMore: cursor.id, collection: 'moved' };
  expect(await new RawConnection(server.url).command(getMore)).toMatchObject({ ok: 1 });
});
