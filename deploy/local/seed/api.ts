import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import { StartError } from '../start-error.ts';

/** The public API, as a logged-in user calls it. Errors: StartError with the text of a refusal. */
export interface Api {
  get<T>(path: string): Promise<T>;
  send<T>(method: 'POST' | 'PUT' | 'PATCH', path: string, body?: object): Promise<T>;
  /** Imports records into a resource: all or none. */
  importCsv(path: string, records: object[]): Promise<void>;
  /** Imports a file of another media type. */
  importFile(path: string, type: string, file: string): Promise<void>;
  /** Every record of a list, page by page. */
  all<T>(path: string, query?: Record<string, string>): Promise<T[]>;
}

export interface Gateway {
  login(email: string, password: string): Promise<Api>;
  close(): Promise<void>;
}

interface Page<T> {
  data: T[];
  pagination: { total: number };
}

/** Maximum number of concurrent requests: enough to keep a small machine busy. */
export const AT_ONCE = 8;
const PAGE = 100;
/** Maximum number of retries of a request when a service is down. */
const RETRIES = 4;

/** `ca`: PEM of the CA that has issued the gateway's certificate. */
export function openGateway(url: string, ca: string): Gateway {
  const dispatcher = new Agent({ connect: { ca }, connections: AT_ONCE });
  const send = (path: string, init: RequestInit) => patiently(() => fetch(new URL(path, url), { ...init, dispatcher }));
  return {
    async login(username, password) {
      const body = new URLSearchParams({ username, password });
      const { access_token: token } = await answer<{ access_token: string }>('POST /auth/login', () =>
        send('/auth/login', { method: 'POST', body }),
      );
      return apiOf((path, { headers, ...init }) =>
        send(path, { ...init, headers: { ...(headers as object), authorization: `Bearer ${token}` } }),
      );
    },
    close: () => dispatcher.close(),
  };
}

function apiOf(send: (path: string, init: RequestInit) => Promise<Response>): Api {
  const request = <T>(method: string, path: string, type?: string, body?: string): Promise<T> =>
    answer(`${method} ${path}`, () => {
      // With its key, a repeated POST writes only once. Other methods have the same effect when they are repeated.
      const once = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
      const headers = body !== undefined && type ? { ...once, 'content-type': type } : once;
      return send(path, { method, headers, ...(body !== undefined && { body }) });
    });
  const api: Api = {
    get: (path) => request('GET', path),
    send: (method, path, body) => request(method, path, 'application/json', body && JSON.stringify(body)),
    async importCsv(path, records) {
      const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
      await request('POST', `${path}/import`, 'text/csv', stringify(records, { header: true, columns }));
    },
    async importFile(path, type, file) {
      await request('POST', `${path}/import`, type, file);
    },
    async all<T>(path: string, query: Record<string, string> = {}) {
      const records: T[] = [];
      for (let page = 1; ; page++) {
        const asked = new URLSearchParams({ ...query, page: String(page), limit: String(PAGE) });
        const { data, pagination } = await api.get<Page<T>>(`${path}?${asked}`);
        records.push(...data);
        if (page * PAGE >= pagination.total) return records;
      }
    },
  };
  return api;
}

/** Repeats a request after the time in Retry-After: always after a rate limit, a few times if a service is down. */
async function patiently(send: () => Promise<Response>): Promise<Response> {
  for (let failures = 0; ; ) {
    const response = await send();
    const isDown = response.status === 503;
    if (isDown) failures += 1;
    if ((!isDown && response.status !== 429) || failures > RETRIES) return response;
    await response.body?.cancel();
    await delay(1000 * Number(response.headers.get('retry-after') ?? 1));
  }
}

async function answer<T>(request: string, send: () => Promise<Response>): Promise<T> {
  const response = await send().catch((error: Error) => {
    throw new StartError(
      `${request} was not answered: ${(error.cause as Error | undefined)?.message ?? error.message}`,
    );
  });
  const text = await response.text();
  if (!response.ok) throw new StartError(`${request} was answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}

/**
 * Runs `work` for each item, `AT_ONCE` at a time. After a failure it starts no more. Returns the results in the order
 * of the items.
 */
export async function forEach<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as T).catch((error) => {
        next = items.length;
        throw error;
      });
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  const failed = lanes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return results;
}
