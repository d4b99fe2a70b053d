import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type NodeConnectionOptions } from '@nats-io/transport-node';
import { downloadFolder, programFolders } from '../../../deploy/local/config.ts';
import { findNatsServer } from '../../../deploy/local/nats/nats-binary.ts';
import { pickPorts } from '../../../deploy/local/ports.ts';
import { eventually } from '../eventually.ts';

/** A broker that only this test uses, so that the test may kill it. */
export interface TestNats {
  url: string;
  /** Kills the broker with SIGKILL, like a crash. */
  kill(): Promise<void>;
  /** Starts the broker again at the same address, with the stored data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface NatsSetup {
  args?: string[];
  env?: NodeJS.ProcessEnv;
  /** Options of a client that may connect. */
  client?: NodeConnectionOptions;
}

/** Starts a nats-server with JetStream on a free port, in a temporary folder that `stop` removes. */
export async function startNats({ args = [], env = {}, client = {} }: NatsSetup = {}): Promise<TestNats> {
  const program = await findNatsServer({ pathFolders: programFolders(), folder: downloadFolder, say: console.log });
  const [port = 0] = await pickPorts(1);
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-nats-'));
  const url = `nats://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  async function restart(): Promise<void> {
    const address = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder];
    child = spawn(program, [...args, ...address], { stdio: 'ignore', env: { ...process.env, ...env } });
    await eventually(async () => (await connect({ ...client, servers: url, reconnect: false, timeout: 500 })).close());
  }
  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  await restart();
  return {
    url,
    kill,
    restart,
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
