import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId, openStore, type Store } from '#chassis/mongo/mongo.ts';
import { createLogger } from '#chassis/runtime/logger.ts';

const ENGINE = join(import.meta.dirname, '..', '..', '..', 'deploy', 'local', 'mongo-engine', 'main.ts');
const encryptionKey = randomBytes(32).toString('base64');
export const silent = createLogger('test', process.env.TEST_LOG_LEVEL ?? 'silent');

export interface TestMongo {
  url: string;
  stop(): Promise<void>;
}

/** The database server of the test run, at `MONGODB_URL`. If it is not set, starts an embedded engine for this test. */
export async function sharedMongo(): Promise<TestMongo> {
  const url = process.env.MONGODB_URL;
  return url ? { url, stop: async () => {} } : startEngine();
}

/**
 * Opens a database with its own connection, as one process does. Stores can share `database`. Default: a new database.
 */
export function openTestStore({ url }: { url: string }, database = `test_${newId()}`): Promise<Store> {
  return openStore({ url, database, encryptionKeys: [encryptionKey], logger: silent });
}

/** Drops the database and closes the connection. */
export async function dropStore({ connection, close }: Store): Promise<void> {
  await connection.dropDatabase();
  await close();
}

/** Starts an embedded engine in a temporary folder that `stop` removes. */
export async function startEngine(port = 0): Promise<TestMongo> {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-mongo-'));
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder };
  const engine = spawn(process.execPath, [ENGINE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return {
    url: await firstLine(engine),
    async stop() {
      const gone = once(engine, 'exit');
      engine.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The first line of the engine's output: its URL. Rejects if the engine ends before. */
async function firstLine(engine: ChildProcess): Promise<string> {
  if (!engine.stdout) throw new Error('The engine has no output');
  const ended = once(engine, 'exit').then(() => {
    throw new Error('The engine ended before it was ready');
  });
  const [chunk] = await Promise.race([once(engine.stdout, 'data'), ended]);
  return String(chunk).trim();
}
