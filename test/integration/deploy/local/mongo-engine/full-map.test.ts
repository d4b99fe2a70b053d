import { afterEach, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { type Client, EngineProcess } from './server.ts';

const { MongoClient } = mongoose.mongo;
type Item = { _id: number; text?: string };

const MAP_SIZE = 4 * 1024 * 1024;
const text = 'x'.repeat(20_000);

let engine: EngineProcess | undefined;
let client: Client | undefined;
afterEach(async () => {
  await client?.close();
  await engine?.remove();
  [client, engine] = [undefined, undefined];
});

async function open() {
  engine ??= new EngineProcess();
  await engine.start({ MAP_SIZE: String(MAP_SIZE) });
  client = await new MongoClient(engine.url).connect();
  return { engine, items: client.db('d').collection<Item>('items') };
}

type Items = Awaited<ReturnType<typeof open>>['items'];

/** Inserts documents until one is refused. Returns the ids of the accepted documents. */
async function fill(items: Items, from: number): Promise<number[]> {
  const accepted: number[] = [];
  for (let _id = from; _id < from + 10_000; _id++) {
    const refusal = await items.insertOne({ _id, text }).then(
      () => undefined,
      (error) => error,
    );
    if (refusal) {
      expect(refusal).toMatchObject({ code: 14031, codeName: 'OutOfDiskSpace' });
      return accepted;
    }
    accepted.push(_id);
  }
  throw new Error('the map was never full');
}

const idsOf = async (items: Items) => (await items.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);

test('a full map is an error to who writes: reads go on, and what is removed makes room again', async () => {
  const { engine: first, items } = await open();
  await items.createIndex({ other: 1 });
  const accepted = await fill(items, 0);
  expect(accepted.length).toBeGreaterThan(100);
  expect(await idsOf(items)).toEqual(accepted);
  const kept = accepted.filter((_id) => _id % 2);
  await items.deleteMany({ _id: { $in: accepted.filter((_id) => _id % 2 === 0) } });
  const more = await fill(items, 20_000);
  expect(more.length).toBeGreaterThan(accepted.length / 4);
  const all = [...kept, ...more];
  expect(await idsOf(items)).toEqual(all);
  await client?.close();
  await first.stop('SIGKILL');
  const { items: again } = await open();
  expect(await idsOf(again)).toEqual(all);
  expect(await again.countDocuments()).toBe(all.length);
  await fill(again, 40_000);
  await again.drop();
  expect((await fill(again, 0)).length).toBeGreaterThan(accepted.length / 2);
}, 60_000);
