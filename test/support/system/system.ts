import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SharedBackends, shareBackends } from '../backends/shared-backends.ts';
import { eventually } from '../eventually.ts';
import { Instance } from './instance.ts';
import { commandOf, ROOT } from './scripts.ts';

const READY_MS = 90_000;
/** Variables that a system must not inherit: addresses of the test run, and variables that jest sets. */
const NOT_INHERITED = ['MONGODB_URL', 'NATS_URL', 'NODE_ENV', 'NODE_OPTIONS'];

export interface SystemOptions {
  /** Data folder that `stop` keeps. Default: a new folder that `stop` removes. */
  dataDir?: string;
  env?: Record<string, string>;
  /** True: start with npm, as users do. Default: start the command that npm runs. */
  byNpm?: boolean;
}

export interface ScriptEnd {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts a whole system, and resolves when it is ready. */
export async function startSystem(options: SystemOptions = {}): Promise<System> {
  const backends = shareBackends();
  await backends.prepare();
  const system = new System(options, backends);
  await system.ready();
  return system;
}

/** A system that `npm start` runs, with its output and its processes. */
export class System extends Instance {
  readonly starter: ChildProcess;
  /** The exit code. Resolves when all output has been read. */
  readonly exited: Promise<number | null>;
  readonly #settings: NodeJS.ProcessEnv;
  readonly #keepsData: boolean;
  readonly #backends: SharedBackends;
  #output = '';

  constructor({ dataDir, env, byNpm = false }: SystemOptions, backends: SharedBackends = shareBackends()) {
    const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'selvedge-system-'));
    const settings = settingsOf(folder, { ...backends.env, ...env });
    super(folder, databasePrefixOf(settings));
    this.#settings = settings;
    this.#keepsData = dataDir !== undefined;
    this.#backends = backends;
    const [program, ...args] = byNpm ? (['npm', 'start'] as const) : commandOf('start');
    this.starter = spawn(program, args, { cwd: ROOT, env: settings });
    this.exited = once(this.starter, 'close').then(([code]) => code);
    for (const stream of [this.starter.stdout, this.starter.stderr]) {
      stream?.on('data', (data) => {
        this.#output += data;
      });
    }
  }

  get output(): string {
    return this.#output;
  }

  /** Waits until the system is ready. Rejects with its output if it ends before or is not ready in time. */
  async ready(): Promise<void> {
    const ended = this.exited.then((code) => {
      throw new Error(`npm start ended with ${code}:\n${this.#output}`);
    });
    const ready = eventually(() => /^ready https:\/\/\S+$/m.test(this.#output), READY_MS).catch(() => {
      throw new Error(`npm start is not ready after ${READY_MS / 1000} s:\n${this.#output}`);
    });
    await Promise.race([ready, ended]);
  }

  /** Kills a process with SIGKILL. The supervisor restarts it, and then run.json has the new pid. */
  kill(name: string): void {
    process.kill(this.pid(name), 'SIGKILL');
  }

  /** Runs a script of package.json, and resolves when it has ended. The system keeps running. */
  async runScript(script: string, ...args: string[]): Promise<ScriptEnd> {
    const [node, ...own] = commandOf(script);
    const child = execFile(node, [...own, ...args], { cwd: ROOT, env: this.#settings });
    const ended = once(child, 'close');
    const outputs = [child.stdout, child.stderr].map(async (stream) => (await stream?.toArray())?.join('') ?? '');
    const [stdout = '', stderr = ''] = await Promise.all(outputs);
    const [code] = await ended;
    return { code, stdout, stderr };
  }

  /** Stops the system with SIGTERM, and resolves with the exit code when all processes have ended. */
  async stop(): Promise<number | null> {
    const running = this.starter.exitCode === null && this.starter.signalCode === null;
    if (running && existsSync(join(this.dataDir, 'run.json'))) process.kill(this.pid('supervisor'), 'SIGTERM');
    else this.starter.kill('SIGTERM');
    const code = await this.exited;
    await this.close();
    if (!this.#keepsData) {
      await this.#backends.cleanUp();
      rmSync(this.dataDir, { recursive: true, force: true });
    }
    return code;
  }
}

/** The environment for `npm start` with this data folder. */
export function settingsOf(dataDir: string, env: Record<string, string>): NodeJS.ProcessEnv {
  // A high limit, because tests repeat requests until a condition is true.
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
