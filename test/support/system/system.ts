import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SharedBackends, shareBackends } from '../backends/shared-backends.ts';
import { eventually } from '../eventually.ts';
import { Instance } from './instance.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const READY_MS = 90_000;
/** Addresses of the test run itself, and what jest has set. */
const NOT_INHERITED = ['MONGODB_URL', 'NATS_URL', 'NODE_ENV', 'NODE_OPTIONS'];

export interface SystemOptions {
  /** Kept; by default one of its own, which `stop` removes. */
  dataDir?: string;
  env?: Record<string, string>;
}

/** Starts a whole instance as a user does, and waits until it is ready. */
export async function startSystem(options: SystemOptions = {}): Promise<System> {
  const backends = shareBackends();
  await backends.prepare();
  const system = new System(options, backends);
  await system.ready();
  return system;
}

/** `npm start`, with its output, its processes and its gateway. */
export class System extends Instance {
  readonly npm: ChildProcess;
  /** npm's exit code, once all of its output is read. */
  readonly exited: Promise<number | null>;
  readonly #keepsData: boolean;
  readonly #backends: SharedBackends;
  #output = '';

  constructor({ dataDir, env }: SystemOptions, backends: SharedBackends = shareBackends()) {
    const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'selvedge-system-'));
    const settings = settingsOf(folder, { ...backends.env, ...env });
    super(folder, databasePrefixOf(settings));
    this.#keepsData = dataDir !== undefined;
    this.#backends = backends;
    this.npm = spawn('npm', ['start'], { cwd: ROOT, env: settings });
    this.exited = once(this.npm, 'close').then(([code]) => code);
    for (const stream of [this.npm.stdout, this.npm.stderr]) {
      stream?.on('data', (data) => {
        this.#output += data;
      });
    }
  }

  get output(): string {
    return this.#output;
  }

  /** Rejects with its output when it ends before it is ready. */
  async ready(): Promise<void> {
    const ended = this.exited.then((code) => {
      throw new Error(`npm start ended with ${code}:\n${this.#output}`);
    });
    const ready = eventually(() => /^ready https:\/\/\S+$/m.test(this.#output), READY_MS).catch(() => {
      throw new Error(`npm start is not ready after ${READY_MS / 1000} s:\n${this.#output}`);
    });
    await Promise.race([ready, ended]);
  }

  /** kill -9: the supervisor starts it again, and then run.json names the new pid. */
  kill(name: string): void {
    process.kill(this.pid(name), 'SIGKILL');
  }

  /** The clean stop; npm's exit code when nothing is left. */
  async stop(): Promise<number | null> {
    const running = this.npm.exitCode === null && this.npm.signalCode === null;
    if (running && existsSync(join(this.dataDir, 'run.json'))) process.kill(this.pid('supervisor'), 'SIGTERM');
    else this.npm.kill('SIGTERM');
    const code = await this.exited;
    await this.close();
    if (!this.#keepsData) {
      await this.#backends.cleanUp();
      rmSync(this.dataDir, { recursive: true, force: true });
    }
    return code;
  }
}

/** The environment in which `npm start` keeps its data in the folder. */
export function settingsOf(dataDir: string, env: Record<string, string>): NodeJS.ProcessEnv {
  // Tests ask again and again until something is so.
  const patient = { RATE_LIMIT_ANONYMOUS: '100000' };
  return { ...inherited(), DATA_DIR: dataDir, GATEWAY_PORT: '0', ...patient, ...env };
}

export const databasePrefixOf = (settings: NodeJS.ProcessEnv) => settings.MONGODB_DATABASE_PREFIX ?? 'selvedge';

function inherited(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !NOT_INHERITED.includes(name) && !name.startsWith('npm_'),
  );
  return Object.fromEntries(kept);
}
