import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import type { RunFile } from '../../deploy/local/run-file.ts';
import { type SharedBackends, shareBackends } from './backends/shared-backends.ts';
import { eventually } from './eventually.ts';

const ROOT = join(import.meta.dirname, '..', '..');
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
export class System {
  readonly dataDir: string;
  readonly npm: ChildProcess;
  /** npm's exit code, once all of its output is read. */
  readonly exited: Promise<number | null>;
  /** What the names of its databases begin with. */
  readonly databasePrefix: string;
  readonly #keepsData: boolean;
  readonly #backends: SharedBackends;
  #output = '';
  #agent: Agent | undefined;

  constructor({ dataDir, env }: SystemOptions, backends: SharedBackends = shareBackends()) {
    this.dataDir = dataDir ?? mkdtempSync(join(tmpdir(), 'selvedge-system-'));
    this.#keepsData = dataDir !== undefined;
    this.#backends = backends;
    // Tests ask again and again until something is so.
    const patient = { RATE_LIMIT_ANONYMOUS: '100000' };
    const settings: Record<string, string> = {
      ...{ DATA_DIR: this.dataDir, GATEWAY_PORT: '0' },
      ...patient,
      ...backends.env,
      ...env,
    };
    this.databasePrefix = settings.MONGODB_DATABASE_PREFIX ?? 'selvedge';
    this.npm = spawn('npm', ['start'], { cwd: ROOT, env: { ...inherited(), ...settings } });
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

  /** DATA_DIR/run.json as it is now. */
  get run(): RunFile {
    return this.#json('run.json') as RunFile;
  }

  get admin(): { email: string; password: string } {
    const { adminEmail, adminPassword } = this.#json('secrets.json') as Record<string, string>;
    return { email: String(adminEmail), password: String(adminPassword) };
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

  /** A request to the gateway, trusting the instance's own CA alone. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    this.#agent ??= new Agent({ connect: { ca: readFileSync(join(this.dataDir, 'tls', 'ca.pem')) } });
    return fetch(new URL(path, this.run.gateway.url), { dispatcher: this.#agent, ...init });
  }

  /** A request with an access token and, if there is one, a JSON body. */
  call(token: string, method: string, path: string, body?: unknown): Promise<Response> {
    const headers = { authorization: `Bearer ${token}` };
    if (body === undefined) return this.fetch(path, { method, headers });
    const json = { ...headers, 'content-type': 'application/json' };
    return this.fetch(path, { method, headers: json, body: JSON.stringify(body) });
  }

  /** An access token, of the first admin if nobody is named. */
  async login({ email, password } = this.admin): Promise<string> {
    const body = new URLSearchParams({ username: email, password });
    const response = await this.fetch('/auth/login', { method: 'POST', body });
    const answer = (await response.json()) as { access_token?: string };
    if (answer.access_token === undefined) throw new Error(`login: ${response.status} ${JSON.stringify(answer)}`);
    return answer.access_token;
  }

  pid(name: string): number {
    const { gateway, mongodb, nats, services, supervisor } = this.run;
    const pid = { gateway, mongodb, nats, supervisor, ...services }[name]?.pid;
    if (typeof pid !== 'number') throw new Error(`run.json names no process ${name}`);
    return pid;
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
    await this.#agent?.close();
    if (!this.#keepsData) {
      await this.#backends.cleanUp();
      rmSync(this.dataDir, { recursive: true, force: true });
    }
    return code;
  }

  #json(file: string): unknown {
    return JSON.parse(readFileSync(join(this.dataDir, file), 'utf8'));
  }
}

function inherited(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !NOT_INHERITED.includes(name) && !name.startsWith('npm_'),
  );
  return Object.fromEntries(kept);
}
