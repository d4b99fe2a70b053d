import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { eventually } from '../../../../support/eventually.ts';
import { type Client, EngineProcess, idsOf, insertPair } from './server.ts';

const { MongoClient } = mongoose.mongo;
type Item = { _id: string; pair?: string };

/** Number of kills. Set KILLS to 100 for a longer manual run. */
const ROUNDS = Number(process.env.KILLS ?? 3);

const engine = await new EngineProcess().start();
afterAll(() => engine.remove());

const withDatabase = (use: (db: ReturnType<Client['db']>) => Promise<void>): Promise<void> =>
  engine.connected((client) => use(client.db('d')));

test(
  'kill -9 loses no acknowledged write and leaves no half transaction',
  async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const client = new MongoClient(engine.url, { serverSelectionTimeoutMS: 500, retryWrites: false });
      await eventually(() => client.connect());
      const items = client.db('d').collection<Item>('items');
      await items.createIndex({ pair: 1 });
      let running = true;
      const write = async (writer: number) => {
        for (let i = 0; running; i++) {
          const _id = `${round}-${writer}-${i}`;
          const paired = { _id, pair: _id };
          await (writer % 2 ? items.insertOne({ _id }) : insertPair(client, paired));
          acknowledged.push(_id);
          if (acknowledged.length === (round + 1) * 150) void engine.stop('SIGKILL');
        }
      };
      const writers = Array.from({ length: 8 }, (_, writer) => write(writer).catch(() => {}));
      await Promise.all(writers);
      running = false;
      await client.close(true);
      await engine.start();
    }
    await withDatabase(async (db) => {
      const items = db.collection<Item>('items');
      const stored = new Set(await idsOf(items));
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
      expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * 150);
      expect(await idsOf(db.collection('pairs'))).toEqual(await idsOf(items, { pair: { $exists: true } }));
      expect(await items.countDocuments()).toBe(stored.size);
    });
  },
  ROUNDS * 20_000,
);

test('what changes nothing is not written, not even as the answer to a retry', async () => {
  const bytes = () => readFileSync(join(engine.dir, 'data.mdb'));
  await withDatabase(async (db) => {
    const c = db.collection<Item>('unchanged');
    await c.insertOne({ _id: 'a', pair: 'b' });
    const before = bytes();
    expect(await c.findOneAndUpdate({ _id: 'none' }, { $set: { pair: 'c' } })).toBeNull();
    expect(await c.updateOne({ _id: 'a' }, { $set: { pair: 'b' } })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 0,
    });
    expect(await c.deleteOne({ _id: 'none' })).toMatchObject({ deletedCount: 0 });
    await expect(c.insertOne({ _id: 'a' })).rejects.toMatchObject({ code: 11000 });
    expect(bytes().equals(before)).toBe(true);
    await c.updateOne({ _id: 'a' }, { $set: { pair: 'c' } });
    expect(bytes().equals(before)).toBe(false);
  });
});

test('what is wrong at the start is said in words, with exit code 1', () => {
  const main = new URL('../../../../../deploy/local/mongo-engine/main.ts', import.meta.url).pathname;
  const start = (env: Record<string, string>) =>
    spawnSync(process.execPath, [main], { env: { PORT: '0', ...env }, encoding: 'utf8', timeout: 20_000 });
  const second = start({ DATA_DIR: engine.dir });
  expect(second).toMatchObject({ status: 1, stdout: '' });
  expect(second.stderr).toMatch(/in use by another engine/);
  expect(start({ DATA_DIR: engine.dir, HOST: '0.0.0.0' })).toMatchObject({ status: 1 });
  const { port } = new URL(engine.url);
  expect(start({ DATA_DIR: join(engine.dir, 'other'), PORT: port }).stderr).toMatch(`the port ${port} is taken`);
});
