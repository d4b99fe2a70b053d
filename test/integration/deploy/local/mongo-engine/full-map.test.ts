import { afterAll, expect, test } from '@jest/globals';
import type mongoose from 'mongoose';
import { EngineProcess, failure, idsOf } from './server.ts';

type Items = mongoose.mongo.Collection<{ _id: number; text?: string }>;

const LIMITS = { MAP_SIZE: String(4 * 1024 * 1024) };
const text = 'x'.repeat(20_000);

const engine = await new EngineProcess().start(LIMITS);
afterAll(() => engine.remove());
const withItems = <T>(use: (items: Items) => Promise<T>): Promise<T> =>
  engine.connected((client) => use(client.db('d').collection('items')));

/** Inserts documents until one is refused. Returns the ids of the accepted documents, sorted as `idsOf` does. */
async function fill(items: Items, from: number): Promise<number[]> {
  const accepted: number[] = [];
  const insert = async () => {
    for (let _id = from; _id < from + 10_000; _id++) accepted.push((await items.insertOne({ _id, text })).insertedId);
  };
  expect(await failure(insert())).toMatchObject({ code: 14031, codeName: 'OutOfDiskSpace' });
  return accepted.sort();
}

test('a full map is an error to who writes: reads go on, and what is removed makes room again', async () => {
  const { accepted, all } = await withItems(async (items) => {
    await items.createIndex({ other: 1 });
    const accepted = await fill(items, 10_000);
    expect(accepted.length).toBeGreaterThan(100);
    expect(await idsOf(items)).toEqual(accepted);
    await items.deleteMany({ _id: { $in: accepted.filter((_id) => _id % 2 === 0) } });
    const more = await fill(items, 20_000);
    expect(more.length).toBeGreaterThan(accepted.length / 4);
    const all = [...accepted.filter((_id) => _id % 2), ...more];
    expect(await idsOf(items)).toEqual(all);
    return { accepted, all };
  });
  await engine.stop('SIGKILL');
  await engine.start(LIMITS);
  await withItems(async (items) => {
    expect(await idsOf(items)).toEqual(all);
    expect(await items.countDocuments()).toBe(all.length);
    await fill(items, 40_000);
    await items.drop();
    expect((await fill(items, 10_000)).length).toBeGreaterThan(accepted.length / 2);
  });
}, 60_000);
