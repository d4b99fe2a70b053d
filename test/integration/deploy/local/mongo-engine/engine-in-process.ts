import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { Engine } from '#engine/engine.ts';
import { serve } from '#engine/protocol/server.ts';

/**
 * The engine in the process of the test, for tests of parts that no client can reach: its clock, its timers, its
 * memory.
 */
export async function engineInProcess() {
  const folder = mkdtempSync(join(tmpdir(), 'mongo-engine-'));
  const engine = new Engine(folder, (error) => {
    throw error;
  });
  const server = await serve(engine, '127.0.0.1', 0);
  const client = await new mongoose.mongo.MongoClient(server.url).connect();
  return {
    engine,
    folder,
    url: server.url,
    client,
    db: client.db('d'),
    async stop() {
      await client.close();
      await server.close();
      await engine.close();
      rmSync(folder, { recursive: true });
    },
  };
}
