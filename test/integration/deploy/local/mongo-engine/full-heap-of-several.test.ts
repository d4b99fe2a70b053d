import { expect, test } from '@jest/globals';
import type { Document } from 'bson';
import { useSmallHeap } from '../../../../support/small-heap.ts';
import { EngineProcess, failure } from './server.ts';

const { items, isRunning } = useSmallHeap();

test('several at a time do not fill the memory that each of them may take', async () => {
  const large = 'x'.repeat(20_000);
  for (let from = 0; from < 2_700; from += 540)
    await items().insertMany(Array.from({ length: 540 }, (_, n) => ({ n: from + n, large })));
  const pipelines: Document[][] = [
    [{ $group: { _id: null, all: { $push: '$$ROOT' } } }],
    [{ $match: { n: 1 } }, { $lookup: { from: 'items', pipeline: [], as: 'all' } }],
  ];
  for (const pipeline of pipelines) {
    const count = () =>
      items()
        .aggregate([...pipeline, { $project: { n: { $size: '$all' } } }])
        .toArray();
    const outcomes = await Promise.allSettled(Array.from({ length: 3 }, count));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect([146, 262, 292]).toContain(outcome.reason.code);
    expect(isRunning()).toBe(true);
  }
  // One alone has room.
  expect(
    await items()
      .aggregate([...(pipelines[0] ?? []), { $project: { n: { $size: '$all' } } }])
      .toArray(),
  ).toEqual([{ _id: null, n: 2_701 }]);
}, 60_000);

test('several large writes at a time do not fill the memory', async () => {
  // As objects they take some ten times as much as bytes.
  const v = Array.from({ length: 40 }, (_, a) => ({ a }));
  const documents = () => Array.from({ length: 12_000 }, (): Document => ({ v }));
  expect(await Promise.all([1, 2].map(() => items().insertMany(documents(), { ordered: false })))).toHaveLength(2);
  const updates = (of: number) =>
    Array.from({ length: 16_000 }, (_, n) => ({
      updateOne: { filter: { _id: `${of}-${n}` as never }, update: { $set: { v } } },
    }));
  const written = await Promise.all([1, 2].map((of) => items().bulkWrite(updates(of), { ordered: false })));
  expect(written.map(({ matchedCount }) => matchedCount)).toEqual([0, 0]);
  expect(await items().countDocuments()).toBe(24_001);
}, 120_000);

test('distinct values are counted, and give way', async () => {
  const v = Array.from({ length: 450_000 }, (_, n) => n);
  for (let n = 0; n < 2; n++) await items().insertOne({ v });
  const all = Promise.allSettled(Array.from({ length: 3 }, () => items().distinct('v')));
  const short = items().findOne({ n: 1 }, { projection: { n: 1 } });
  expect(await Promise.race([all, short])).toMatchObject({ n: 1 });
  for (const outcome of await all) if (outcome.status === 'rejected') expect([146, 292]).toContain(outcome.reason.code);
  expect(isRunning()).toBe(true);
}, 60_000);

test('many cursors with long filters do not fill the memory: those that rest the longest end', async () => {
  // They are left 64 MB, whatever the heap: it is production's.
  const roomier = await new EngineProcess().start();
  await roomier.connected(async (client) => {
    const items = client.db('d').collection('items');
    await items.insertMany([{ n: 1 }, { n: 2 }, { n: 3 }]);
    const filter = { n: { $nin: Array.from({ length: 17_000 }, (_, n) => n + 10) } };
    const cursors = Array.from({ length: 300 }, () => items.find(filter, { batchSize: 1 }));
    for (const cursor of cursors) expect(await cursor.next()).toMatchObject({ n: 1 });
    expect(await failure(cursors[0]?.toArray() as Promise<unknown>)).toMatchObject({ code: 43 });
    expect(await cursors[299]?.toArray()).toHaveLength(2);
    for (const cursor of cursors) await cursor.close();
  });
  await roomier.remove();
}, 60_000);
