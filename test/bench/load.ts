import { Pool } from 'undici';

/** A request of a scenario. */
export interface Shot {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Measured {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  failures: number;
}

/** As many requests as `connections` connections carry in `seconds`, each sent when the one before is answered. */
export async function saturate(pool: Pool, connections: number, seconds: number, next: () => Shot): Promise<Measured> {
  const latencies: number[] = [];
  let failures = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const lane = async () => {
    while (performance.now() < end) {
      const sent = performance.now();
      if (await fire(pool, next())) latencies.push(performance.now() - sent);
      else failures++;
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const elapsed = (performance.now() - started) / 1000;
  return { perSecond: latencies.length / elapsed, ...percentiles(latencies), failures };
}

/** Sends `perSecond` requests a second for `seconds`, whether or not the earlier ones are answered. */
export async function pace(
  pool: Pool,
  perSecond: number,
  seconds: number,
  next: (index: number) => Shot,
): Promise<number> {
  const count = Math.ceil(perSecond * seconds);
  const started = performance.now();
  const inFlight: Promise<boolean>[] = [];
  for (let index = 0; index < count; index++) {
    const due = started + (index * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    inFlight.push(fire(pool, next(index)));
  }
  return (await Promise.all(inFlight)).filter((success) => !success).length;
}

export function percentiles(values: number[]): { p50: number; p99: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

export function median(values: number[]): number {
  return percentiles(values).p50;
}

async function fire(pool: Pool, { method, path, headers, body }: Shot): Promise<boolean> {
  const response = await pool.request({ method, path, headers, body: body ?? null });
  await response.body.dump();
  return response.statusCode < 300;
}

export function openPool(origin: string, ca: string, connections: number): Pool {
  return new Pool(origin, { connections, pipelining: 1, connect: { ca, servername: 'localhost' } });
}
