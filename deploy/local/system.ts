import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Backend, chooseBroker, chooseDatabase, type Database } from './backends.ts';
import { ensureCertificates } from './certificates/certificates.ts';
import { inheritedEnvironment, type StartSettings } from './config.ts';
import { type DataDir, openDataDir } from './data-dir.ts';
import { natsPasswords } from './nats/nats.ts';
import { claimGatewayPort, pickPorts } from './ports.ts';
import {
  type LaunchContext,
  NATS_USERS,
  PEERS,
  type Ports,
  PROCESSES,
  type ProcessName,
  processPlan,
  SERVICES,
} from './processes.ts';
import { type RunFile, RunFileWriter } from './run-file.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { StartError } from './start-error.ts';
import { limitLogs, logTail } from './supervision/log-files.ts';
import { untilReady } from './supervision/readiness.ts';
import { Supervisor } from './supervision/supervisor.ts';

const READY_MS = 60_000;
const UPGRADE_MS = 30 * 60_000;

export interface Ready {
  url: string;
  database: Database;
  secrets: Secrets;
}

/** All processes of one instance, on one machine. */
export class LocalSystem {
  readonly #settings: StartSettings;
  readonly #say: (line: string) => void;
  readonly #supervisor: Supervisor;
  #data: DataDir | undefined;
  #runFile: RunFileWriter | undefined;
  #endLogLimit: (() => void) | undefined;

  constructor(settings: StartSettings, say: (line: string) => void) {
    this.#settings = settings;
    this.#say = say;
    this.#supervisor = new Supervisor({
      say,
      // A restart before the end of the start needs no update: the first run file has the new pid.
      onRestarted: () => this.#runFile?.write(),
    });
  }

  /**
   * Resolves when every process is ready. Throws a StartError that the user understands; then `stop` must still be
   * called.
   */
  async start(): Promise<Ready> {
    const gatewayPort = await claimGatewayPort(this.#settings.GATEWAY_PORT);
    const data = await openDataDir(this.#settings.DATA_DIR);
    this.#data = data;
    this.#endLogLimit = limitLogs(data.logs);
    const secrets = loadSecrets(data.path, NATS_USERS, this.#admin());
    const [certificates, ports, { database, broker }] = await Promise.all([
      ensureCertificates(data.tls, PEERS),
      pickProcessPorts(),
      this.#startBackends(data, secrets),
    ]);
    const around = this.#launchContext({ gatewayPort, data, secrets, certificates, ports, database, broker });
    const plan = (name: ProcessName) => processPlan(name, around);
    const inside = [...SERVICES, 'topology'] as const;
    await Promise.all([this.#supervisor.start(inside.map(plan)), this.#supervisor.start([plan('gateway')])]);
    await Promise.all(PROCESSES.map((name) => untilProcessReady(name, around, this.#say)));
    const state = () => describe(this.#supervisor, around, database);
    this.#runFile = new RunFileWriter(data.runFile, state, this.#say);
    this.#runFile.write();
    return { url: around.gatewayUrl, database, secrets };
  }

  /** Ends every process in order, and releases the data folder. May be called at any moment of the start. */
  async stop(): Promise<void> {
    await this.#supervisor.stop();
    this.#endLogLimit?.();
    this.#runFile?.stop();
    if (this.#data === undefined) return;
    rmSync(this.#data.runFile, { force: true });
    this.#data.release();
  }

  #admin() {
    return { email: this.#settings.BOOTSTRAP_ADMIN_EMAIL, password: this.#settings.BOOTSTRAP_ADMIN_PASSWORD };
  }

  async #startBackends(data: DataDir, secrets: Secrets): Promise<{ database: Database; broker: Backend }> {
    const inherited = inheritedEnvironment();
    const options = { dataDir: data.path, logs: data.logs };
    const [database, broker] = await Promise.all([
      chooseDatabase(this.#settings.MONGODB_URL, { ...options, env: inherited, password: secrets.mongodbPassword }),
      chooseBroker(this.#settings.NATS_URL, {
        ...options,
        env: { ...inherited, ...natsPasswords(secrets) },
        say: this.#say,
      }),
    ]);
    await this.#supervisor.start([database, broker].flatMap(({ plan }) => plan ?? []));
    return { database, broker };
  }

  #launchContext(parts: {
    gatewayPort: number;
    data: DataDir;
    secrets: Secrets;
    certificates: LaunchContext['certificates'];
    ports: LaunchContext['ports'];
    database: Database;
    broker: Backend;
  }): LaunchContext {
    const { gatewayPort, data, secrets, certificates, ports, database, broker } = parts;
    const { NATS_USER, NATS_PASSWORD, MONGODB_DATABASE_PREFIX: databasePrefix } = this.#settings;
    return {
      ...{ gatewayPort, secrets, certificates, ports, databasePrefix },
      defaultCurrency: this.#settings.BOOTSTRAP_DEFAULT_CURRENCY,
      gatewayUrl: `https://localhost:${gatewayPort}`,
      mongodbUrl: database.url,
      nats: {
        url: broker.url,
        userOf: (name) =>
          broker.plan === undefined
            ? { NATS_USER, NATS_PASSWORD }
            : {
                NATS_USER: name,
                NATS_PASSWORD: secrets.processes[name]?.natsPassword,
                NATS_DOMAIN: 'EVENTS',
              },
      },
      folders: data,
      inherited: inheritedEnvironment(),
    };
  }
}

async function pickProcessPorts(): Promise<Record<ProcessName, Ports>> {
  const free = await pickPorts(PROCESSES.length * 2);
  const entries = PROCESSES.map((name, i) => [name, { grpc: free[2 * i] ?? 0, admin: free[2 * i + 1] ?? 0 }]);
  return Object.fromEntries(entries);
}

async function untilProcessReady(name: ProcessName, around: LaunchContext, say: (line: string) => void): Promise<void> {
  try {
    await untilReady(adminUrl(around.ports[name]), {
      timeout: READY_MS,
      upgrade: UPGRADE_MS,
      onUpgrade: () => say(`${name} upgrades the data of an earlier version, which takes some minutes`),
    });
  } catch (error) {
    const log = join(around.folders.logs, `${name}.log`);
    const reasons = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `${name} runs but did not become ready in time: ${reasons}\nThe end of ${log}:\n${logTail(log)}`,
    );
  }
}

function describe(supervisor: Supervisor, { ports, gatewayUrl, nats }: LaunchContext, database: Database): RunFile {
  const services = SERVICES.map((name) => [
    name,
    { grpc: `localhost:${ports[name].grpc}`, adminUrl: adminUrl(ports[name]), pid: supervisor.pid(name) },
  ]);
  return {
    gateway: { url: gatewayUrl, adminUrl: adminUrl(ports.gateway), pid: supervisor.pid('gateway') },
    services: Object.fromEntries(services),
    topology: { adminUrl: adminUrl(ports.topology), pid: supervisor.pid('topology') },
    mongodb: { url: database.url, kind: database.kind, pid: supervisor.pid('mongodb') },
    nats: { url: nats.url, pid: supervisor.pid('nats') },
    supervisor: { pid: process.pid },
  };
}

function adminUrl({ admin }: Ports): string {
  return `http://127.0.0.1:${admin}`;
}
