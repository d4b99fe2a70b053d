import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import type { RunFile } from '../../../deploy/local/run-file.ts';

/** Email and password of a user. */
export interface Login {
  email: string;
  password: string;
}

/** A running system. Its data folder identifies it. */
export class Instance {
  readonly dataDir: string;
  /** Prefix of the names of its databases. */
  readonly databasePrefix: string;
  #agent: Agent | undefined;

  constructor(dataDir: string, databasePrefix: string) {
    this.dataDir = dataDir;
    this.databasePrefix = databasePrefix;
  }

  /** The current content of DATA_DIR/run.json. */
  get run(): RunFile {
    return this.#json('run.json') as RunFile;
  }

  get admin(): Login {
    const { adminEmail, adminPassword } = this.#json('secrets.json') as Record<string, string>;
    return { email: String(adminEmail), password: String(adminPassword) };
  }

  /** Sends a request to the gateway. Only the CA of the instance is trusted. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    this.#agent ??= new Agent({ connect: { ca: readFileSync(join(this.dataDir, 'tls', 'ca.pem')) } });
    return fetch(new URL(path, this.run.gateway.url), { dispatcher: this.#agent, ...init });
  }

  /** Sends a request with an access token. `body`: sent as JSON; undefined: no body. */
  call(token: string, method: string, path: string, body?: unknown): Promise<Response> {
    const headers = { authorization: `Bearer ${token}` };
    if (body === undefined) return this.fetch(path, { method, headers });
    const json = { ...headers, 'content-type': 'application/json' };
    return this.fetch(path, { method, headers: json, body: JSON.stringify(body) });
  }

  /** Logs in and returns an access token. Default: the admin of the instance. */
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

  /** Closes the connections of this test. The system keeps running. */
  async close(): Promise<void> {
    await this.#agent?.close();
  }

  #json(file: string): unknown {
    return JSON.parse(readFileSync(join(this.dataDir, file), 'utf8'));
  }
}
