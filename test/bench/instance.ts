import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'undici';
import type { System } from '../support/system/system.ts';
import { openPool, type Shot } from './load.ts';
import { clientBody, SEEDED, scenarios } from './scenarios.ts';

/** A side of a comparison: its address and its requests. */
export interface Side {
  pool: Pool;
  shots: Record<'get' | 'list' | 'create', () => Shot>;
  close(): void;
}

export const CONNECTIONS = 32;

/** Our side: the running system with `SEEDED` clients in its first org. */
export async function startInstance(system: System): Promise<Side & { token: string }> {
  const token = await system.login();
  for (let from = 0; from < SEEDED; from += 1000) await importClients(system, token, from, from + 1000);
  const ids = await firstIds(system, token);
  const pool = openPool(system.run.gateway.url, ca(system), CONNECTIONS);
  const shots = scenarios(ids, { authorization: `Bearer ${token}` });
  return { token, pool, shots, close: () => void pool.close() };
}

export function ca(system: System): string {
  return readFileSync(join(system.dataDir, 'tls', 'ca.pem'), 'utf8');
}

async function importClients(system: System, token: string, from: number, to: number): Promise<void> {
  const rows = Array.from({ length: to - from }, (_, index) => clientBody(from + index));
  const lines = rows.map((row) =>
    [row.name, row.country, row.maxAccountValue, row.currency, row.priceCategory].join(','),
  );
  await system.importCsv(token, 'clients', ['name,country,maxAccountValue,currency,priceCategory', ...lines]);
}

async function firstIds(system: System, token: string): Promise<string[]> {
  const pages = [1, 2, 3, 4, 5].map((page) =>
    system.json<{ data: { id: string }[] }>(token, 'GET', `/api/v1/clients?limit=100&page=${page}`),
  );
  return (await Promise.all(pages)).flatMap(({ data }) => data.map(({ id }) => id));
}
