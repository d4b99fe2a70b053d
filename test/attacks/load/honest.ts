import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Workplace } from './battlefield.ts';

/** A call of an honest caller. */
export interface Sample {
  action: string;
  /** `cut` if no answer came. */
  status: number | 'cut';
  ms: number;
}

interface Action {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

/**
 * Maximum pause between two calls of a caller in milliseconds. A caller makes about four calls a second, far below its
 * limit of 600 a minute.
 */
const PAUSE = 400;

const CLIENTS = '/api/v1/clients';
const aClient = JSON.stringify({ name: 'Nordwind', country: 'DK', currency: 'EUR', maxAccountValue: 1 });

/**
 * Each honest caller reads, lists, searches and creates in turn until `over` aborts, at least once. Calls `onCall` with
 * the number of calls after each call.
 */
export async function workHonestly(
  workplace: Workplace,
  over: AbortSignal,
  onCall: (count: number) => void = () => undefined,
): Promise<Sample[]> {
  const { url, ca, honestKeys, knownClient } = workplace;
  const pool = new Pool(url, {
    connections: honestKeys.length,
    connect: { ca, servername: 'localhost' },
    // Shorter than the idle timeout of the gateway, which could otherwise close a connection at the moment of a call.
    keepAliveMaxTimeout: 2_000,
  });
  const samples: Sample[] = [];
  const actions: Action[] = [
    { name: 'read', method: 'GET', path: `${CLIENTS}/${knownClient}` },
    { name: 'list', method: 'GET', path: `${CLIENTS}?limit=20` },
    { name: 'search', method: 'GET', path: `${CLIENTS}?search=client%207&limit=20` },
    { name: 'create', method: 'POST', path: CLIENTS, body: aClient },
  ];
  const work = async (key: string, index: number) => {
    for (let round = index; round === index || !over.aborted; round++) {
      samples.push(await callOnce(pool, key, actions[round % actions.length] as Action));
      onCall(samples.length);
      await delay(Math.random() * PAUSE, undefined, { signal: over }).catch(() => undefined);
    }
  };
  await Promise.all(honestKeys.map(work));
  await pool.close();
  return samples;
}

async function callOnce(
  pool: Pool,
  key: string,
  { name, method, path, body = null as never }: Action,
): Promise<Sample> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  const started = performance.now();
  const ended = (status: Sample['status']) => ({ action: name, status, ms: performance.now() - started });
  try {
    const response = await pool.request({ method, path, headers, body });
    await response.body.dump();
    return ended(response.statusCode);
  } catch {
    return ended('cut');
  }
}
