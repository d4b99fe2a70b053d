import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readIfPresent, writeAtomically } from './files.ts';
import { pickPorts } from './ports.ts';
import { SEMI_SPACE } from './processes.ts';
import { launchOwn, launchProgram } from './supervision/launch.ts';
import { untilListening, untilMessage } from './supervision/readiness.ts';
import { hasEnded, type ProcessPlan } from './supervision/supervised-process.ts';

const EMBEDDED_ENGINE = join(import.meta.dirname, 'mongo-engine', 'main.ts');
/** Limits of V8's young and old generation, in MiB. */
const HEAP_OPTIONS = [`--max-semi-space-size=${SEMI_SPACE}`, '--max-old-space-size=256'];
/**
 * The disabled warning is about the calls that give memory back (`resident-memory.ts`). --expose-gc: the engine
 * collects garbage before it refuses work (`heap.ts`).
 */
const ENGINE_OPTIONS = [...HEAP_OPTIONS, '--disable-warning=ExperimentalWarning', '--expose-gc'];
const CACHE_GB = 0.25;
const ALREADY_INITIALIZED = 23;
const POLL_MS = 20;
/**
 * Seconds after which the locks of a killed process are released: longer than a write may take, and less than the
 * default of a minute.
 */
const TRANSACTION_SECONDS = 10;

export interface MongoOptions {
  port: number;
  dataDir: string;
  log: string;
  env: NodeJS.ProcessEnv;
}

/** The embedded engine of this repository: for development, tests and small single-machine use. */
export function embeddedEnginePlan({ port, dataDir, log, env }: MongoOptions, password: string): ProcessPlan {
  const settings = { PORT: String(port), DATA_DIR: join(dataDir, 'mongo'), PASSWORD: password };
  const own = { ...env, ...settings };
  return {
    name: 'mongodb',
    log,
    launch: () => launchOwn(engineArguments(), { log, env: own }),
    untilReady: untilMessage,
  };
}

/** Node's arguments: its flags, and the engine's entry point. */
export const engineArguments = (): string[] => [...ENGINE_OPTIONS, EMBEDDED_ENGINE];

/** A mongod as a replica set of one: transactions need a replica set. */
export function mongodPlan(program: string, { port, dataDir, log, env }: MongoOptions): ProcessPlan {
  const folder = join(dataDir, 'mongod');
  const network = ['--bind_ip', '127.0.0.1', '--port', String(port), '--replSet', 'rs0'];
  const limits = ['--setParameter', `transactionLifetimeLimitSeconds=${TRANSACTION_SECONDS}`];
  const storage = ['--dbpath', folder, '--wiredTigerCacheSizeGB', String(CACHE_GB)];
  return {
    name: 'mongodb',
    log,
    launch: () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return launchProgram(program, [...network, ...storage, ...limits], { log, env });
    },
    untilReady: (child) => untilPrimary(port, child),
  };
}

/**
 * The configuration of the replica set contains the port, so the port must stay the same as long as the data exists.
 */
export async function mongodPort(dataDir: string): Promise<number> {
  const file = join(dataDir, 'mongod-port');
  const known = Number(readIfPresent(file));
  if (known > 0) return known;
  const [port] = await pickPorts(1);
  writeAtomically(file, String(port));
  return Number(port);
}

/**
 * The URL contains the password. The port is open to every user of the machine, but only users who can read DATA_DIR
 * know the password.
 */
export function embeddedEngineUrl(port: number, password: string): string {
  return `mongodb://selvedge:${password}@127.0.0.1:${port}/?replicaSet=rs0&authSource=admin`;
}

export function localUrl(port: number): string {
  return `mongodb://127.0.0.1:${port}/?replicaSet=rs0`;
}

async function untilPrimary(port: number, child: ChildProcess): Promise<void> {
  await untilListening(port, child);
  const { mongo } = (await import('mongoose')).default;
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  try {
    const admin = client.db('admin');
    const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
    await admin.command({ replSetInitiate: { _id: 'rs0', members } }).catch((error) => {
      if (error.code !== ALREADY_INITIALIZED) throw error;
    });
    while (!hasEnded(child) && !(await admin.command({ hello: 1 })).isWritablePrimary) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } finally {
    await client.close();
  }
}
