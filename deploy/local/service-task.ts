import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#chassis/runtime/config.ts';
import { inheritedEnvironment, loadStartSettings, type StartSettings, startConfig } from './config.ts';
import { readJson } from './files.ts';
import { NATS_USERS, type SERVICES } from './processes.ts';
import { loadSecrets } from './secrets.ts';
import { StartError } from './start-error.ts';

const ROOT = join(import.meta.dirname, '..', '..');
export const runFile = z.object({
  mongodb: z.object({ url: z.string() }),
  nats: z.object({ url: z.string(), pid: z.number().nullable() }),
  services: z.record(z.string(), z.object({ grpc: z.string() })),
});
type Running = z.output<typeof runFile>;

const { DATA_DIR, MONGODB_DATABASE_PREFIX, NATS_USER, NATS_PASSWORD } = startConfig.settings;
/** The variables by which a task finds the instance. */
export const taskEnvironment = { DATA_DIR, MONGODB_DATABASE_PREFIX };
export const brokerTaskEnvironment = { DATA_DIR, NATS_USER, NATS_PASSWORD };

type ServiceName = (typeof SERVICES)[number];
interface Task {
  /** Path below services/. */
  entry: string;
  args: string[];
  environment(running: Running, settings: StartSettings): NodeJS.ProcessEnv;
}

/**
 * Runs a service's task in the environment of the instance that runs on DATA_DIR. Ends with the exit code of the task.
 */
export function runServiceTask(task: { service: ServiceName; entry: string; args?: string[] }): Promise<void> {
  const { service, entry, args = [] } = task;
  const environment = (running: Running, settings: StartSettings) => serviceEnvironment(service, running, settings);
  return run({ entry: join(service, entry), args, environment });
}

/** Runs a task of topology as the NATS user `replay`. With an external broker, the user is NATS_USER. */
export function runReplayTask(entry: string, args: string[]): Promise<void> {
  return run({ entry: join('topology', entry), args, environment: replayEnvironment });
}

async function run(task: Task): Promise<void> {
  process.exitCode = await exitCodeOf(task).catch((error) => {
    const plain = error instanceof StartError || error instanceof ConfigError;
    console.error(plain ? `selvedge: ${error.message}` : error);
    return 1;
  });
}

async function exitCodeOf({ entry, args, environment }: Task): Promise<number> {
  const settings = loadStartSettings();
  const running = readJson(join(settings.DATA_DIR, 'run.json'), runFile);
  if (!running) throw new StartError(`Nothing runs on ${settings.DATA_DIR}. Start it with npm start.`);
  const env = { ...inheritedEnvironment(), ...environment(running, settings) };
  const script = join(ROOT, 'services', entry);
  const [code] = await once(spawn(process.execPath, [script, ...args], { env, stdio: 'inherit' }), 'exit');
  return code ?? 1;
}

function serviceEnvironment(
  service: ServiceName,
  { services, mongodb }: Running,
  { DATA_DIR, MONGODB_DATABASE_PREFIX }: StartSettings,
): NodeJS.ProcessEnv {
  const certificate = (file: string) => join(DATA_DIR, 'tls', file);
  const addresses = Object.entries(services).map(([name, { grpc }]) => [`${name.toUpperCase()}_ADDRESS`, grpc]);
  return {
    ...Object.fromEntries(addresses),
    MONGODB_URL: mongodb.url,
    MONGODB_DATABASE: `${MONGODB_DATABASE_PREFIX}_${service}`,
    ENCRYPTION_KEY: loadSecrets(DATA_DIR, NATS_USERS, {}).processes[service]?.encryptionKey,
    TLS_CA: certificate('ca.pem'),
    TLS_CERT: certificate(`${service}.pem`),
    TLS_KEY: certificate(`${service}-key.pem`),
  };
}

function replayEnvironment({ nats }: Running, { DATA_DIR }: StartSettings): NodeJS.ProcessEnv {
  if (nats.pid === null) return { NATS_URL: nats.url };
  const { natsPassword } = loadSecrets(DATA_DIR, NATS_USERS, {}).processes.replay ?? {};
  return { NATS_URL: nats.url, NATS_USER: 'replay', NATS_PASSWORD: natsPassword, NATS_DOMAIN: 'EVENTS' };
}
