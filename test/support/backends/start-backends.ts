import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Backend, chooseDatabase } from '../../../deploy/local/backends.ts';
import { downloadFolder, inheritedEnvironment, programFolders } from '../../../deploy/local/config.ts';
import { findNatsServer } from '../../../deploy/local/nats/nats-binary.ts';
import { pickPorts } from '../../../deploy/local/ports.ts';
import { launchProgram } from '../../../deploy/local/supervision/launch.ts';
import { untilListening } from '../../../deploy/local/supervision/readiness.ts';
import { Supervisor } from '../../../deploy/local/supervision/supervisor.ts';
import type { TestSettings } from '../../config.ts';
import { type Backends, withoutPassword } from './backends.ts';

type Broker = Backend & { name: string };

/**
 * Starts a database server and a broker for the whole run: the servers at the set addresses, else containers, else
 * local processes.
 */
export async function startBackends(settings: TestSettings): Promise<Backends> {
  const { MONGODB_URL, NATS_URL, TEST_BACKEND } = settings;
  if (MONGODB_URL !== undefined && NATS_URL !== undefined) {
    const description = `MongoDB at ${withoutPassword(MONGODB_URL)}, NATS at ${withoutPassword(NATS_URL)}`;
    return { mongodbUrl: MONGODB_URL, natsUrl: NATS_URL, description, stop: async () => {} };
  }
  if (TEST_BACKEND !== 'containers') return startProcesses(settings);
  const { startContainers } = await import('./containers.ts');
  return startContainers(settings);
}

async function startProcesses({ MONGODB_URL, NATS_URL }: TestSettings): Promise<Backends> {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-test-'));
  const supervisor = new Supervisor({ say: console.error, onRestarted: () => {} });
  const options = { dataDir: folder, logs: folder, env: inheritedEnvironment() };
  const database = await chooseDatabase(MONGODB_URL, { ...options, password: 'known-to-tests' });
  const broker = NATS_URL === undefined ? await planBroker(folder) : givenBroker(NATS_URL);
  const stop = async () => {
    await supervisor.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  // If the database does not start, the broker must stop too. Otherwise the test run would never end.
  await supervisor.start([database, broker].flatMap(({ plan }) => plan ?? [])).catch(async (error) => {
    await stop();
    throw error;
  });
  const names = {
    external: `MongoDB at ${withoutPassword(database.url)}`,
    mongod: 'mongod of this machine',
    embedded: 'embedded engine',
  };
  return {
    mongodbUrl: database.url,
    natsUrl: broker.url,
    description: `${names[database.kind]}, ${broker.name}`,
    stop,
  };
}

function givenBroker(url: string): Broker {
  return { url, name: `NATS at ${withoutPassword(url)}` };
}

/** A broker without users. Tests of permissions use `startGuardedNats`. */
async function planBroker(folder: string): Promise<Broker> {
  const program = await findNatsServer({ pathFolders: programFolders(), folder: downloadFolder, say: console.log });
  const [port = 0] = await pickPorts(1);
  const log = join(folder, 'nats.log');
  const args = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', join(folder, 'nats')];
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
  return {
    url: `nats://127.0.0.1:${port}`,
    name: version.replace(': v', ' '),
    plan: {
      name: 'nats',
      log,
      launch: () => launchProgram(program, args, { log, env: inheritedEnvironment() }),
      untilReady: (child) => untilListening(port, child),
    },
  };
}
