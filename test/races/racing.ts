import type { Instance, Login } from '../support/system/instance.ts';

/** A rule that holds whoever of many callers is first. */
export interface Race {
  rule: string;
  /** Rules of the code that it tries, as `coverage.test.ts` names them. */
  covers?: readonly string[];
  /** Makes what they race for. */
  prepare(api: OrgApi): Promise<Prepared>;
}

export interface Prepared {
  /** Calls of `CALLERS`, each a path of the API. */
  calls: Call[];
  /** Throws where the answers, or what has become of the records, break the rule. */
  judge(answers: readonly Answer[]): Promise<void>;
}

export interface Call {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** In place of a body. */
  csv?: string;
  headers?: Record<string, string>;
  /** Token of another caller. */
  token?: string;
}

export interface Answer {
  status: number;
  /** Code of a refusal; undefined: it is none. */
  code: string | undefined;
  /** Its turn did not come in time: that is no answer of the rule, though its code may be the rule's. */
  isLate: boolean;
  /** Milliseconds that the caller waited for it. */
  waited: number;
  /** Id of the record that it answers. */
  id: string | undefined;
}

export const CALLERS = 20;

export interface OrgApiOptions {
  system: Instance;
  token: string;
  /** Where the racing calls go, in turn. */
  gateways: readonly string[];
}

/** An org's way to the API. */
export class OrgApi {
  readonly #options: OrgApiOptions;
  #made = 0;

  constructor(options: OrgApiOptions) {
    this.#options = options;
  }

  get token(): string {
    return this.#options.token;
  }

  /** The way of another user of the org. */
  async as(login: Login): Promise<OrgApi> {
    return new OrgApi({ ...this.#options, token: await this.#options.system.login(login) });
  }

  /** A value that nothing else of the run has: a number of a document, a code. */
  fresh(prefix: string): string {
    return `${prefix}-${Date.now()}-${++this.#made}`;
  }

  /** Throws for any answer but 200. */
  async make<T>(path: string, body?: object): Promise<T> {
    return this.#read('POST', path, body);
  }

  async read<T>(path: string): Promise<T> {
    return this.#read('GET', path);
  }

  /** Throws for any answer but 200. */
  async change(path: string, body: object): Promise<void> {
    await this.#read('PATCH', path, body);
  }

  /** Throws for any answer but 200. */
  async remove(path: string): Promise<void> {
    await this.#read('DELETE', path);
  }

  /** Throws for any answer but 200. */
  async send({ method, path, body }: Call): Promise<void> {
    await this.#read(method, path, body);
  }

  /** Whether there is such a record. */
  async has(path: string): Promise<boolean> {
    const { system, token } = this.#options;
    const response = await system.call(token, 'GET', `/api/v1${path}`);
    await response.arrayBuffer();
    return response.status === 200;
  }

  /** All calls at once. */
  race(calls: readonly Call[]): Promise<Answer[]> {
    return Promise.all(calls.map((call, index) => this.#send(call, index)));
  }

  async #send({ method, path, body, csv, headers, token = this.token }: Call, index: number): Promise<Answer> {
    const { system, gateways } = this.#options;
    const type = csv === undefined ? 'application/json' : 'text/csv';
    const sent = performance.now();
    const response = await system.fetch(`${gateways[index % gateways.length]}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...((csv ?? body) !== undefined && { 'content-type': type }),
        ...headers,
      },
      ...((csv ?? body) !== undefined && { body: csv ?? JSON.stringify(body) }),
    });
    const { code, detail, id } = (await response.json()) as { code?: string; detail?: unknown; id?: string };
    const waited = performance.now() - sent;
    const isLate = code === 'upstream_unavailable' && String(detail).includes('Too many writes');
    return {
      status: response.status,
      code: response.ok ? undefined : code,
      isLate,
      waited,
      id: response.ok ? id : undefined,
    };
  }

  async #read<T>(method: string, path: string, body?: object): Promise<T> {
    const { system, token } = this.#options;
    const response = await system.call(token, method, `/api/v1${path}`, body);
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}

/** Runs it once. Throws where the rule is broken. */
export async function runRace({ prepare }: Race, api: OrgApi): Promise<Answer[]> {
  const { calls, judge } = await prepare(api);
  const answers = await api.race(calls);
  await judge(answers);
  return answers;
}

/** A value for every caller. */
export const forEachCaller = <T>(make: (index: number) => T): T[] => Array.from({ length: CALLERS }, (_, i) => make(i));

/** Number of answers of each kind: `ok`, the code of the refusal, or `late`. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code = 'ok', isLate } of answers) {
    const said = isLate ? 'late' : code;
    counts[said] = (counts[said] ?? 0) + 1;
  }
  return counts;
}
