import { join } from 'node:path';
import { downloadFolder, programFolders } from './config.ts';
import { embeddedEnginePlan, embeddedEngineUrl, localUrl, mongodPlan, mongodPort } from './mongodb.ts';
import { natsPlan } from './nats/nats.ts';
import { findNatsServer } from './nats/nats-binary.ts';
import { pickPorts } from './ports.ts';
import { findProgram } from './programs.ts';
import type { RunFile } from './run-file.ts';
import type { ProcessPlan } from './supervision/supervised-process.ts';

/** A database or a broker: its address, and the plan to start it; no plan if it runs elsewhere. */
export interface Backend {
  url: string;
  plan?: ProcessPlan;
}
export type Database = Backend & { kind: RunFile['mongodb']['kind'] };

export interface BackendOptions {
  dataDir: string;
  logs: string;
  env: NodeJS.ProcessEnv;
}

/** Uses MONGODB_URL, else a mongod on the PATH, else the embedded engine. */
export async function chooseDatabase(
  external: string | undefined,
  options: BackendOptions & { password: string },
): Promise<Database> {
  if (external !== undefined) return { url: external, kind: 'external' };
  const { dataDir, env, password } = options;
  const log = join(options.logs, 'mongodb.log');
  const mongod = findProgram('mongod', programFolders());
  if (mongod !== undefined) {
    const port = await mongodPort(dataDir);
    return { url: localUrl(port), kind: 'mongod', plan: mongodPlan(mongod, { port, dataDir, log, env }) };
  }
  const [port = 0] = await pickPorts(1);
  const plan = embeddedEnginePlan({ port, dataDir, log, env }, password);
  return { url: embeddedEngineUrl(port, password), kind: 'embedded', plan };
}

/** Uses NATS_URL, else a nats-server on the PATH, else one that is downloaded. */
export async function chooseBroker(
  external: string | undefined,
  options: BackendOptions & { say(line: string): void },
): Promise<Backend> {
  if (external !== undefined) return { url: external };
  const { dataDir, env, say } = options;
  const program = await findNatsServer({ pathFolders: programFolders(), folder: downloadFolder, say });
  const [port = 0, monitorPort = 0] = await pickPorts(2);
  const log = join(options.logs, 'nats.log');
  return { url: `nats://127.0.0.1:${port}`, plan: natsPlan({ program, port, monitorPort, dataDir, log, env, say }) };
}
