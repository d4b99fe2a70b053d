import { jetstream } from '@nats-io/jetstream';
import { newEventId } from '#chassis/messaging/outbox.ts';
import { withBroker } from '../../support/backends/streams.ts';
import type { System } from '../../support/system/system.ts';

/** Events that are on their way to the broker at a time. */
const AT_ONCE = 256;

/** An org of the system's admin; its webhooks go with `remove`. */
export interface BenchOrg {
  id: string;
  webhook(url: string, events: string[]): Promise<string>;
  remove(): Promise<void>;
}

export async function newOrg(system: System, token: string, name: string): Promise<BenchOrg> {
  const request = (method: string, path: string, orgId: string, body?: object) =>
    system.json<{ id: string }>(token, method, path, body, { 'x-org-id': orgId });
  const { id } = await request('POST', '/api/v1/orgs', '', { name });
  const made: string[] = [];
  return {
    id,
    async webhook(url, events) {
      const webhook = await request('POST', '/api/v1/webhooks', id, { url, events });
      made.push(webhook.id);
      return webhook.id;
    },
    async remove() {
      for (const webhookId of made.splice(0)) await request('DELETE', `/api/v1/webhooks/${webhookId}`, id);
    },
  };
}

export interface BenchEvent {
  orgId: string;
  type: 'client.created' | 'style.created';
  /** Characters of its data. */
  size: number;
}

/** Brings events to the broker as product does, but for the write before. */
export function publishAll(system: System, events: BenchEvent[]): Promise<void> {
  return withBroker(system, async (connection) => {
    const client = jetstream(connection);
    for (let from = 0; from < events.length; from += AT_ONCE) {
      const batch = events.slice(from, from + AT_ONCE).map((event) => {
        const { id, payload } = envelopeOf(event);
        return client.publish(`events.product.${event.type}`, payload, { msgID: id });
      });
      await Promise.all(batch);
    }
  });
}

export function envelopeOf({ orgId, type, size }: BenchEvent): { id: string; payload: string } {
  const id = newEventId();
  const head = { id, type, timestamp: new Date().toISOString(), api_version: 'v1', org_id: orgId, sequence: 1 };
  return { id, payload: JSON.stringify({ ...head, data: { id, notes: 'x'.repeat(size) } }) };
}
