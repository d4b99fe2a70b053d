import { deepStrictEqual } from 'node:assert/strict';
import type { Instance, Login } from '../support/system/instance.ts';

/** A rule that must hold for concurrent callers, in whatever order their calls take effect. */
export interface Race {
  rule: string;
  /** Names of the rules in the code that the race tests, as in `coverage.test.ts`. */
  covers?: readonly string[];
  /** Creates the records for the race. */
  prepare(api: OrgApi): Promise<Prepared>;
}

export interface Prepared {
  /** The concurrent calls, one for each of `CALLERS`. */
  calls: Call[];
  /** Throws if the answers or the resulting records break the rule. */
  judge(answers: readonly Answer[]): Promise<void>;
}

export interface Call {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** Sent as CSV instead of `body`. */
  csv?: string;
  headers?: Record<string, string>;
  /** Token of another caller. Absent: the token of the org's admin. */
  token?: string;
}

export interface Answer {
  status: number;
  /** Error code; undefined for a success. */
  code: string | undefined;
  /**
   * True if the call waited too long in the queue of its org. Such an answer says nothing about the rule, although its
   * code is the same as for an outage.
   */
  isLate: boolean;
  /** Duration of the call in milliseconds. */
  waited: number;
  /** Id of the record in the answer; undefined if there is none. */
  id: string | undefined;
}

export const CALLERS = 20;

export interface OrgApiOptions {
  system: Instance;
  token: string;
  /** URLs of the gateways. The racing calls are sent to them in turn. */
  gateways: readonly string[];
}

/** Access to the API for one org. */
export class OrgApi {
  readonly #options: OrgApiOptions;
  #made = 0;

  constructor(options: OrgApiOptions) {
    this.#options = options;
  }

  get token(): string {
    return this.#options.token;
  }

  /** Access for another user of the org. */
  async as(login: Login): Promise<OrgApi> {
    return new OrgApi({ ...this.#options, token: await this.#options.system.login(login) });
  }

  /** A value that is unique in the test run, for example for a document number. */
  fresh(prefix: string): string {
    return `${prefix}-${Date.now()}-${++this.#made}`;
  }

  /** Sends a POST, and returns the answer. Throws for any status but 200. */
  async make<T>(path: string, body?: object): Promise<T> {
    return this.#read('POST', path, body);
  }

  async read<T>(path: string): Promise<T> {
    return this.#read('GET', path);
  }

  /** Sends a PATCH. Throws for any status but 200. */
  async change(path: string, body: object): Promise<void> {
    await this.#read('PATCH', path, body);
  }

  /** Sends a DELETE. Throws for any status but 200. */
  async remove(path: string): Promise<void> {
    await this.#read('DELETE', path);
  }

  /** Sends a call. Throws for any status but 200. */
  async send({ method, path, body }: Call): Promise<void> {
    await this.#read(method, path, body);
  }

  /** True if the record at this path exists. */
  async has(path: string): Promise<boolean> {
    const { system, token } = this.#options;
    const response = await system.call(token, 'GET', `/api/v1${path}`);
    await response.arrayBuffer();
    return response.status === 200;
  }

  /** Sends all calls at the same time. */
  race(calls: readonly Call[]): Promise<Answer[]> {
    return Promise.all(calls.map((call, index) => this.#send(call, index)));
  }

  async #send({ method, path, body, csv, headers, token = this.token }: Call, index: number): Promise<Answer> {
    const { system, gateways } = this.#options;
    const url = `${gateways[index % gateways.length]}/api/v1${path}`;
    const sent = performance.now();
    const more = { authorization: `Bearer ${token}`, 'content-type': 'text/csv', ...headers };
    const response = await (csv === undefined
      ? system.call(token, method, url, body, headers)
      : system.fetch(url, { method, body: csv, headers: more }));
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
    return system.json(token, method, `/api/v1${path}`, body);
  }
}

/** Runs a race once. Throws if the rule is broken. */
export async function runRace({ prepare }: Race, api: OrgApi): Promise<Answer[]> {
  const { calls, judge } = await prepare(api);
  const answers = await api.race(calls);
  await judge(answers);
  return answers;
}

/** Calls `make` for each of `CALLERS`. */
export const forEachCaller = <T>(make: (index: number) => T): T[] => Array.from({ length: CALLERS }, (_, i) => make(i));

/** A record that was created. */
export interface Made {
  id: string;
}

export const newClient = (api: OrgApi, maxAccountValue = 100_000) =>
  api.make<Made>('/clients', { name: api.fresh('C'), country: 'PT', currency: 'EUR', maxAccountValue });

/** Outcomes of calls that waited too long in a queue. They do not break a rule. */
export const LATE = ['late', 'upstream_unavailable'];

/** Expects no outcomes except successes, late ones and `refusals`. Returns the number of each. */
export function expectOnly(answers: readonly Answer[], ...refusals: string[]): Record<string, number> {
  const counts = tally(answers);
  const strange = Object.keys(counts).filter((code) => !['ok', ...LATE, ...refusals].includes(code));
  deepStrictEqual(strange, [], JSON.stringify(counts));
  return counts;
}

/** Number of answers of each kind: `ok`, the error code, or `late`. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code = 'ok', isLate } of answers) {
    const said = isLate ? 'late' : code;
    counts[said] = (counts[said] ?? 0) + 1;
  }
  return counts;
}
