import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import type { RunFile } from '../../../deploy/local/run-file.ts';
import type { Secrets } from '../../../deploy/local/secrets.ts';

/** Email and password of a user. */
export interface Login {
  email: string;
  password: string;
}

type Headers = Record<string, string>;

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

  /** The current content of DATA_DIR/secrets.json. */
  get secrets(): Secrets {
    return this.#json('secrets.json') as Secrets;
  }

  get admin(): Login {
    const { adminEmail, adminPassword } = this.secrets;
    return { email: String(adminEmail), password: String(adminPassword) };
  }

  /** Sends a request to the gateway. Only the CA of the instance is trusted. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    this.#agent ??= new Agent({ connect: { ca: readFileSync(join(this.dataDir, 'tls', 'ca.pem')) } });
    return fetch(new URL(path, this.run.gateway.url), { dispatcher: this.#agent, ...init });
  }

  /** Sends a request with an access token. `body`: sent as JSON; undefined: no body. */
  call(token: string, method: string, path: string, body?: unknown, more: Headers = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, ...more };
    if (body === undefined) return this.fetch(path, { method, headers });
    const json = { 'content-type': 'application/json', ...headers };
    return this.fetch(path, { method, headers: json, body: JSON.stringify(body) });
  }

  /** The JSON of the answer to such a request. Throws if the request is refused. */
  async json<T>(token: string, method: string, path: string, body?: unknown, more?: Headers): Promise<T> {
    const response = await this.call(token, method, path, body, more);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Imports a CSV file into a resource, such as `clients`. Throws if the file is refused. */
  async importCsv(token: string, resource: string, lines: string[]): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
    const body = lines.join('\n');
    const response = await this.fetch(`/api/v1/${resource}/import`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`import: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
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
