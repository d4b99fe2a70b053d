import { expect, test } from '@jest/globals';
import { newEventId } from '#chassis/messaging/outbox.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import type { Recovery } from '#proto/gen/notification/v1/Recovery.ts';
import { recoveryRepository } from '../../../services/notification/deliveries/recovery-repository.ts';
import { eventually } from '../../support/eventually.ts';
import { startReceiver } from '../../support/receiver.ts';
import { gate, Scene } from './scene.ts';
import { aCall, anAdmin, anEvent } from './support.ts';

const scene = new Scene({ WEBHOOK_RETRY_SCHEDULE: '0', WEBHOOK_TIMEOUT_MS: '30000', WEBHOOK_LEASE_MS: '5000' });
const HOUR = 3600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const recover = (id: string, since = ago(HOUR), call = scene.caller()): Promise<Recovery> =>
  scene.replica.call('RecoverWebhook', { id, since }, call);
const untilDone = (webhookId: string) =>
  eventually(
    async () => (await scene.collection('recoveries').countDocuments({ _id: webhookId } as never)) === 0,
    20_000,
  );
const pending = (webhookId: string) => scene.collection('deliveries').countDocuments({ webhookId, phase: 'pending' });
const sentIds = () => scene.receiver.requests.map(({ headers }) => String(headers['webhook-id']));

/** Inserts events of the org, each with an attempt that failed half an hour ago. */
async function failures(webhookId: string, count: number, fields: object = {}, type = 'client.created') {
  const messages = Array.from({ length: count }, () => anEvent(type, { orgId: scene.orgId, id: newEventId() }));
  const deliveredAt = new Date(Date.now() - HOUR / 2);
  const [orgId, eventType] = [scene.orgId, type];
  const events = messages.map(({ envelope }) => ({
    ...{ _id: envelope.id, orgId, type: eventType, payload: JSON.stringify(envelope), traceparent: null },
    ...{ recordId: null, sequence: 1, at: deliveredAt, receivedAt: deliveredAt },
  }));
  const attempts = messages.map(({ envelope: { id: eventId } }, index) => ({
    ...{ _id: `${eventId}.${webhookId}.1`, orgId, webhookId, eventId, eventType, attempt: 1, isTest: false, size: 200 },
    ...{ createdAt: deliveredAt, phase: 'failed', deliveredAt: new Date(deliveredAt.getTime() + index), durationMs: 1 },
    ...{ statusCode: 500, responseBody: '', nextAttemptAt: null, ...fields },
  }));
  await scene.collection('events').insertMany(events as never);
  await scene.collection('deliveries').insertMany(attempts as never);
  return messages.map(({ envelope }) => envelope.id);
}

test('what failed is sent again under its id, and what succeeded since, was a test or failed before is not', async () => {
  const id = await scene.webhook();
  scene.receiver.script(500, 200);
  const failed = await scene.event();
  await scene.recorded(id, 1);
  const succeeded = await scene.event();
  await failures(id, 1, { isTest: true });
  await failures(id, 1, { deliveredAt: new Date(Date.now() - 3 * HOUR) });
  await scene.recorded(id, 4);
  const answer = await recover(id);
  expect(answer).toMatchObject({ webhook_id: id, eventId: '', replayed: false });
  await scene.receiver.untilReceived(3);
  await untilDone(id);
  expect(sentIds()).toEqual([failed.id, succeeded.id, failed.id]);
  const [newest] = await scene.recorded(id, 5);
  expect(newest).toMatchObject({ event_id: failed.id, attempt: 2, success: true });
  await recover(id);
  await untilDone(id);
  expect(scene.receiver.requests).toHaveLength(3);
});

test('a second recover, while the first is under way, sends nothing twice', async () => {
  const id = await scene.webhook();
  const ids = await failures(id, 700);
  const { opened, open } = gate();
  scene.receiver.fallback = { after: opened };
  await recover(id);
  await scene.receiver.untilReceived(1);
  await Promise.all([recover(id), recover(id, ago(2 * HOUR)), recover(id)]);
  open();
  await scene.receiver.untilReceived(700, 20_000);
  await untilDone(id);
  await eventually(async () => (await pending(id)) === 0);
  expect(sentIds().sort()).toEqual([...ids].sort());
}, 40_000);

test('no more than a step waits, and what other orgs are sent is not delayed', async () => {
  const id = await scene.webhook();
  await failures(id, 3000);
  const { opened, open } = gate();
  scene.receiver.fallback = { after: opened };
  await recover(id);
  await scene.receiver.untilReceived(1);
  const [orgId, others] = [newId(), await startReceiver()];
  const foreign = aCall({ ...anAdmin, orgId });
  await scene.replica.call('CreateWebhook', { webhook: { url: others.url, events: ['*'] } }, foreign);
  await scene.replica.accept(anEvent('style.created', { orgId }));
  await others.until((all) => all.some(({ body }) => JSON.parse(body).type === 'style.created'));
  await others.close();
  await eventually(async () => (await pending(id)) >= 1000);
  expect(await pending(id)).toBeLessThanOrEqual(2000);
  await scene.call('DeleteWebhook', { id });
  open();
  await untilDone(id);
}, 60_000);

