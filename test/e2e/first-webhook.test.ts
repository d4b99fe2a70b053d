import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/eventually.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;
const client = { name: 'Acme', country: 'DE', maxAccountValue: 10_000, currency: 'EUR' };
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
let receiver: Server;
let system: Tenant;

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.end('thanks');
  }).listen(0, '127.0.0.1');
  system = await openTenant();
}, 120_000);

afterAll(async () => {
  await system.close();
  receiver.close();
}, 60_000);

test('a client that is created over HTTPS reaches a local receiver as a signed webhook, once', async () => {
  const token = await system.login();
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const subscription = { org_id: await orgOf(token), url, events: ['client.created'], secret: SECRET };
  const subscribed = await system.call(token, 'POST', '/api/v1/webhooks', subscription);
  expect(subscribed.status).toBe(200);
  const webhook = (await subscribed.json()) as { id: string };

  const created = await system.call(token, 'POST', '/api/v1/clients', client);
  expect(created.status).toBe(200);
  const record = (await created.json()) as { id: string };

  const { headers, body } = await eventually(firstReceived);
  const event = new Webhook(SECRET).verify(body, onlyText(headers));
  expect(event).toMatchObject({ type: 'client.created', data: { id: record.id, name: 'Acme' } });
  expect(headers['webhook-id']).toBe(created.headers.get('x-event-id'));

  const deliveries = await eventually(async () => {
    const answer = await system.call(token, 'GET', `/api/v1/webhooks/${webhook.id}/deliveries`);
    const list = (await answer.json()) as { success: boolean }[];
    return list.length > 0 && list;
  });
  expect(deliveries).toMatchObject([
    { event_type: 'client.created', success: true, status_code: 200, response_body: 'thanks' },
  ]);
  expect(received).toHaveLength(1);
}, 60_000);

function firstReceived() {
  if (received[0] === undefined) throw new Error('nothing was received');
  return received[0];
}

async function orgOf(token: string): Promise<string> {
  const me = (await (await system.call(token, 'GET', '/api/v1/auth/me')).json()) as { org_id: string };
  return me.org_id;
}

function onlyText(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
