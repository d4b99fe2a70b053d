import { describe, expect, test } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { eventExample } from '#proto/common/v1/event-examples.contract.ts';
import type { DeliveryList } from '#proto/gen/notification/v1/DeliveryList.ts';
import type { TestDelivery } from '#proto/gen/notification/v1/TestDelivery.ts';
import type { WebhookPage } from '#proto/gen/notification/v1/WebhookPage.ts';
import type { WebhookReply } from '#proto/gen/notification/v1/WebhookReply.ts';
import { eventually } from '../../support/eventually.ts';
import { startReceiver } from '../../support/receiver.ts';
import { Scene, SECRET } from './scene.ts';
import { aCall, anEvent } from './support.ts';

const scene = new Scene();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

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

test('deliveries are listed oldest first, after one, and of a span of time', async () => {
  const webhookId = await scene.webhook();
  for (let count = 1; count <= 3; count++) {
    await scene.event('client.created');
    await scene.recorded(webhookId, count);
  }
  const [third, second, first] = await scene.deliveries(webhookId);
  const list = (query: object) => scene.deliveries(webhookId, query);
  const at = (delivery = second) => delivery?.delivered_at as string;
  expect(await list({ oldest_first: true })).toEqual([first, second, third]);
  expect(await list({ oldest_first: true, limit: 1, after: first?.id })).toEqual([second]);
  expect(await list({ after: first?.id })).toEqual([third, second]);
  expect(await list({ after: first?.id, before: third?.id })).toEqual([second]);
  expect(await list({ delivered_from: at(), delivered_to: at() })).toEqual(
    [third, second, first].filter((one) => at(one) === at()),
  );
  const later = new Date(Date.parse(at(third)) + 1).toISOString();
  expect(await list({ delivered_from: later })).toEqual([]);
  expect(await list({ delivered_to: later, delivered_from: '2020-01-01T00:00:00.000Z' })).toHaveLength(3);
});

test('attempts are kept and shown for 30 days', async () => {
  const webhookId = await scene.webhook();
  await scene.event();
  await scene.event();
  const [newest, oldest] = await scene.recorded(webhookId, 2);
  const deliveries = scene.collection('deliveries');
  const made = (id: string | undefined, ago: number) =>
    deliveries.updateOne({ _id: id as never }, { $set: { deliveredAt: new Date(Date.now() - ago) } });
  await made(newest?.id, 30 * DAY - MINUTE);
  await made(oldest?.id, 30 * DAY + MINUTE);
  expect((await scene.deliveries(webhookId)).map(({ id }) => id)).toEqual([newest?.id]);
  const redeliver = { id: webhookId, delivery_id: oldest?.id };
  await expect(scene.call('RedeliverDelivery', redeliver)).rejects.toMatchObject({ code: 'not_found' });
});

test('of an org eight tests are under way at once; one more is refused', async () => {
  const id = await scene.webhook();
  const tests = await Promise.allSettled(Array.from({ length: 9 }, () => scene.call('TestWebhook', { id })));
  const refused = tests.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: 'rate_limited', retryAfter: 1 } }]);
  await scene.call('TestWebhook', { id });
  expect(await scene.deliveries(id)).toHaveLength(9);
});

test('a test that was stored when too little time was left is sent all the same, by the queue', async () => {
  const id = await scene.webhook();
  const late = { ...scene.caller(), deadline: Date.now() + 1600 };
  await expect(scene.replica.call('TestWebhook', { id }, late)).rejects.toMatchObject({ code: 'outcome_unknown' });
  const [made] = await eventually(async () => {
    const found = await scene.deliveries(id);
    expect(found).toHaveLength(1);
    return found;
  }, 15_000);
  expect(made).toMatchObject({ status_code: 200, event_type: 'webhook.test' });
}, 20_000);

test('only what was made expires, also where an earlier version let expire what it had planned', async () => {
  const deliveries = scene.collection('deliveries');
  await deliveries.createIndex({ createdAt: 1 }, { expireAfterSeconds: (31 * DAY) / 1000 });
  await eventually(async () => {
    const expiring = (await deliveries.indexes()).filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
    expect(expiring).toHaveLength(1);
    expect(expiring[0]).toMatchObject({
      key: { deliveredAt: 1 },
      expireAfterSeconds: (30 * DAY) / 1000,
      partialFilterExpression: { deliveredAt: { $exists: true } },
    });
  }, 10_000);
});

/**
 * Reads all pages as the gateway does: first with the maximum limit, then with a limit that fits about 1 MiB. Returns
 * the ids, and the number of deliveries on each page.
 */
async function walk(webhookId: string, isOldestFirst: boolean): Promise<{ ids: string[]; sizes: number[] }> {
  const [ids, sizes]: [string[], number[]] = [[], []];
  for (let position = {}; ; ) {
    const order = { oldest_first: isOldestFirst };
    const query = { webhook_id: webhookId, limit: ids.length === 0 ? 200 : 4, ...order, ...position };
    const { data, next } = await scene.call<DeliveryList>('ListDeliveries', query);
    ids.push(...data.map(({ id }) => id));
    sizes.push(data.length);
    if (next === undefined) return { ids, sizes };
    position = isOldestFirst ? { after: next } : { before: next };
  }
}