test('while its webhook is inactive a recover waits, and then sends what it had left and what was not sent meanwhile', async () => {
  const id = await scene.webhook();
  const ids = await failures(id, 3);
  await scene.update(id, { is_active: false });
  await scene.replica.store.transaction(async (session) => {
    const until = new Date();
    const span = { since: new Date(until.getTime() - HOUR), until };
    await recoveryRepository(scene.replica.store, 2000).begin({ id, orgId: scene.orgId }, span, session);
  });
  const paused = () => scene.collection('recoveries').findOne({ _id: id as never, pausedAt: { $exists: true } });
  await eventually(async () => (await paused()) !== null, 20_000);
  ids.push(...(await failures(id, 1, { deliveredAt: new Date() })));
  expect(scene.receiver.requests).toHaveLength(0);
  await scene.update(id, { is_active: true });
  await scene.receiver.untilReceived(4, 30_000);
  await untilDone(id);
  expect(sentIds().sort()).toEqual(ids.sort());
}, 60_000);

test('a recover whose webhook stays inactive for a day ends', async () => {
  const id = await scene.webhook({ is_active: false });
  const [since, until] = [new Date(Date.now() - 26 * HOUR), new Date(Date.now() - 25 * HOUR)];
  const position = { deliveredAt: since, id: '' };
  const recovery = { since, until, position, step: 1, dueAt: until, pausedAt: until };
  await scene.collection('recoveries').insertOne({ ...recovery, _id: id as never, orgId: scene.orgId });
  await untilDone(id);
}, 60_000);

test('what the webhook does not subscribe to any more is not sent again', async () => {
  const id = await scene.webhook({ events: ['style.*'] });
  await failures(id, 2);
  const [style] = await failures(id, 1, {}, 'style.created');
  await recover(id);
  await untilDone(id);
  await scene.recorded(id, 4);
  expect(sentIds()).toEqual([style]);
});

test('what a key may not read is not sent again for it, though the webhook subscribes to it meanwhile', async () => {
  const id = await scene.webhook();
  const clients = await failures(id, 501);
  const later = { deliveredAt: new Date(Date.now() - HOUR / 4) };
  const [style] = await failures(id, 1, later, 'style.created');
  const scopes = ['write:webhooks', 'read:clients'];
  const key = aCall({ kind: 'key', id: 'k1', orgId: scene.orgId, role: 'staff', scopes });
  await recover(id, ago(HOUR), key);
  await scene.update(id, { events: ['*'] });
  await untilDone(id);
  await scene.receiver.untilReceived(501, 20_000);
  await eventually(async () => (await pending(id)) === 0);
  const ofRecords = (ids: string[]) => ids.filter((one) => clients.includes(one) || one === style).sort();
  expect(ofRecords(sentIds())).toEqual([...clients].sort());
  // An admin may read the event. The recovery of the admin begins again at the start of the range.
  await recover(id);
  await scene.receiver.until(() => sentIds().includes(style ?? ''), 20_000);
}, 60_000);

test('a recover whose process has died is gone on with when its lease is over', async () => {
  const id = await scene.webhook();
  const ids = await failures(id, 3);
  const [since, until, dueAt] = [-HOUR, 0, 1_000].map((ms) => new Date(Date.now() + ms));
  const claimed = { since, until, position: { deliveredAt: since, id: '' }, step: 1, dueAt };
  await scene.collection('recoveries').insertOne({ ...claimed, _id: id as never, orgId: scene.orgId });
  await scene.receiver.untilReceived(3, 20_000);
  await untilDone(id);
  expect(sentIds().sort()).toEqual(ids.sort());
}, 60_000);

test('what began more than 14 days ago, is unknown, foreign or inactive is refused', async () => {
  const id = await scene.webhook();
  const days = (count: number) => ago(count * 24 * HOUR);
  await expect(recover(id, days(14))).resolves.toMatchObject({ webhook_id: id });
  await expect(recover(id, days(14.1))).rejects.toMatchObject({
    issues: [{ loc: ['body', 'since'], type: 'value_error' }],
  });
  await expect(recover(id, days(-0.1))).rejects.toMatchObject({
    issues: [{ loc: ['body', 'since'], type: 'value_error', ctx: { error: 'not in the future' } }],
  });
  await expect(recover('unknown')).rejects.toMatchObject({ code: 'not_found' });
  const foreign = aCall({ ...anAdmin, orgId: newId() });
  await expect(recover(id, days(1), foreign)).rejects.toMatchObject({ code: 'not_found' });
  await scene.update(id, { is_active: false });
  await expect(recover(id)).rejects.toMatchObject({ code: 'conflict' });
});
