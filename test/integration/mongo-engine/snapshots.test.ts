import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isOutOfSpace } from '../../../deploy/mongo-engine/storage/store-fault.ts';
import { type EngineInProcess, engineInProcess } from './engine-in-process.ts';
import { failure } from './server.ts';

type Item = { _id: number; n?: number; tags?: number[]; text?: string };

let server: EngineInProcess;
beforeAll(async () => {
  server = await engineInProcess();
});
afterAll(() => server.stop());

/** Every cursor rests, however short a time it was not read. */
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

test('a cursor ends by name when what it reads is dropped', async () => {
  const items = await hundred('dropped');
  for (const drop of [() => items.dropIndex('n_1'), () => items.drop()]) {
    const cursor = items.find({ n: { $gte: 0 } }, { batchSize: 10 });
    await cursor.next();
    rest();
    await drop();
    expect(await failure(cursor.toArray())).toMatchObject({ code: 175 });
  }
});

test('a cursor that rests lets the file be written over', async () => {
  const items = await hundred('growth');
  const size = () => statSync(join(server.folder, 'data.mdb')).size;
  const write = async () => {
    for (let i = 0; i < 30; i++) await items.updateOne({ _id: 0 }, { $set: { text: String(i).repeat(500_000) } });
  };
  await write();
  const cursor = items.find({}, { batchSize: 10 });
  await cursor.next();
  rest();
  const before = size();
  await write();
  expect(size() - before).toBeLessThan(10_000_000);
  await cursor.close();
});

test.each([-30_792, constants.errno.ENOMEM, constants.errno.ENOSPC])(
  'a map or a disk that is full (%i) is an error to who writes, and no end of the engine',
  (code) => {
    expect(isOutOfSpace(Object.assign(new Error(), { code }))).toBe(true);
  },
);
