import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../support/eventually.ts';
import type { System } from '../support/system/system.ts';
import type { Side } from './instance.ts';
import { pace, percentiles } from './load.ts';
import { clientBody } from './scenarios.ts';

export interface DeliveryResult {
  perSecond: number;
  writes: number;
  arrived: number;
  /** Milliseconds from the sending of the write to its webhook's arrival. */
  p50: number;
  p99: number;
}

/** G6: how long an accepted write takes to a local receiver. */
export async function measureDelivery(
  system: System,
  { pool, token }: Side & { token: string },
  perSecond: number,
  seconds: number,
): Promise<DeliveryResult> {
  const sent = new Map<string, number>();
  const delays: number[] = [];
  const receiver = createServer((request, response) => {
    const arrived = performance.now();
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const start = sent.get(JSON.parse(body).data.name);
      if (start !== undefined) delays.push(arrived - start);
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  await system.call(token, 'POST', '/api/v1/webhooks', {
    url: `http://127.0.0.1:${port}/`,
    events: ['client.created'],
  });

  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const failures = await pace(pool, perSecond, seconds, (index) => {
    const name = `Paced ${index}`;
    sent.set(name, performance.now());
    return { method: 'POST', path: '/api/v1/clients', headers, body: JSON.stringify({ ...clientBody(index), name }) };
  });
  await eventually(() => delays.length >= sent.size - failures, 60_000);
  receiver.close();
  receiver.closeAllConnections();
  return { perSecond, writes: sent.size, arrived: delays.length, ...percentiles(delays) };
}
