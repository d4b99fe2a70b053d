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
/** Addresses of the test run itself, and what jest has set. */
const NOT_INHERITED = ['MONGODB_URL', 'NATS_URL', 'NODE_ENV', 'NODE_OPTIONS'];

export interface SystemOptions {
  /** Kept; by default one of its own, which `stop` removes. */
  dataDir?: string;
  env?: Record<string, string>;
  /** As a user does. Default: what npm runs. */
  byNpm?: boolean;
}

export interface ScriptEnd {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts a whole instance, and waits until it is ready. */
export async function startSystem(options: SystemOptions = {}): Promise<System> {
  const backends = shareBackends();
  await backends.prepare();
  const system = new System(options, backends);
  await system.ready();
  return system;
}

/** `npm start`, with its output, its processes and its gateway. */
export class System extends Instance {
  readonly starter: ChildProcess;
  /** The exit code, once all of its output is read. */
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

  /** Runs a script of package.json to its end, beside the system. */
  async runScript(script: string, ...args: string[]): Promise<ScriptEnd> {
    const [node, ...own] = commandOf(script);
    const child = execFile(node, [...own, ...args], { cwd: ROOT, env: this.#settings });
    const ended = once(child, 'close');
    const outputs = [child.stdout, child.stderr].map(async (stream) => (await stream?.toArray())?.join('') ?? '');
    const [stdout = '', stderr = ''] = await Promise.all(outputs);
    const [code] = await ended;
    return { code, stdout, stderr };
  }

  /** The clean stop; the exit code when nothing is left. */
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
