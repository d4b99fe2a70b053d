import { expect, test } from '@jest/globals';
import { registry } from '#chassis/runtime/metrics.ts';
import { eventually } from '../../support/eventually.ts';
import { gate, Scene } from './scene.ts';
import { anEvent, openReplica } from './support.ts';

const scene = new Scene({ WEBHOOK_RETRY_SCHEDULE: '0,0.05' });

async function values(
  name: string,
): Promise<{ labels: Record<string, unknown>; value: number; metricName?: string }[]> {
  return ((await registry.getSingleMetric(name)?.get())?.values ?? []) as never;
}
const total = async (name: string, labels: Record<string, string> = {}) =>
  (await values(name))
    .filter((one) => Object.entries(labels).every(([label, value]) => one.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);

test('attempts are counted by outcome and by org, and webhooks that a receiver ends', async () => {
  await scene.webhook();
  const before = await total('webhooks_disabled_total', { reason: 'gone' });
  scene.receiver.script(200, 500, 500, 410);
  for (let count = 0; count < 3; count++) {
    await scene.event();
    await scene.receiver.untilReceived([1, 3, 4][count] ?? 0);
  }
  const ofOrg = (outcome: string) => total('webhook_org_attempts_total', { org: scene.orgId, outcome });
  await eventually(async () => {
    expect([await ofOrg('succeeded'), await ofOrg('retry'), await ofOrg('failed')]).toEqual([1, 1, 2]);
    expect((await total('webhooks_disabled_total', { reason: 'gone' })) - before).toBe(1);
  });
  expect(await total('webhook_attempts_total')).toBe(await total('webhook_org_attempts_total'));
});

test('a webhook that several answers end is counted once', async () => {
  const before = await total('webhooks_disabled_total');
  const replica = await openReplica();
  const caller = scene.caller();
  const webhook = { url: scene.receiver.url, events: ['*'] };
  await replica.call('CreateWebhook', { webhook }, caller);
  const { opened, open } = gate();
  scene.receiver.fallback = { status: 410, after: opened };
  const types = ['client.created', 'client.updated', 'style.created'];
  for (const type of types) await replica.accept(anEvent(type, { orgId: scene.orgId }));
  await scene.receiver.until((all) => types.every((type) => all.some(({ body }) => JSON.parse(body).type === type)));
  open();
  const deliveries = replica.store.connection.collection('deliveries');
  await eventually(async () => (await deliveries.countDocuments({ statusCode: 410 })) >= types.length);
  // The close waits for the work that follows the answers.
  await replica.close({ drop: true });
  expect((await total('webhooks_disabled_total')) - before).toBe(1);
});

test('the delay of a first attempt counts from when it happened, wherever the event has been since', async () => {
  const webhookId = await scene.webhook();
  const delays = async (part: 'sum' | 'count') => {
    const name = 'webhook_first_attempt_delay_seconds';
    return (await values(name)).find(({ metricName }) => metricName === `${name}_${part}`)?.value ?? 0;
  };
  const [sum, count] = [await delays('sum'), await delays('count')];
  scene.receiver.script(500);
  const message = anEvent('client.created', { orgId: scene.orgId });
  const timestamp = new Date(Date.now() - 3600_000).toISOString();
  await scene.replica.accept({ ...message, envelope: { ...message.envelope, timestamp } });
  await scene.recorded(webhookId, 2);
  // An attempt is counted after it is recorded.
  await eventually(async () => expect((await delays('sum')) - sum).toBeGreaterThanOrEqual(3600));
  // Retries and tests are no first attempts.
  await scene.call('TestWebhook', { id: webhookId });
  await scene.recorded(webhookId, 3);
  expect((await delays('count')) - count).toBe(1);
});

test('how long a delivery or a fan-out has been due is told while nobody takes it, and is nothing then', async () => {
  const deliveries = scene.collection('deliveries');
  const fanOuts = scene.collection('fan_outs');
  const document = { _id: 'stuck' as never, orgId: scene.orgId, webhookId: 'none', eventId: 'none', attempt: 1 };
  // The worker takes this delivery and removes it, because its webhook does not exist. The test inserts it again until
  // the metric has counted it.
  const put = { phase: 'pending', dueAt: new Date(Date.now() - 3600_000), createdAt: new Date() };
  let isTold = false;
  const putBack = async () => {
    while (!isTold)
      await deliveries.updateOne({ _id: 'stuck' as never }, { $set: { ...document, ...put } }, { upsert: true });
  };
  const told = eventually(async () => (await total('webhook_oldest_due_seconds')) >= 3600, 20_000);
  await Promise.all([told.finally(() => (isTold = true)), putBack()]);
  const fanOut = { _id: 'stuck' as never, orgId: scene.orgId, webhookIds: ['none'], count: 1 };
  const anHour = 3600_000;
  // The fan-out looks claimed, so that no worker takes it.
  const claimed = { createdAt: new Date(Date.now() - anHour), dueAt: new Date(Date.now() + anHour) };
  await fanOuts.insertOne({ ...fanOut, ...claimed });
  await eventually(async () => (await total('webhook_fan_out_oldest_seconds')) >= 3600, 20_000);
  await eventually(async () => (await total('webhook_fan_outs_waiting')) === 1, 20_000);
  await deliveries.deleteOne({ _id: 'stuck' as never });
  await fanOuts.deleteOne({ _id: 'stuck' as never });
  await eventually(async () => (await total('webhook_oldest_due_seconds')) === 0, 20_000);
  await eventually(async () => (await total('webhook_fan_outs_waiting')) === 0, 20_000);
  expect(await total('webhook_fan_out_oldest_seconds')).toBe(0);
}, 60_000);
