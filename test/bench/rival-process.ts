import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { System } from '../support/system/system.ts';
import { CONNECTIONS, ca, type Side } from './instance.ts';
import { openPool } from './load.ts';
import { scenarios } from './scenarios.ts';

/** The other side: one bare process on the same store and behind the same certificate. */
export async function startRival(system: System): Promise<Side> {
  const tls = join(system.dataDir, 'tls');
  const env = {
    MONGODB_URL: system.run.mongodb.url,
    RIVAL_DATABASE: `bench_rival_${process.pid}`,
    TLS_CERT: join(tls, 'gateway.pem'),
    TLS_KEY: join(tls, 'gateway-key.pem'),
  };
  const child = fork(join(import.meta.dirname, 'rival.ts'), { env: { ...process.env, ...env } });
  const [{ port, ids }] = (await once(child, 'message')) as [{ port: number; ids: string[] }];
  const pool = openPool(`https://localhost:${port}`, ca(system), CONNECTIONS);
  const close = () => {
    void pool.close();
    child.disconnect();
  };
  return { pool, shots: scenarios(ids, {}), close };
}
