import { beforeEach, expect, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import { createWriter } from '#chassis/unit-of-work/write.ts';
import type { WebhookReply } from '#proto/gen/notification/v1/WebhookReply.ts';
import { afterAttempt, startDelivery } from '../../../services/notification/deliveries/domain/delivery.ts';
import type { Target } from '../../../services/notification/deliveries/domain/target.ts';
import { healthRepository } from '../../../services/notification/deliveries/health-repository.ts';
import { createDisable } from '../../../services/notification/failing/disable.ts';
import { createFailureWatch } from '../../../services/notification/failing/failure-watch.ts';
import { streakRepository } from '../../../services/notification/failing/streak-repository.ts';
import { webhookRepository } from '../../../services/notification/webhooks/repository.ts';
import { Scene } from './scene.ts';

/** decisions 5: Delivery, with a simulated clock: if all attempts of five days fail, the webhook is disabled. */
const scene = new Scene();
const HOUR = 3600_000;
/** In the future, because MongoDB removes old rows. */
const begin = Math.ceil(Date.now() / (24 * HOUR)) * 24 * HOUR + 9.5 * HOUR;
const at = (hours: number) => new Date(begin + hours * HOUR);

let webhook: Target;
let disabled: Date[];
let processes: ((webhook: Target, now: Date) => Promise<void>)[];

beforeEach(() => {
  const [health, streaks] = [healthRepository(scene.replica.store), streakRepository(scene.replica.store)];
  webhook = {
    id: newId(),
    orgId: scene.orgId,
    url: 'https://example.com/',
    events: ['*'],
    isActive: true,
    secrets: [],
  };
  disabled = [];
  const watch = () => createFailureWatch({ health, streaks, disable: async () => void disabled.push(now) });
  processes = [watch(), watch()];
});

let now = at(0);
/** Records an attempt, and reports a failure to the failure watch of one of the two processes. */
async function attempt(hours: number, statusCode: number, process = 0, target = webhook): Promise<void> {
  now = at(hours);
  const { store } = scene.replica;
  const event = { id: newId(), orgId: target.orgId, type: 'client.created', payload: '{}' };
  const result = { deliveredAt: now, durationMs: 1, statusCode, responseBody: '' };
  const { made } = afterAttempt(startDelivery(event, target.id, { now, dueAt: now }), result, {
    schedule: [0],
    now,
    random: 0,
  });
  await store.transaction((session) => healthRepository(store).count(session, [made], 0));
  if (statusCode !== 200) await processes[process]?.(target, now);
}

async function failing(from: number, to: number, every = 10): Promise<void> {
  for (let hours = from; hours <= to; hours += every) await attempt(hours, 500, (hours / every) % 2);
}

test('five days of failures disable it, whichever process met them, and not earlier', async () => {
  await failing(0, 110);
  await attempt(119.9, 500);
  expect(disabled).toEqual([]);
  await attempt(121, 0);
  expect(disabled).toEqual([at(121)]);
});

test.each([
  ['a success', () => attempt(60, 200)],
  ['another address', async () => Object.assign(webhook, { url: 'https://example.com/other' })],
])('%s in between begins them anew', async (_what, between) => {
  await failing(0, 60);
  await between();
  await failing(70, 180);
  expect(disabled).toEqual([]);
  await failing(190, 200);
  expect(disabled.length).toBeGreaterThan(0);
});

test('a Retry-After of a day spares nobody', async () => {
  for (let hours = 0; hours <= 125; hours += 24.1) await attempt(hours, 503);
  expect(disabled).toEqual([at(120.5)]);
});

test('the webhook that is disabled says so by an event, and begins anew when it is activated again', async () => {
  const id = await scene.webhook();
  const streaks = streakRepository(scene.replica.store);
  const url = `${scene.receiver.url}/hook?a=1`;
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
  await streaks.save(scene.orgId, id, { url, since: ago(121), seenAt: ago(5) });
  scene.receiver.fallback = { status: 500 };
  await scene.webhook({ events: ['webhook.disabled'], url: `${scene.receiver.url}/watch` });
  await scene.event();
  const requests = await scene.receiver.until((all) => all.some(({ path }) => path === '/watch'));
  const said = JSON.parse(requests.find(({ path }) => path === '/watch')?.body ?? '');
  expect(said).toMatchObject({ type: 'webhook.disabled', data: { id, is_active: false } });
  expect(await streaks.find(scene.orgId, id)).toBeUndefined();
});

test('what came before it was activated does not count', async () => {
  const id = await scene.webhook({ is_active: false });
  const streaks = streakRepository(scene.replica.store);
  const url = `${scene.receiver.url}/hook?a=1`;
  const seenAt = new Date(Date.now() - HOUR);
  await streaks.save(scene.orgId, id, { url, since: new Date(Date.now() - 119 * HOUR), seenAt });
  await scene.update(id, { description: 'still inactive' });
  expect(await streaks.find(scene.orgId, id)).toMatchObject({ seenAt });
  await scene.update(id, { is_active: true });
  expect(await streaks.find(scene.orgId, id)).toBeUndefined();
});

test.each([
  ['five days of failures', 121],
  ['failures that go on', 100],
])('a webhook that is activated while %s are looked at begins anew', async (_what, hours) => {
  const id = await scene.webhook();
  const { store } = scene.replica;
  const streaks = streakRepository(store);
  const target = { ...webhook, id, url: `${scene.receiver.url}/hook?a=1` };
  const seenAt = new Date(Date.now() - HOUR);
  await streaks.save(scene.orgId, id, { url: target.url, since: new Date(Date.now() - hours * HOUR), seenAt });
  async function find(orgId: string, webhookId: string) {
    const found = await streaks.find(orgId, webhookId);
    await scene.update(id, { is_active: false });
    await scene.update(id, { is_active: true });
    return found;
  }
  const writer = createWriter({ store, service: 'notification', relay: { publish: () => undefined } as never });
  const disable = createDisable({ writer, webhooks: webhookRepository(store, 100), streaks })('failing');
  const watch = createFailureWatch({ health: healthRepository(store), streaks: { ...streaks, find }, disable });
  await watch(target, new Date());
  expect((await scene.call<WebhookReply>('GetWebhook', { id })).record).toMatchObject({ is_active: true });
  expect(await streaks.find(scene.orgId, id)).toBeUndefined();
});
