import { expect, test } from '@jest/globals';
import type { WebhookReply } from '#proto/gen/notification/v1/WebhookReply.ts';
import { eventually } from '../../support/eventually.ts';
import { startReceiver } from '../../support/receiver.ts';
import { gate, Scene } from './scene.ts';

const scene = new Scene();

const pending = (webhookId: string) =>
  scene.replica.store.connection.collection('deliveries').countDocuments({ webhookId, phase: 'pending' });

test('a failed attempt is retried by the schedule, with the same id, until one succeeds', async () => {
  const webhookId = await scene.webhook();
  scene.receiver.script(500, 503, 200);
  const event = await scene.event();
  const attempts = (await scene.recorded(webhookId, 3)).reverse();
  const summary = attempts.map(({ attempt, status_code, success }) => ({ attempt, status_code, success }));
  expect(summary).toEqual([
    { attempt: 1, status_code: 500, success: false },
    { attempt: 2, status_code: 503, success: false },
    { attempt: 3, status_code: 200, success: true },
  ]);
  const ids = scene.receiver.requests.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([event.id, event.id, event.id]);
  const [first, second] = attempts;
  const planned = Date.parse(first?.next_attempt_at ?? '');
  expect(planned - Date.parse(first?.delivered_at ?? '')).toBeGreaterThanOrEqual(45);
  expect(Date.parse(second?.delivered_at ?? '')).toBeGreaterThanOrEqual(planned);
});

test('after the last attempt of the schedule there is no other', async () => {
  const webhookId = await scene.webhook();
  scene.receiver.fallback = { status: 500 };
  await scene.event();
  const [last] = await scene.recorded(webhookId, 3);
  expect(last).toMatchObject({ attempt: 3, success: false, next_attempt_at: null });
  expect(await pending(webhookId)).toBe(0);
});

test('a Retry-After is waited for', async () => {
  const webhookId = await scene.webhook();
  scene.receiver.script({ status: 429, headers: { 'retry-after': '1' } });
  await scene.event();
  const [first, second] = await scene.receiver.untilReceived(2);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(980);
  await scene.recorded(webhookId, 2);
});

test('a redirect is an answer and is not followed', async () => {
  const webhookId = await scene.webhook();
  scene.receiver.script({ status: 302, headers: { location: `${scene.receiver.url}/elsewhere` } });
  await scene.event();
  const [, first] = await scene.recorded(webhookId, 2);
  expect(first).toMatchObject({ status_code: 302, success: false });
  expect(scene.receiver.requests.map(({ path }) => path)).toEqual(['/hook?a=1', '/hook?a=1']);
});

test('an answer is kept up to 16 KiB', async () => {
  const webhookId = await scene.webhook();
  scene.receiver.script({ body: 'x'.repeat(100_000) });
  await scene.event();
  const [delivery] = await scene.recorded(webhookId, 1);
  expect(delivery).toMatchObject({ success: true, response_body: 'x'.repeat(16 * 1024) });
});

test('no answer at all is status 0 with the error', async () => {
  const webhookId = await scene.webhook({ url: 'http://127.0.0.1:1/' });
  await scene.event();
  const [delivery] = await scene.recorded(webhookId, 3);
  expect(delivery).toMatchObject({ status_code: 0, success: false });
  expect(delivery?.response_body).toContain('ECONNREFUSED');
});

test('410 disables the webhook, and an event says so', async () => {
  const watcher = await startReceiver();
  await scene.webhook({ url: watcher.url, events: ['webhook.disabled'] });
  const id = await scene.webhook({ events: ['client.created'] });
  scene.receiver.script(410);
  await scene.event();
  const [request] = await watcher.untilReceived(1);
  await watcher.close();
  const event = JSON.parse(request?.body ?? '');
  expect(event).toMatchObject({ type: 'webhook.disabled', sequence: 2, data: { id, is_active: false } });
  expect(event.previous).toMatchObject({ is_active: true });
  expect((await scene.call<WebhookReply>('GetWebhook', { id })).record?.is_active).toBe(false);
  expect(await pending(id)).toBe(0);
});

test.each([
  { change: 'deleted', rpc: 'DeleteWebhook', request: {} },
  {
    change: 'deactivated',
    rpc: 'UpdateWebhook',
    request: { patch: { is_active: false, events: [] }, fields: ['is_active'] },
  },
])('a webhook that was $change gets nothing more, retries included', async ({ rpc, request }) => {
  const id = await scene.webhook();
  const { opened, open } = gate();
  scene.receiver.script({ status: 500, after: opened });
  await scene.event();
  await scene.receiver.untilReceived(1);
  await scene.call(rpc, { id, ...request });
  open();
  await scene.event('client.updated');
  const attempted = { webhookId: id, phase: 'failed' };
  await eventually(() => scene.replica.store.connection.collection('deliveries').findOne(attempted).then(Boolean));
  await eventually(async () => (await pending(id)) === 0);
  expect(scene.receiver.requests).toHaveLength(1);
});
