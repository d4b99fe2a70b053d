import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import mongoose from 'mongoose';
import { engineArguments } from '../../../../../deploy/local/mongodb.ts';

const { MongoClient } = mongoose.mongo;
export type Client = InstanceType<typeof MongoClient>;

/** The engine in a separate process. */
export class EngineProcess {
  readonly dir: string;
  url = '';
  private process: ChildProcess | undefined;

  constructor(dir = mkdtempSync(join(tmpdir(), 'mongo-engine-'))) {
    this.dir = dir;
  }

  /** `log`: file for error output; undefined: the output of this process. */
  async start(env: Record<string, string> = {}, log?: string): Promise<this> {
    const errors = log === undefined ? 'inherit' : openSync(log, 'a');
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(process.execPath, engineArguments(), {
      env: { PATH, NODE_COMPILE_CACHE, PORT: '0', DATA_DIR: this.dir, ...env },
      stdio: ['ignore', 'pipe', errors],
    });
    if (typeof errors === 'number') closeSync(errors);
    this.process = child;
    const [line] = await Promise.race([
      once(child.stdout as Readable, 'data'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`the engine ended with ${code}`);
      }),
    ]);
    this.url = String(line).trim();
    return this;
  }

  get pid(): number {
    return this.process?.pid as number;
  }

  get running(): boolean {
    return this.process !== undefined && this.process.exitCode === null && this.process.signalCode === null;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<unknown> {
    const child = this.process;
    if (!child || !this.running) return undefined;
    const exit = once(child, 'exit');
    child.kill(signal);
    const [code, killedBy] = await exit;
    return code ?? killedBy;
  }

  /** Runs `use` with a client that has one connection. */
  async connected<T>(use: (client: Client) => Promise<T>): Promise<T> {
    const client = await new MongoClient(this.url, { maxPoolSize: 1 }).connect();
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

export interface Server {
  client: Client;
  /** False for a real server at MONGODB_URL. */
  embedded: boolean;
  /** True for DocumentDB on PostgreSQL, which differs from the documentation of MongoDB in a few answers. */
  documentDb: boolean;
  /** A database that only this test file uses. */
  db: ReturnType<Client['db']>;
  stop(): Promise<void>;
}

/** Connects to the server at MONGODB_URL. If it is not set, starts the engine. */
export async function connect(): Promise<Server> {
  const given = process.env.MONGODB_URL;
  const engine = given ? undefined : await new EngineProcess().start();
  const url = given ?? (engine as EngineProcess).url;
  const client = await new MongoClient(url).connect();
  const db = client.db(`engine_suite_${randomBytes(4).toString('hex')}`);
  const { storageEngines, gitVersion } = await db.admin().command({ buildInfo: 1 });
  return {
    client,
    embedded: storageEngines?.includes('lmdb') === true,
    documentDb: String(gitVersion).includes('DocumentDB'),
    db,
    stop: async () => {
      await db.dropDatabase();
      await client.close();
      await engine?.remove();
    },
  };
}

interface Found {
  find(filter: object): { toArray(): Promise<{ _id: unknown }[]> };
}

/** The ids of the documents that match the filter, in their order. */
export const idsOf = async (items: Found, filter = {}): Promise<unknown[]> =>
  (await items.find(filter).toArray()).map(({ _id }) => _id).sort();

/** Inserts a document into `items`, and its pair into `pairs`, in one transaction. */
export const insertPair = (client: Client, document: { _id: string }): Promise<void> =>
  client.withSession(async (session) => {
    const [items, pairs] = ['items', 'pairs'].map((name) => client.db('d').collection<{ _id: string }>(name));
    session.startTransaction();
    await items?.insertOne(document, { session });
    await pairs?.insertOne({ _id: document._id }, { session });
    await session.commitTransaction();
  });

/** The error of a promise. Throws if the promise succeeds. */
export async function failure(promise: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  return promise.then(
    () => {
      throw new Error('nothing failed');
    },
    (error) => error,
  );
}
