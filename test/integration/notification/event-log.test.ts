import { expect, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import type { Event } from '#proto/gen/notification/v1/Event.ts';
import type { EventPage } from '#proto/gen/notification/v1/EventPage.ts';
import type { TestDelivery } from '#proto/gen/notification/v1/TestDelivery.ts';
import { eventually } from '../../support/eventually.ts';
import { Scene } from './scene.ts';
import { aCall, anEvent } from './support.ts';

const scene = new Scene();
const DAY = 24 * 3600_000;

interface Happened {
  type?: string;
  recordId?: string;
  at?: Date | undefined;
}

/** Passes an event of the org to the consumer. Returns the envelope. */
async function happened({ type = 'client.created', recordId = newId(), at = new Date() }: Happened = {}) {
  const message = anEvent(type, { orgId: scene.orgId });
  Object.assign(message.envelope, { timestamp: at.toISOString(), data: { ...message.envelope.data, id: recordId } });
  await scene.replica.accept(message);
  return message.envelope;
}

const query = { page: 1, limit: 100, sort: '-created_at' };
const rangeOf = (from = '', to = '') => ({ ...query, ranges: [{ field: 'timestamp', from, to }] });
const list = (): Promise<EventPage> => scene.call('ListEvents', { query });
async function listed(filters: object = {}, paging: object = {}, call = scene.caller()): Promise<string[]> {
  const asked = { query: { ...query, ...paging }, ...filters };
  const { data } = (await scene.replica.call('ListEvents', asked, call)) as EventPage;
  return data.map(({ id }) => id);
}
const read = (id: string, call = scene.caller()): Promise<Event> => scene.replica.call('GetEvent', { id }, call);
const keyWith = (...scopes: string[]) =>
  aCall({ kind: 'key', id: 'k1', orgId: scene.orgId, role: 'staff', scopes } satisfies Principal);

test('events are listed newest first, a page at a time, without what they say', async () => {
  const times = [3, 1, 2].map((hours) => new Date(Date.now() - hours * 3600_000));
  const [oldest, newest, middle] = [
    await happened({ at: times[0] }),
    await happened({ at: times[1] }),
    await happened({ at: times[2] }),
  ];
  const { data, total } = await list();
  expect(total).toBe(3);
  expect(data.map(({ id }) => id)).toEqual([newest, middle, oldest].map((event) => event?.id));
  expect(data[0]).toEqual({
    ...{ id: newest?.id, type: 'client.created', timestamp: newest?.timestamp, api_version: 'v1' },
    ...{ org_id: scene.orgId, sequence: 1, record_id: newest?.data.id },
  });
  expect(await listed({}, { page: 2, limit: 2 })).toEqual([oldest?.id]);
  expect(await listed({}, { sort: 'created_at', limit: 1 })).toEqual([oldest?.id]);
});

test.each<[string, (events: { id: string; timestamp: string; data: { id?: unknown } }[]) => object, number[]]>([
  ['type', () => ({ type: 'client.updated' }), [1]],
  ['type of a resource', () => ({ type: 'client.*' }), [1, 0]],
  ['type that there is not', () => ({ type: 'client.painted' }), []],
  ['resource that there is not', () => ({ type: 'painting.*' }), []],
  ['record', (events) => ({ record_id: events[2]?.data.id }), [2]],
  ['time', (events) => ({ since: events[1]?.timestamp }), [2, 1]],
  ['a range of times', (events) => ({ query: rangeOf(events[0]?.timestamp, events[1]?.timestamp) }), [1, 0]],
  ['all of these', (events) => ({ type: 'client.*', record_id: events[0]?.data.id, since: events[0]?.timestamp }), [0]],
])('events are filtered by %s', async (_by, filters, expected) => {
  const at = (hours: number) => new Date(Date.now() - hours * 3600_000);
  const events = [
    await happened({ type: 'client.created', at: at(3) }),
    await happened({ type: 'client.updated', at: at(2) }),
    await happened({ type: 'style.created', at: at(1) }),
  ];
  expect(await listed(filters(events))).toEqual(expected.map((index) => events[index]?.id));
});

test('events of the only record of its kind are found by the id of the org, and those that an earlier version kept too', async () => {
  const stored = scene.collection('events');
  const message = anEvent('exchange_rates.updated', { orgId: scene.orgId });
  const earlier = anEvent('exchange_rates.updated', { orgId: scene.orgId });
  for (const { envelope } of [message, earlier])
    Object.assign(envelope, { timestamp: new Date().toISOString(), data: { rates: { EUR: '1.08' } } });
  for (const one of [message, earlier, anEvent('client.created', { orgId: scene.orgId })])
    await scene.replica.accept(one);
  await stored.updateOne({ _id: earlier.envelope.id as never }, { $set: { recordId: null } });
  const found = await listed({ record_id: scene.orgId });
  expect(found.toSorted()).toEqual([message.envelope.id, earlier.envelope.id].toSorted());
  for (const id of found) expect(await read(id)).toMatchObject({ record_id: scene.orgId });
});

test('an event is read as it was sent, with every attempt at every webhook', async () => {
  const [one, other] = [await scene.webhook(), await scene.webhook()];
  scene.receiver.script(500);
  const event = await scene.event();
  const shown = await eventually(async () => {
    const found = await read(event.id);
    expect(found.deliveries).toHaveLength(3);
    return found;
  });
  const { deliveries, ...envelope } = shown;
  expect(envelope).toEqual({
    ...{ id: event.id, type: event.type, timestamp: event.timestamp, api_version: 'v1', org_id: scene.orgId },
    ...{ sequence: 1, record_id: event.data.id, data: JSON.stringify(event.data), has_more_deliveries: false },
  });
  expect(deliveries.map(({ webhook_id, attempt }) => `${webhook_id} ${attempt}`).sort()).toEqual(
    expect.arrayContaining([`${one} 1`, `${other} 1`]),
  );
  const history = [...(await scene.deliveries(one)), ...(await scene.deliveries(other))];
  expect(deliveries.map(({ id }) => id).sort()).toEqual(history.map(({ id }) => id).sort());
  const times = deliveries.map(({ delivered_at }) => delivered_at);
  expect(times).toEqual([...times].sort().reverse());
  const failed = deliveries.find(({ success }) => !success);
  expect(failed).toMatchObject({ status_code: 500, next_attempt_at: expect.any(String) });
});

test.each([
  ['shows its attempts to a key that may read webhooks', ['read:webhooks'], 1],
  ['shows none to a key that may not', [], 0],
])('an event %s', async (_what, scopes, count) => {
  const id = await scene.webhook();
  const event = await scene.event();
  await scene.recorded(id, 1);
  const shown = await read(event.id, keyWith('read:events', 'read:clients', ...scopes));
  expect(shown.data).toBe(JSON.stringify(event.data));
  expect(shown.deliveries).toHaveLength(count);
});

test('a test is in the log as it was sent', async () => {
  const id = await scene.webhook();
  const { eventId }: TestDelivery = await scene.call('TestWebhook', { id, event_type: 'client.created' });
  expect(await read(eventId)).toMatchObject({ type: 'client.created', test: true, deliveries: [{ webhook_id: id }] });
  expect(await listed({ type: 'webhook.test' })).toEqual([eventId]);
});

test('after 30 days an event is shown no more', async () => {
  const events = [await happened({ at: new Date() }), await happened({ at: new Date(Date.now() - 1000) })];
  const later = (ms: number) => ({ ...scene.caller(), now: new Date(Date.parse(events[0]?.timestamp ?? '') + ms) });
  expect(await listed({}, {}, later(30 * DAY))).toEqual([events[0]?.id]);
  await expect(read(events[0]?.id ?? '', later(30 * DAY))).resolves.toMatchObject({ id: events[0]?.id });
  await expect(read(events[1]?.id ?? '', later(30 * DAY))).rejects.toMatchObject({ code: 'not_found' });
  expect(await listed({}, {}, later(30 * DAY + 1))).toEqual([]);
});

test('an API key needs a scope that names events, and is shown those of what it may read', async () => {
  const [client, style, user] = [
    await happened({ type: 'client.created' }),
    await happened({ type: 'style.created' }),
    await happened({ type: 'user.created' }),
  ];
  const key = keyWith('read:events', 'read:clients');
  expect(await listed({}, {}, key)).toEqual([client.id]);
  expect(await listed({ type: 'style.created' }, {}, key)).toEqual([]);
  expect(await listed({ type: 'style.*' }, {}, key)).toEqual([]);
  await expect(read(client.id, key)).resolves.toMatchObject({ id: client.id });
  await expect(read(style.id, key)).rejects.toMatchObject({ code: 'not_found' });
  await expect(read(user.id, keyWith('*:events', '*:*'))).rejects.toMatchObject({ code: 'not_found' });
  const all = listed({}, {}, keyWith('*:*', 'read:webhooks'));
  await expect(all).rejects.toMatchObject({ code: 'insufficient_permissions' });
});

test('what an earlier version logged is found', async () => {
  const event = await happened({ type: 'style.created' });
  const { connection } = scene.replica.store;
  const earlier = { $unset: { at: 1, recordId: 1, sequence: 1 } };
  await connection.collection('events').updateOne({ _id: event.id } as never, earlier);
  await expect(read(event.id)).resolves.toMatchObject({ record_id: event.data.id, timestamp: event.timestamp });
  await eventually(async () => (await listed({ record_id: event.data.id }))[0] === event.id);
  expect((await list()).data).toMatchObject([{ sequence: 1, timestamp: event.timestamp }]);
});
