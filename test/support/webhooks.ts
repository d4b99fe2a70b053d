import type { Receiver } from './receiver.ts';
import type { System } from './system/system.ts';

/** Settings of a system whose webhooks can reach a receiver on this machine. */
export const LOCAL_RECEIVERS = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };

/** Creates a webhook for `client.created`, and returns its id. */
export async function subscribe(system: System, token: string, receiver: Receiver): Promise<string> {
  const webhook = { url: `${receiver.url}/hook`, events: ['client.created'] };
  return (await system.json<{ id: string }>(token, 'POST', '/api/v1/webhooks', webhook)).id;
}

/**
 * The different webhook-ids of each record. A record with one event must have one id, even if the event was delivered
 * twice.
 */
export function idsByRecord({ requests }: Receiver): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { headers, body } of requests) {
    const { data } = JSON.parse(body) as { data: { id: string } };
    ids.set(data.id, (ids.get(data.id) ?? new Set()).add(String(headers['webhook-id'])));
  }
  return ids;
}
