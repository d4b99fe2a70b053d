import { expect, test } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type { TestDelivery } from '#proto/gen/notification/v1/TestDelivery.ts';
import { startReceiver } from '../../support/receiver.ts';
import { Scene, SECRET } from './scene.ts';

const scene = new Scene();

test('deliveries are listed newest first, by page, outcome and type', async () => {
  const webhookId = await scene.webhook();
  scene.receiver.script(200, 410);
  await scene.event('client.created');
  await scene.recorded(webhookId, 1);
  await scene.event('client.updated');
  const all = await scene.recorded(webhookId, 2);
  expect(all.map(({ event_type }) => event_type)).toEqual(['client.updated', 'client.created']);
  const [newest, oldest] = all;
  expect(await scene.deliveries(webhookId, { limit: 1 })).toEqual([newest]);
  expect(await scene.deliveries(webhookId, { before: newest?.id })).toEqual([oldest]);
  expect(await scene.deliveries(webhookId, { success: false })).toEqual([newest]);
  expect(await scene.deliveries(webhookId, { event_type: 'client.created' })).toEqual([oldest]);
});

test('deliveries of an unknown webhook, or before an unknown one, are refused', async () => {
  const [webhookId, other] = [await scene.webhook(), await scene.webhook()];
  await scene.event();
  const [delivery] = await scene.recorded(other, 1);
  await expect(scene.deliveries('unknown')).rejects.toMatchObject({ code: 'not_found' });
  await expect(scene.deliveries(webhookId, { before: delivery?.id })).rejects.toMatchObject({
    issues: [{ loc: ['query', 'before'], type: 'value_error' }],
  });
});

test('a test is delivered at once, to this webhook alone, and tells what was signed', async () => {
  const others = await startReceiver();
  await scene.webhook({ url: others.url, events: ['*'] });
  const id = await scene.webhook({ secret: SECRET, events: ['order.created'], is_active: false });
  scene.receiver.script({ status: 202, body: 'thanks' });
  const reply = await scene.call<TestDelivery>('TestWebhook', { id });
  expect(reply.delivery).toMatchObject({ event_type: 'webhook.test', event_id: reply.eventId, attempt: 1 });
  expect(reply.delivery).toMatchObject({ status_code: 202, response_body: 'thanks', success: true });
  const [request] = scene.receiver.requests;
  const headers = request?.headers as Record<string, string>;
  expect(reply.signed_content).toBe(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${request?.body}`);
  expect(() => new StandardWebhook(SECRET).verify(request?.body ?? '', headers)).not.toThrow();
  expect(await scene.deliveries(id)).toEqual([reply.delivery]);
  await scene.event();
  await others.until((requests) => requests.some(({ body }) => JSON.parse(body).type === 'client.created'));
  expect(others.requests.map(({ body }) => JSON.parse(body).type)).not.toContain('webhook.test');
  expect(scene.receiver.requests).toHaveLength(1);
  await others.close();
});

test('a failed test is not repeated, and the same Idempotency-Key does not send it again', async () => {
  const id = await scene.webhook();
  scene.receiver.fallback = { status: 500 };
  const idempotency = { key: 'k1', operation: `POST /api/v1/webhooks/${id}/test`, fingerprint: 'f' };
  const call = () => scene.replica.call('TestWebhook', { id }, scene.caller({ idempotency }));
  const first: TestDelivery = await call();
  expect(first.delivery).toMatchObject({ success: false, next_attempt_at: null });
  expect(await call()).toEqual({ ...first, replayed: true });
  expect(scene.receiver.requests).toHaveLength(1);
});

test('a test of an unknown webhook is refused', async () => {
  await expect(scene.call('TestWebhook', { id: 'unknown' })).rejects.toMatchObject({ code: 'not_found' });
});
