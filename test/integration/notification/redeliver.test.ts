import { expect, test } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { newId } from '#chassis/mongo/mongo.ts';
import type { Redelivery } from '#proto/gen/notification/v1/Redelivery.ts';
import { eventually } from '../../support/eventually.ts';
import { gate, Scene, SECRET } from './scene.ts';
import { aCall, anAdmin } from './support.ts';

const scene = new Scene({ WEBHOOK_RETRY_SCHEDULE: '0,30' });

const redeliver = (id: string, delivery_id: string, call = scene.caller()): Promise<Redelivery> =>
  scene.replica.call('RedeliverDelivery', { id, delivery_id }, call);
const attemptsAt = async (id: string) => (await scene.deliveries(id)).map(({ attempt }) => attempt);
const acts = () => scene.collection('outbox').find({ orgId: scene.orgId, type: 'webhook.redelivered' }).toArray();

test('an attempt that succeeded is made once more, under the same event id and signed anew', async () => {
  const id = await scene.webhook();
  const event = await scene.event();
  const [first] = await scene.recorded(id, 1);
  await scene.update(id, { secret: SECRET });
  const answer = await redeliver(id, first?.id ?? '');
  expect(answer).toMatchObject({ webhook_id: id, event_id: event.id, event_type: event.type, attempt: 2 });
  const [, second] = await scene.receiver.untilReceived(2);
  expect(second?.headers['webhook-id']).toBe(event.id);
  expect(new StandardWebhook(SECRET).verify(second?.body ?? '', second?.headers as never)).toEqual(event);
  const [newest] = await scene.recorded(id, 2);
  expect(newest).toMatchObject({ id: answer.id, attempt: 2, success: true });
});

test('the attempt that was planned for later is made at once, and no other besides', async () => {
  const id = await scene.webhook();
  scene.receiver.script(500);
  await scene.event();
  const [first] = await scene.recorded(id, 1);
  const answers = [await redeliver(id, first?.id ?? ''), await redeliver(id, first?.id ?? '')];
  expect(answers.map(({ attempt }) => attempt)).toEqual([2, expect.any(Number)]);
  await eventually(async () => expect(await attemptsAt(id)).toContain(2));
});

test('while one is under way none is added, however often and wherever it is asked for', async () => {
  const id = await scene.webhook();
  await scene.event();
  const [first] = await scene.recorded(id, 1);
  const { opened, open } = gate();
  scene.receiver.script({ after: opened });
  await redeliver(id, first?.id ?? '');
  await scene.receiver.untilReceived(2);
  const answers = await Promise.all(Array.from({ length: 8 }, () => redeliver(id, first?.id ?? '')));
  expect(new Set(answers.map(({ attempt }) => attempt))).toEqual(new Set([2]));
  open();
  expect(await scene.recorded(id, 2)).toHaveLength(2);
  expect(scene.receiver.requests).toHaveLength(2);
});

test('the audit log is told who did it to what; no webhook is, and the event log does not show it', async () => {
  const id = await scene.webhook({ events: ['*'] });
  const event = await scene.event();
  const [first] = await scene.recorded(id, 1).catch(() => scene.deliveries(id));
  await redeliver(id, first?.id ?? '');
  const [act] = await acts();
  expect(act).toMatchObject({ recordId: id, actor: 'user:u1' });
  expect(JSON.parse(act?.envelope).data).toMatchObject({ id, event_id: first?.event_id });
  await scene.receiver.until(
    (all) => all.filter(({ headers }) => headers['webhook-id'] === first?.event_id).length === 2,
  );
  const types = scene.receiver.requests.map(({ body }) => JSON.parse(body).type);
  expect(types).not.toContain('webhook.redelivered');
  await expect(scene.call('GetEvent', { id: act?._id })).rejects.toMatchObject({ code: 'not_found' });
  expect(event.id).not.toBe(act?._id);
});

test('what the webhook does not subscribe to any more is refused, and a test is not', async () => {
  const id = await scene.webhook();
  await scene.event();
  const [first] = await scene.recorded(id, 1);
  await scene.call('TestWebhook', { id });
  const [tested] = await scene.recorded(id, 2);
  await scene.update(id, { events: ['style.*'] });
  await expect(redeliver(id, first?.id ?? '')).rejects.toMatchObject({ code: 'conflict' });
  await redeliver(id, tested?.id ?? '');
  await scene.receiver.untilReceived(3);
});

test('an event that is gone before the last attempt is refused', async () => {
  const id = await scene.webhook();
  const event = await scene.event();
  const [first] = await scene.recorded(id, 1);
  const events = scene.collection('events');
  const keptFor = (seconds: number) => {
    const receivedAt = new Date(Date.now() - 40 * 24 * 3600_000 + seconds * 1000);
    return events.updateOne({ _id: event.id as never }, { $set: { receivedAt } });
  };
  // The second attempt of the schedule is at most 33 s later.
  await keptFor(30);
  await expect(redeliver(id, first?.id ?? '')).rejects.toMatchObject({ code: 'conflict' });
  await keptFor(60);
  await expect(redeliver(id, first?.id ?? '')).resolves.toMatchObject({ attempt: 2 });
});

test('what is unknown, of another webhook or org, or inactive is refused', async () => {
  const [id, other] = [await scene.webhook(), await scene.webhook({ events: ['style.created'] })];
  await scene.event();
  const [first] = await scene.recorded(id, 1);
  const deliveryId = first?.id ?? '';
  const notFound = { code: 'not_found' };
  await expect(redeliver(id, 'unknown')).rejects.toMatchObject(notFound);
  await expect(redeliver(other, deliveryId)).rejects.toMatchObject(notFound);
  await expect(redeliver(id, deliveryId, aCall({ ...anAdmin, orgId: newId() }))).rejects.toMatchObject(notFound);
  const key = { kind: 'key' as const, id: 'k', orgId: scene.orgId, role: 'staff' as const };
  const refused = { code: 'insufficient_permissions' };
  await expect(redeliver(id, deliveryId, aCall({ ...key, scopes: ['read:webhooks'] }))).rejects.toMatchObject(refused);
  await expect(redeliver(id, deliveryId, aCall({ ...key, scopes: ['write:webhooks'] }))).rejects.toMatchObject(refused);
  await scene.update(id, { is_active: false });
  await expect(redeliver(id, deliveryId)).rejects.toMatchObject({ code: 'conflict' });
  await expect(redeliver(id, 'unknown')).rejects.toMatchObject(notFound);
});