test.each([false, true])('large deliveries come some at a time, and lead on to the last (%j)', async (isOldest) => {
  const webhookId = await scene.webhook();
  const count = 30;
  for (let made = 0; made < count; made++) {
    const message = anEvent('client.created', { orgId: scene.orgId });
    message.envelope.data = { ...message.envelope.data, note: 'x'.repeat(60_000) };
    await scene.replica.accept(message);
  }
  const { ids, sizes } = await eventually(async () => {
    const walked = await walk(webhookId, isOldest);
    // An attempt is recorded only after its answer.
    expect(walked.ids.length).toBeGreaterThanOrEqual(count);
    return walked;
  });
  expect(new Set(ids).size).toBe(count);
  expect(ids).toHaveLength(count);
  expect(sizes[0]).toBeLessThan(count);
});

test('deliveries of an unknown webhook, or before an unknown one, are refused', async () => {
  const [webhookId, other] = [await scene.webhook(), await scene.webhook()];
  await scene.event();
  const [delivery] = await scene.recorded(other, 1);
  await expect(scene.deliveries('unknown')).rejects.toMatchObject({ code: 'not_found' });
  for (const position of ['before', 'after']) {
    await expect(scene.deliveries(webhookId, { [position]: delivery?.id })).rejects.toMatchObject({
      issues: [{ loc: ['query', position], type: 'value_error' }],
    });
  }
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

describe('a test of an event type', () => {
  const send = (id: string, event_type: string, call = scene.caller()): Promise<TestDelivery> =>
    scene.replica.call('TestWebhook', { id, event_type }, call);

  test('delivers its example, marked, and tells the system of a test alone', async () => {
    const id = await scene.webhook({ secret: SECRET, events: ['order.created'] });
    const other = await scene.webhook({ events: ['client.created', 'webhook.test'] });
    const { delivery, eventId, signed_content } = await send(id, 'client.created');
    const [request] = scene.receiver.requests;
    const envelope = JSON.parse(request?.body ?? '');
    expect(envelope).toEqual({
      id: eventId,
      type: 'client.created',
      timestamp: expect.any(String),
      api_version: 'v1',
      org_id: scene.orgId,
      sequence: 2,
      data: eventExample('client.created', scene.orgId),
      test: true,
    });
    expect(() => new StandardWebhook(SECRET).verify(request?.body ?? '', request?.headers as never)).not.toThrow();
    expect(signed_content.endsWith(`.${request?.body}`)).toBe(true);
    expect(delivery).toMatchObject({ event_type: 'client.created', event_id: eventId, payload: request?.body });
    expect(await scene.deliveries(id, { event_type: 'client.created' })).toEqual([delivery]);
    const told = await scene.collection('outbox').find({ orgId: scene.orgId }).toArray();
    expect(told.map(({ type }) => type)).toEqual(['webhook.created', 'webhook.created', 'webhook.test']);
    const last = await scene.event();
    await scene.recorded(other, 1);
    expect(scene.receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, last.id]);
  });

  test.each(['client.exploded', 'client.*', '*', '', 'constructor'])('that is %p is refused', async (type) => {
    const id = await scene.webhook();
    await expect(send(id, type)).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [{ loc: ['body', 'event_type'], msg: expect.stringContaining('/api/v1/event-types') }],
    });
    expect(await scene.call('GetWebhook', { id })).toMatchObject({ revision: 1 });
  });

  test('is for API keys that may read it', async () => {
    const id = await scene.webhook({ events: ['order.created'] });
    const scopes = ['write:webhooks', 'read:orders'];
    const key = aCall({ kind: 'key', id: 'k1', orgId: scene.orgId, role: 'staff', scopes });
    expect((await send(id, 'order.shipped', key)).delivery).toMatchObject({ event_type: 'order.shipped' });
    for (const type of ['client.created', 'user.created', 'api_key.created', 'invoice.issued']) {
      await expect(send(id, type, key)).rejects.toMatchObject({ code: 'insufficient_permissions' });
    }
    expect(scene.receiver.requests).toHaveLength(1);
  });
});

describe('how deliveries went', () => {
  const get = async (id: string) => (await scene.call<WebhookReply>('GetWebhook', { id })).record;

  test('is shown on the webhook, and is no change of it', async () => {
    const id = await scene.webhook();
    const other = await scene.webhook({ url: 'https://example.com/hook', events: ['order.created'] });
    const none = { success_rate_24h: null, last_failure_at: null };
    const created = await get(id);
    expect(created).toMatchObject(none);
    scene.receiver.script(500);
    await scene.event();
    const [succeeded, failed] = await scene.recorded(id, 2);
    expect([succeeded?.success, failed?.success]).toEqual([true, false]);
    const shown = { success_rate_24h: 0.5, last_failure_at: failed?.delivered_at };
    expect(await scene.call('GetWebhook', { id })).toMatchObject({ revision: 1, record: { ...created, ...shown } });
    const query = { page: 1, limit: 10, sort: 'created_at' };
    const { data } = await scene.call<WebhookPage>('ListWebhooks', { query });
    expect(data).toMatchObject([
      { id, ...shown },
      { id: other, ...none },
    ]);
    expect((await scene.update(id, { is_active: false })).record).toMatchObject(shown);
  });

  test('counts no test, also one that fails, and forgets what was a day ago', async () => {
    const id = await scene.webhook();
    scene.receiver.script(500);
    await scene.call('TestWebhook', { id });
    expect(await get(id)).toMatchObject({ success_rate_24h: null, last_failure_at: null });
    await scene.event();
    await scene.recorded(id, 2);
    expect(await get(id)).toMatchObject({ success_rate_24h: 1, last_failure_at: null });
    const later = { ...scene.caller(), now: new Date(Date.now() + 25 * 3600_000) };
    const reply: WebhookReply = await scene.replica.call('GetWebhook', { id }, later);
    expect(reply.record).toMatchObject({ success_rate_24h: null });
  });
});
