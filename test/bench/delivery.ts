import { startReceiver } from '../support/receiver.ts';
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
  const receiver = await startReceiver();
  await system.json(token, 'POST', '/api/v1/webhooks', { url: receiver.url, events: ['client.created'] });

  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const failures = await pace(pool, perSecond, seconds, (index) => {
    const name = `Paced ${index}`;
    sent.set(name, Date.now());
    return { method: 'POST', path: '/api/v1/clients', headers, body: JSON.stringify({ ...clientBody(index), name }) };
  });
  await receiver.untilReceived(sent.size - failures, 60_000);
  await receiver.close();
  const delays = receiver.requests.map(({ body, at }) => at - (sent.get(JSON.parse(body).data.name) ?? Number.NaN));
  return { perSecond, writes: sent.size, arrived: delays.length, ...percentiles(delays) };
}
