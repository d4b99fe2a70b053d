import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { newId } from '#chassis/mongo/mongo.ts';
import type { WebhookKeys } from '#proto/gen/notification/v1/WebhookKeys.ts';
import { Scene, SECRET } from './scene.ts';
import { aCall, anEvent } from './support.ts';

const scene = new Scene();

/** Headers and body of the request with this number. */
async function received(count = 1) {
  const request = (await scene.receiver.untilReceived(count))[count - 1];
  return { headers: (request?.headers ?? {}) as Record<string, string>, body: request?.body ?? '' };
}

test('an event reaches its webhook as it came, signed, and the attempt is recorded', async () => {
  const webhookId = await scene.webhook({ secret: SECRET });
  const event = await scene.event();
  const { headers, body } = await received();
  expect(scene.receiver.requests[0]?.path).toBe('/hook?a=1');
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': event.id });
  expect(new StandardWebhook(SECRET).verify(body, headers)).toEqual(event);
  const [delivery] = await scene.recorded(webhookId, 1);
  expect(delivery).toMatchObject({ event_id: event.id, event_type: event.type, attempt: 1, status_code: 200 });
  expect(delivery).toMatchObject({ success: true, next_attempt_at: null });
  expect(JSON.parse(delivery?.payload ?? '')).toEqual(event);
});

test("the org's published key verifies v1a, which signs with or without a secret", async () => {
  await scene.webhook();
  await scene.event();
  const { headers, body } = await received();
  expect(headers['webhook-signature']).toMatch(/^v1a,[A-Za-z0-9+/]+=*$/);
  const { keys }: WebhookKeys = await scene.replica.call('ListWebhookKeys', { org_id: scene.orgId }, aCall());
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: keys[0]?.x ?? '' };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  const signature = Buffer.from(headers['webhook-signature']?.slice('v1a,'.length) ?? '', 'base64');
  expect(verify(null, content, publicKey, signature)).toBe(true);
});

test('an org without webhooks has no keys, and asking makes none', async () => {
  const { keys }: WebhookKeys = await scene.replica.call('ListWebhookKeys', { org_id: newId() }, aCall());
  expect(keys).toEqual([]);
});

test('after a change of secret both sign; after its removal neither', async () => {
  const id = await scene.webhook({ secret: SECRET });
  const next = 'a new secret of many characters';
  await scene.update(id, { secret: next });
  await scene.event();
  const { headers, body } = await received();
  expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+ v1a,\S+$/);
  expect(() => new StandardWebhook(SECRET).verify(body, headers)).not.toThrow();
  expect(() => new StandardWebhook(next, { format: 'raw' }).verify(body, headers)).not.toThrow();
  await scene.update(id, { secret: null });
  await scene.event();
  expect((await received(2)).headers['webhook-signature']).toMatch(/^v1a,\S+$/);
});

test('the same event twice, also at once, is delivered once', async () => {
  const webhookId = await scene.webhook();
  const message = anEvent('client.created', { orgId: scene.orgId });
  await Promise.all([scene.replica.accept(message), scene.replica.accept(message)]);
  await scene.replica.accept({ ...message, redelivered: true });
  const last = await scene.event('client.updated');
  await scene.receiver.until((requests) => requests.some(({ headers }) => headers['webhook-id'] === last.id));
  await scene.recorded(webhookId, 2);
  expect(scene.receiver.requests).toHaveLength(2);
});

test('an event that comes again holds up no new one that comes with it', async () => {
  await scene.webhook();
  const [known, fresh] = [
    anEvent('client.created', { orgId: scene.orgId }),
    anEvent('client.created', { orgId: scene.orgId }),
  ];
  await scene.replica.accept(known);
  // Otherwise the second event could overtake the first.
  await scene.receiver.untilReceived(1);
  await Promise.all([known, fresh].map((message) => scene.replica.accept(message)));
  const ids = (await scene.receiver.untilReceived(2)).map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([known.envelope.id, fresh.envelope.id]);
});

test('every matching webhook of the org gets a delivery of its own; all others none', async () => {
  const { url } = scene.receiver;
  await scene.webhook({ url: `${url}/one`, events: ['client.created'] });
  await scene.webhook({ url: `${url}/two`, events: ['*'] });
  await scene.webhook({ url: `${url}/three`, events: ['order.*', 'client.updated'] });
  await scene.webhook({ url: `${url}/four`, is_active: false });
  const first = await scene.event('client.created');
  await scene.replica.accept(anEvent('client.created', { orgId: newId() }));
  const last = await scene.event('order.created');
  const of = (id: string) => scene.receiver.requests.filter(({ headers }) => headers['webhook-id'] === id);
  await scene.receiver.until(() => of(first.id).length === 2 && of(last.id).length === 2);
  const paths = (id: string) =>
    of(id)
      .map(({ path }) => path)
      .sort();
  expect(paths(first.id)).toEqual(['/one', '/two']);
  expect(paths(last.id)).toEqual(['/three', '/two']);
  expect(scene.receiver.requests.every(({ body }) => JSON.parse(body).org_id === scene.orgId)).toBe(true);
});

test('the trace is handed on', async () => {
  await scene.webhook();
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await scene.event('client.created', { traceparent });
  expect((await received()).headers.traceparent).toBe(traceparent);
});
