import { join } from 'node:path';
import { afterEach, expect } from '@jest/globals';
import mongoose from 'mongoose';
import { SmallDisk, testOnSmallDisk } from '../../../../support/backends/small-disk.ts';
import { eventually } from '../../../../support/eventually.ts';
import { type Client, EngineProcess, failure, idsOf, insertPair } from './server.ts';

const { MongoClient } = mongoose.mongo;
type Item = { _id: string; text?: string; tags?: string[] };
type Items = mongoose.mongo.Collection<Item>;

let disk: SmallDisk | undefined;
let engine: EngineProcess | undefined;
let client: Client | undefined;

/**
 * With no reserve, LMDB itself hits the end of the disk. Tests use it rarely, because a failed write of LMDB can end
 * the process (storage/commit-pace.ts).
 */
const TO_THE_LAST_BYTE = { DISK_RESERVE: '0' };

async function start(limits: Record<string, string> = {}) {
  // While the disk has space, commits run on either thread (storage/commit-pace.ts).
  disk = new SmallDisk(96);
  // The log is on the same disk, as in a real system.
  engine = await new EngineProcess(join(disk.folder, 'data')).start(limits, join(disk.folder, 'engine.log'));
  client = await new MongoClient(engine.url).connect();
  return { disk, engine, client, items: client.db('d').collection<Item>('items') };
}

afterEach(async () => {
  await client?.close();
  await engine?.stop();
  disk?.remove();
  [client, engine, disk] = [undefined, undefined, undefined];
});

const text = 'x'.repeat(5_000);

testOnSmallDisk('a disk that is nearly full takes what adds nothing, and nothing that does', async () => {
  const { disk, client, items } = await start();
  await items.createIndex({ tags: 1 });
  await items.insertMany(['first', 'second', 'third', 'fourth'].map((_id) => ({ _id, text })));
  disk.fill(12 * 1024 * 1024);
  await untilRefused(items);
  // Commands that a service sends at its start.
  await client.db('d').createCollection('items');
  await items.createIndex({ tags: 1 });
  await items.deleteOne({ _id: 'first' });
  await items.findOneAndDelete({ _id: 'second' });
  await client.withSession((session) => session.withTransaction(() => items.deleteOne({ _id: 'third' }, { session })));
  expect(await items.countDocuments({ _id: { $in: ['first', 'second', 'third', 'fourth'] } })).toBe(1);
  disk.clear();
  await items.insertOne({ _id: 'after', text });
});

/** Inserts until a write is refused. Some batches can still make the file grow. */
async function untilRefused(items: Items): Promise<void> {
  const insert = async () => {
    for (let n = 0; n < 1_000; n++) await items.insertOne({ _id: `more ${n}`, text });
  };
  const refusal = { code: 14031, message: expect.stringContaining('DISK_RESERVE') };
  expect(await failure(insert())).toMatchObject(refusal);
}

testOnSmallDisk(
  'of a large transaction that the disk has no room for nothing remains, and what is read meanwhile is as before',
  async () => {
    const { disk, engine, client, items } = await start(TO_THE_LAST_BYTE);
    await items.createIndex({ text: 1 });
    await items.insertOne({ _id: 'before', text: 'a' });
    await client.withSession(async (session) => {
      session.startTransaction();
      // More data than one commit writes before it lets other work run.
      for (let part = 0; part < 20; part++) {
        const documents = Array.from({ length: 1_000 }, (_, n) => ({ _id: `${part}-${n}`, text: `b${part}-${n}` }));
        await items.insertMany(documents, { session });
      }
      disk.fill();
      const committing = failure(session.commitTransaction());
      const counts = new Set<number>();
      let isOver = false;
      void committing.then(() => (isOver = true));
      while (!isOver) counts.add(await items.countDocuments());
      expect(await committing).toMatchObject({ code: 14031 });
      counts.add(await items.countDocuments()).add(await items.countDocuments());
      expect([...counts]).toEqual([1]);
    });
    expect(await items.find({ text: { $gte: 'b' } }).toArray()).toEqual([]);
    disk.clear();
    // The claims of the refused transaction are released.
    await items.insertOne({ _id: '0-0', text: 'after' });
    await engine.stop('SIGKILL');
    await engine.start();
    await engine.connected(async (next) => {
      const byText = await next.db('d').collection<Item>('items').find().sort({ text: 1 }).toArray();
      expect(byText.map(({ _id }) => _id)).toEqual(['before', '0-0']);
    });
  },
);

testOnSmallDisk(
  'many writers on a disk that is full again and again: what was acknowledged is there, and nothing else',
  async () => {
    const { disk, engine, client, items } = await start();
    const pairs = client.db('d').collection<Item>('pairs');
    const acknowledged = new Set<string>();
    let refusals = 0;
    let running = true;
    const writeInto = async (writer: number) => {
      for (let i = 0; running; i++) {
        const _id = `${writer}-${i}`;
        try {
          const document = { _id, text };
          await (writer % 2 ? items.insertOne(document) : insertPair(client, document));
          acknowledged.add(_id);
        } catch (error) {
          expect(error).toMatchObject({ code: 14031 });
          refusals++;
        }
      }
    };
    const writing = Promise.all(Array.from({ length: 8 }, (_, writer) => writeInto(writer)));
    // If a writer throws, the test fails with that error, and not with a timeout.
    const until = (check: () => void) => Promise.race([eventually(check, 30_000), writing]);
    for (let round = 0; round < 5; round++) {
      const answered = () => acknowledged.size + refusals;
      // With space for only some writes, a batch can contain writes that fit and writes that do not, and so can the
      // next batch.
      for (const pages of [40, 12, 25, 3, 30, 0]) {
        const before = answered();
        disk.clear();
        disk.fill(pages * 4096);
        await until(() => expect(answered()).toBeGreaterThan(before + 40));
      }
      const accepted = acknowledged.size;
      disk.clear();
      await until(() => expect(acknowledged.size).toBeGreaterThan(accepted + 8));
      const old = [...acknowledged].slice(0, -40);
      for (const collection of [items, pairs]) await collection.deleteMany({ _id: { $in: old } });
      for (const _id of old) acknowledged.delete(_id);
    }
    running = false;
    await writing;
    const paired = [...acknowledged].filter((id) => Number.parseInt(id, 10) % 2 === 0).sort();
    expect(await idsOf(items)).toEqual([...acknowledged].sort());
    expect(await idsOf(pairs)).toEqual(paired);
    expect(await items.countDocuments()).toBe(acknowledged.size);
    expect(refusals).toBeGreaterThan(0);
    expect(engine.running).toBe(true);
  },
  60_000,
);
