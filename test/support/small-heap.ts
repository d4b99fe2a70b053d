import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import mongoose from 'mongoose';
import { type Client, EngineProcess } from '../integration/deploy/local/mongo-engine/server.ts';

/** MiB, half of what the local start gives: the bounds are shares of it, and it is full after less work. */
const HEAP = ['--max-old-space-size=128', '--max-semi-space-size=8'];

/** An engine of a small heap for all tests of a file. Each test begins with one small document in `items`. */
export function useSmallHeap() {
  let engine: EngineProcess;
  let client: Client;
  const items = () => client.db('d').collection('items');

  beforeAll(async () => {
    engine = await new EngineProcess(undefined, HEAP).start();
    client = await new mongoose.mongo.MongoClient(engine.url, { serverSelectionTimeoutMS: 5_000 }).connect();
  }, 30_000);
  afterAll(async () => {
    await client.close();
    await engine.remove();
  });
  beforeEach(async () => {
    await items().deleteMany({});
    await items().insertOne({ _id: 'one' as never, n: 1 });
  });

  return {
    items,
    db: () => client.db('d'),
    client: () => client,
    isRunning: () => engine.running,
  };
}
