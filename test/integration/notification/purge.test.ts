import { expect, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import type { Event } from '#proto/gen/notification/v1/Event.ts';
import { purgeRepository } from '../../../services/notification/events/purge-repository.ts';
import { eventually } from '../../support/eventually.ts';
import { gate, Scene } from './scene.ts';
import { anEvent, openReplica } from './support.ts';

/** decisions 6: Sales order: the events of an order are purged when the order is deleted for good. */
const scene = new Scene({ WEBHOOK_CONNECTIONS: '1', WEBHOOK_RETRY_SCHEDULE: '0,2' });
const SECRET = 'what nobody may know any more';

const order = (type: string, id: string, orgId = scene.orgId) => {
  const message = anEvent(type, { orgId });
  const isDeleted = type === 'order.deleted';
  const said = isDeleted ? { actor: 'user:u1', deletedAt: message.envelope.timestamp } : { notes: SECRET };
  message.envelope.data = { id, documentId: 'SO-2026-000001', ...said };
  if (type === 'order.updated') message.envelope.previous = { notes: `${SECRET} before` };
  return message;
};
const accept = async (type: string, id: string, orgId?: string) => {
  const message = order(type, id, orgId);
  await scene.replica.accept(message);
  return message.envelope;
};
const read = (id: string): Promise<Event> => scene.call('GetEvent', { id });
const stored = () => scene.collection('events').find({ orgId: scene.orgId }).toArray();
const untilPurged = () => eventually(async () => !JSON.stringify(await stored()).includes(SECRET));

test('what an order was is gone when it is deleted; ids, types and times stay', async () => {
  const id = newId();
  const webhookId = await scene.webhook({ events: ['order.*'] });
  const [created, updated] = [await accept('order.created', id), await accept('order.updated', id)];
  const another = await accept('order.created', newId());
  await scene.recorded(webhookId, 3);
  const deleted = await accept('order.deleted', id);
  await eventually(async () => (await read(updated.id)).truncated === true);
  for (const { id: eventId, type, timestamp } of [created, updated]) {
    const shown = await read(eventId);
    expect(shown).toMatchObject({ type, timestamp, sequence: 1, record_id: id, truncated: true });
    expect(JSON.parse(shown.data)).toEqual({ id, documentId: 'SO-2026-000001' });
    expect(shown).not.toHaveProperty('previous');
    expect(shown.deliveries).toHaveLength(1);
  }
  expect((await read(deleted.id)).truncated).toBeUndefined();
  expect((await read(another.id)).data).toContain(SECRET);
  const deliveries = await scene.recorded(webhookId, 4);
  const shown = deliveries.filter(({ event_id }) => event_id !== another.id);
  expect(JSON.stringify(shown)).not.toContain(SECRET);
});

test('what comes after the delete says nothing from the beginning', async () => {
  const id = newId();
  await scene.webhook({ events: ['order.*'] });
  await accept('order.deleted', id);
  const late = await accept('order.updated', id);
  expect(JSON.stringify(await stored())).not.toContain(SECRET);
  const requests = await scene.receiver.untilReceived(2);
  const body = requests.find(({ headers }) => headers['webhook-id'] === late.id)?.body ?? '';
  expect(JSON.parse(body)).toMatchObject({ type: 'order.updated', truncated: true });
  expect(body).not.toContain(SECRET);
});

test('an order of another org that has the same id keeps what it says, until it is deleted there', async () => {
  const id = newId();
  const [here, there] = [scene.orgId, newId()];
  const of = async (orgId: string) => {
    const events = await scene.collection('events').find({ orgId, recordId: id }).toArray();
    return events.filter((event) => JSON.stringify(event).includes(SECRET)).length;
  };
  for (const orgId of [here, there]) await accept('order.created', id, orgId);
  await accept('order.deleted', id, here);
  await eventually(async () => (await of(here)) === 0);
  await accept('order.updated', id, there);
  expect(await of(there)).toBe(2);
  await accept('order.deleted', id, there);
  await eventually(async () => (await of(there)) === 0);
});

test('what waits is sent without it: behind a slow answer, and until its next attempt', async () => {
  const id = newId();
  await scene.webhook({ events: ['order.*'] });
  const { opened, open } = gate();
  scene.receiver.script({ status: 500, after: opened });
  await accept('order.created', id);
  await scene.receiver.untilReceived(1);
  await accept('order.updated', id);
  await accept('order.deleted', id);
  await untilPurged();
  // Wait until the cached webhook has expired.
  const purgedAt = Date.now();
  await eventually(() => Date.now() - purgedAt > 250);
  open();
  const requests = await scene.receiver.untilReceived(4);
  const ofOrder = requests.slice(1).map(({ body }) => JSON.parse(body));
  expect(ofOrder.map(({ type }) => type).sort()).toEqual(['order.created', 'order.deleted', 'order.updated']);
  expect(JSON.stringify(ofOrder)).not.toContain(SECRET);
});

test('an event that was on its way when the delete came is purged by a later pass, and passes repeat nothing', async () => {
  const id = newId();
  const purges = purgeRepository(scene.replica.store);
  const now = new Date();
  await accept('order.deleted', id);
  await purges.purgeDue(now);
  // Simulates a write whose transaction did not see the delete.
  const { connection } = scene.replica.store;
  const known = await connection.collection('purges').findOneAndDelete({ recordId: id });
  const late = await accept('order.updated', id);
  await connection.collection('purges').insertOne({ ...known, dueAt: new Date(now.getTime() + 60_000) } as never);
  expect((await read(late.id)).data).toContain(SECRET);
  expect(await purges.purgeDue(new Date(now.getTime() + 61_000))).toBe(1);
  expect((await read(late.id)).data).not.toContain(SECRET);
  expect(await purges.purgeDue(new Date(now.getTime() + 120_000))).toBe(0);
});

test('what an earlier version logged, the delete too, is purged', async () => {
  const id = newId();
  const events = scene.collection('events');
  for (const type of ['order.created', 'order.deleted', 'order.updated']) {
    const { envelope } = order(type, id);
    const row = {
      orgId: scene.orgId,
      type,
      payload: JSON.stringify(envelope),
      traceparent: null,
      receivedAt: new Date(),
    };
    await events.insertOne({ _id: envelope.id, ...row } as never);
  }
  await untilPurged();
  expect(await stored()).toHaveLength(3);
});

test('another process goes on where one has died', async () => {
  const database = `test_notification_${newId()}`;
  const one = await openReplica({}, database);
  const id = newId();
  await one.accept(order('order.created', id));
  await one.accept(order('order.deleted', id));
  await one.close();
  const next = await openReplica({}, database);
  await eventually(async () => {
    const rows = await next.store.connection.collection('events').find().toArray();
    return rows.length === 2 && !JSON.stringify(rows).includes(SECRET);
  });
  await next.close({ drop: true });
});
