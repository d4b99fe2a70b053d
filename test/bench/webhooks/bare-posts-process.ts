import { Pool } from 'undici';
import { saturate } from '../load.ts';

/** Posts a body to an address over so many connections for some seconds, each when the one before is answered. */
const [url = '', size, connections, seconds] = process.argv.slice(2);
const pool = new Pool(new URL(url).origin, { connections: Number(connections) });
const body = 'x'.repeat(Number(size));
const shot = () => ({ method: 'POST', path: '/', headers: { 'content-type': 'application/json' }, body }) as const;
await saturate(pool, Number(connections), 0.5, shot);
process.once('message', async () => {
  process.send?.(await saturate(pool, Number(connections), Number(seconds), shot));
  await pool.close();
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
