import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { ownOrg } from '../support/system/tenant.ts';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;
const client = { name: 'Acme', country: 'DE', maxAccountValue: 10_000, currency: 'EUR' };
const own = ownOrg();
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  receiver.fallback = { body: 'thanks' };
});
afterAll(() => receiver.close());

test('a client that is created over HTTPS reaches a local receiver as a signed webhook, once', async () => {
  const { system, token } = own;
  const subscription = {
    org_id: system.orgId,
    url: `${receiver.url}/hook`,
    events: ['client.created'],
    secret: SECRET,
  };
  const webhook = await system.json<{ id: string }>(token, 'POST', '/api/v1/webhooks', subscription);

  const created = await system.call(token, 'POST', '/api/v1/clients', client);
  expect(created.status).toBe(200);
  const record = (await created.json()) as { id: string };

  await receiver.untilReceived(1);
  const [{ headers = {}, body = '' } = {}] = receiver.requests;
  const event = new Webhook(SECRET).verify(body, headers as Record<string, string>);
  expect(event).toMatchObject({ type: 'client.created', data: { id: record.id, name: 'Acme' } });
  expect(headers['webhook-id']).toBe(created.headers.get('x-event-id'));

  await eventually(async () =>
    expect(await system.json(token, 'GET', `/api/v1/webhooks/${webhook.id}/deliveries`)).toMatchObject([
      { event_type: 'client.created', success: true, status_code: 200, response_body: 'thanks' },
    ]),
  );
  expect(receiver.requests).toHaveLength(1);
}, 60_000);
