import { expect, test } from '@jest/globals';
import { registry } from '#chassis/runtime/metrics.ts';
import type { WebhookReply } from '#proto/gen/notification/v1/WebhookReply.ts';
import { startDelivery } from '../../../services/notification/deliveries/domain/delivery.ts';
import { eventually } from '../../support/eventually.ts';
import { startReceiver } from '../../support/receiver.ts';
import { gate, Scene } from './scene.ts';
import { openReplica } from './support.ts';

const scene = new Scene();

const deliveries = () => scene.collection('deliveries');
const pending = (webhookId: string) => deliveries().countDocuments({ webhookId, phase: 'pending' });

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

test('a Retry-After is waited for', async () => {
  const webhookId = await scene.webhook();
  scene.receiver.script({ status: 429, headers: { 'retry-after': '1' } });
  await scene.event();
  const [first, second] = await scene.receiver.untilReceived(2);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(980);
  await scene.recorded(webhookId, 2);
});

test('a slow attempt keeps its delivery from the other processes', async () => {
  await scene.webhook();
  const other = await openReplica({}, scene.replica.database);
  const { opened, open } = gate();
  scene.receiver.script({ after: opened });
  await scene.event();
  await scene.receiver.untilReceived(1);
  // Wait for three lease times. If the lease were not renewed, the other process would send the delivery.
  const end = Date.now() + 900;
  await scene.receiver.until((requests) => requests.length > 1 || Date.now() > end, 1000).catch(() => undefined);
  expect(scene.receiver.requests).toHaveLength(1);
  open();
  await other.close();
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

test('an early hint is no answer', async () => {
  const webhookId = await scene.webhook();
  const { opened, open } = gate();
  scene.receiver.script({ early: true, after: opened }, { early: true });
  await scene.event();
  const [answered, first] = await scene.recorded(webhookId, 2);
  expect(first).toMatchObject({ status_code: 0, response_body: 'No answer within 2 s' });
  expect(answered).toMatchObject({ status_code: 200, success: true });
  open();
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
  // The attempt is recorded after the webhook was disabled.
  expect(await scene.recorded(id, 1)).toMatchObject([{ status_code: 410 }]);
  expect(await pending(id)).toBe(0);
});

test('410 of an address that is not its own any more disables nothing', async () => {
  const other = await startReceiver();
  const id = await scene.webhook();
  const { opened, open } = gate();
  scene.receiver.script({ status: 410, after: opened });
  await scene.event();
  await scene.receiver.untilReceived(1);
  await scene.update(id, { url: other.url });
  open();
  await scene.recorded(id, 1);
  await scene.event('client.updated');
  await other.untilReceived(1);
  await scene.recorded(id, 2);
  expect((await scene.call<WebhookReply>('GetWebhook', { id })).record?.is_active).toBe(true);
  await other.close();
});

test('what a webhook that was deactivated is not sent is a failure of nobody, and is recovered', async () => {
  const id = await scene.webhook();
  const before = await unsentCount('inactive');
  const { opened, open } = gate();
  scene.receiver.fallback = { status: 500, after: opened };
  const retried = await scene.event();
  await scene.receiver.untilReceived(1);
  await scene.update(id, { is_active: false });
  open();
  // A delivery without an attempt.
  const { id: waiting } = await scene.event('client.updated');
  await plan(id, waiting);
  const unsent = (await scene.recorded(id, 3)).filter(({ status_code }) => status_code === 0);
  expect(unsent.map(({ event_id }) => event_id).sort()).toEqual([retried.id, waiting].sort());
  await eventually(async () => (await unsentCount('inactive')) - before === 2);
  const why = 'Not sent: the webhook is inactive';
  for (const one of unsent) expect(one).toMatchObject({ response_body: why, success: false, next_attempt_at: null });
  expect(await countedAttempts(id)).toBe(1);
  scene.receiver.fallback = {};
  await scene.update(id, { is_active: true });
  await scene.call('RecoverWebhook', { id, since: new Date(Date.now() - 3600_000).toISOString() });
  const requests = await scene.receiver.untilReceived(3);
  const sent = requests.slice(1).map(({ headers }) => headers['webhook-id']);
  expect(sent.sort()).toEqual([retried.id, waiting].sort());
});

test('a retry of what the webhook does not subscribe to any more goes nowhere, not to its new address either', async () => {
  const id = await scene.webhook({ events: ['style.*'] });
  const other = await startReceiver();
  const { opened, open } = gate();
  scene.receiver.script({ status: 500, after: opened });
  await scene.event('style.created');
  await scene.receiver.untilReceived(1);
  await scene.update(id, { url: other.url, events: ['client.*'] });
  open();
  const [unsent] = await scene.recorded(id, 2);
  expect(unsent).toMatchObject({ response_body: 'Not sent: not subscribed any more', next_attempt_at: null });
  expect(other.requests).toEqual([]);
  expect(await countedAttempts(id)).toBe(1);
  await other.close();
});

test('an attempt whose event is gone ends as a failure too, and is counted', async () => {
  const id = await scene.webhook();
  const before = await unsentCount('event_gone');
  await plan(id, 'evt_gone');
  const [made] = await scene.recorded(id, 1);
  expect(made).toMatchObject({ response_body: 'Not sent: the event is not kept any more', next_attempt_at: null });
  await eventually(async () => (await unsentCount('event_gone')) - before === 1);
});

async function unsentCount(reason: string): Promise<number> {
  const { values = [] } = (await registry.getSingleMetric('webhook_unsent_total')?.get()) ?? {};
  return values.find(({ labels }) => (labels as Record<string, unknown>).reason === reason)?.value ?? 0;
}

/** Inserts a planned delivery, as another process would leave it. */
async function plan(webhookId: string, eventId: string): Promise<void> {
  const [now, orgId] = [new Date(), scene.orgId];
  const event = { id: eventId, orgId, type: 'client.updated', payload: '{}' };
  const { id, ...rest } = startDelivery(event, webhookId, { now, dueAt: now });
  await deliveries().insertOne({ _id: id as never, ...rest });
}

/** Number of attempts that the health of the webhook counts. */
async function countedAttempts(webhookId: string): Promise<number> {
  const days = await scene.collection('delivery_days').find({ webhookId }).toArray();
  const counts = days.flatMap(({ attempts }) => Object.values(attempts as Record<string, number>));
  return counts.reduce((sum, count) => sum + count, 0);
}

test('a webhook that was deleted gets nothing more, retries included', async () => {
  const id = await scene.webhook();
  const { opened, open } = gate();
  scene.receiver.script({ status: 500, after: opened });
  await scene.event();
  await scene.receiver.untilReceived(1);
  await scene.call('DeleteWebhook', { id });
  open();
  await scene.event('client.updated');
  await eventually(() => deliveries().findOne({ webhookId: id, phase: 'failed' }).then(Boolean));
  await eventually(async () => (await pending(id)) === 0);
  expect(scene.receiver.requests).toHaveLength(1);
});
