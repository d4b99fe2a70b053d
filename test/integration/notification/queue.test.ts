import { afterAll, expect, test } from '@jest/globals';
import { newId, openStore } from '#chassis/mongo/mongo.ts';
import { Budget } from '#chassis/mongo/read-limits.ts';
import { afterAttempt, startDelivery } from '../../../services/notification/deliveries/domain/delivery.ts';
import { NO_ATTEMPTS } from '../../../services/notification/deliveries/domain/health.ts';
import { healthRepository } from '../../../services/notification/deliveries/health-repository.ts';
import { redeliveryRepository } from '../../../services/notification/deliveries/redelivery-repository.ts';
import { deliveryRepository } from '../../../services/notification/deliveries/repository.ts';
import { commandsOf, countsKeys, plansOf, watched } from '../../support/read-plans.ts';
import { localSettings, newDatabase, silent } from './support.ts';

const now = new Date(Math.floor(Date.now() / 1000) * 1000);
const HOUR = 3600_000;
const at = (ms: number) => new Date(now.getTime() + ms);

const { MONGODB_URL: url, ENCRYPTION_KEY: encryptionKey } = localSettings;
const options = { url: watched(url), database: newDatabase(), encryptionKeys: [encryptionKey], logger: silent };
const [store, otherStore] = [await openStore(options), await openStore(options)];
const health = healthRepository(store);
const one = deliveryRepository(store, health);
const other = deliveryRepository(otherStore, healthRepository(otherStore));
await store.start();
await otherStore.start();
afterAll(async () => {
  await store.connection.dropDatabase();
  await Promise.all([store.close(), otherStore.close()]);
});

/** The first delivery of a new event to this webhook. */
const planned = (webhookId: string, dueAt = now) =>
  startDelivery({ id: `evt_${newId()}`, orgId: 'o1', type: 'client.created', payload: '{}' }, webhookId, {
    now,
    dueAt,
  });

/** Adds a pending delivery for a new webhook, due at `dueAt`. */
async function pending(dueAt: Date, webhookId = newId()) {
  const delivery = planned(webhookId, dueAt);
  await store.transaction((session) => one.add({ taken: [delivery] }, session));
  return delivery;
}
const failed = { deliveredAt: now, durationMs: 1, statusCode: 500, responseBody: '' };
const plan = { schedule: [0, 1000, 1000], now, random: 0.5 };

test('however many are taken and kept, no statement names more than the index answers', async () => {
  const many = Array.from({ length: 1200 }, () => planned('many'));
  await store.transaction((session) => one.add({ free: many }, session));
  let taken: string[] = [];
  const commands = await commandsOf(store, async () => {
    taken = (await one.claim(many, now, at(HOUR))).map(({ id }) => id);
    await one.keep(taken, at(2 * HOUR));
  });
  expect(taken).toEqual(many.map(({ id }) => id));
  const updates = commands.flatMap(({ command }): { q: { _id: { $in: string[] } } }[] => command.updates ?? []);
  const named = updates.map(({ q }) => q._id.$in.length);
  expect(named.reduce((sum, count) => sum + count)).toBe(2 * many.length);
  expect(Math.max(...named)).toBeLessThanOrEqual(1000);
  expect(await one.findDue('many', at(HOUR), 10)).toEqual({ due: [], nextAt: at(2 * HOUR).getTime() });
  await one.cancel(many.map(({ id }) => id));
});

test('a recovery reads what failed, and nothing of what succeeded between', async () => {
  if (!(await countsKeys(store))) return;
  const webhookId = newId();
  const made = Array.from({ length: 300 }, (_, index) => ({
    ...{ _id: `evt_${newId()}.${webhookId}.1`, orgId: 'o1', webhookId, eventId: 'e', eventType: 'client.created' },
    ...{ attempt: 1, isTest: false, phase: index % 100 === 0 ? 'failed' : 'succeeded', deliveredAt: at(index) },
  }));
  await store.connection.collection('deliveries').insertMany(made as never);
  const from = { deliveredAt: now, id: '' };
  const scan = () => redeliveryRepository(store).scan('o1', webhookId, from, at(HOUR), 3);
  const { failed: found, next } = await scan();
  expect(found.map(({ deliveredAt }) => deliveredAt)).toEqual([now, at(100), at(200)]);
  expect(next).toEqual({ deliveredAt: at(200), id: found[2]?.id });
  const [plan] = await plansOf(store, 'deliveries', scan);
  expect(plan).toMatchObject({ index: { orgId: 1, webhookId: 1, phase: 1, deliveredAt: -1, _id: -1 }, returned: 3 });
  expect(plan?.sortsInMemory).toBe(false);
  expect(plan?.docsExamined).toBeLessThanOrEqual(4);
});

test('many that are due are counted webhook by webhook, which an index answers alone', async () => {
  const before = await one.countDue(now, 100_000);
  const due = ['m1', 'm2', 'm3'].flatMap((webhookId) =>
    Array.from({ length: 401 }, (_, index) => planned(webhookId, index === 400 ? at(HOUR) : now)),
  );
  await store.transaction((session) => one.add({ free: due }, session));
  const counting = async () => expect(await one.countDue(now, 100_000)).toBe(before + 1200);
  const commands = await commandsOf(store, counting);
  const stages = commands.flatMap(({ command }): { $match?: { webhookId: unknown } }[] => command.pipeline ?? []);
  const asked = stages.flatMap(({ $match }) => ($match ? [$match.webhookId] : []));
  expect(asked).toEqual(expect.arrayContaining(['m1', 'm2', 'm3']));
  expect(asked.filter((webhookId) => typeof webhookId !== 'string')).toEqual([{ $gt: '' }]);
  expect(await one.countDue(now, 1100)).toBe(1100);
  expect(await one.countDue(now, 1000)).toBe(1000);
  await one.cancel(due.map(({ id }) => id));
});

test('the oldest that is due is found among all webhooks, some at a time', async () => {
  await store.connection.collection('deliveries').deleteMany({});
  expect(await one.oldestDue(now, 10)).toBeUndefined();
  await pending(at(1), 'v1');
  expect(await one.oldestDue(now, 10)).toBeUndefined();
  await pending(at(-1000), 'v2');
  await pending(at(-2000), 'v2');
  await pending(at(-9000), 'v3');
  expect(await one.oldestDue(now, 10)).toEqual(at(-9000));
  // Each call reads two webhooks. The oldest delivery of the previous round counts until a round has ended without
  // finding it.
  const look = () => one.oldestDue(now, 2);
  expect([await look(), await look(), await look(), await look()]).toEqual(Array(4).fill(at(-9000)));
  await store.connection.collection('deliveries').deleteMany({ webhookId: 'v3' });
  expect([await look(), await look()]).toEqual([at(-9000), at(-2000)]);
  await store.connection.collection('deliveries').deleteMany({});
  expect(await look()).toBeUndefined();
});

test('what is due of a webhook is found, oldest first, and when there will be more', async () => {
  const { id: late, webhookId } = await pending(at(-1));
  const { id: later } = await pending(now, webhookId);
  await pending(at(1), webhookId);
  const found = async (limit: number) => {
    const { due, nextAt } = await one.findDue(webhookId, now, limit);
    return { due: due.map(({ id }) => id), nextAt };
  };
  expect(await found(1)).toEqual({ due: [late], nextAt: now.getTime() });
  expect(await found(2)).toEqual({ due: [late, later], nextAt: at(1).getTime() });
  expect(await one.findDue(newId(), now, 2)).toEqual({ due: [], nextAt: undefined });
});

test('a delivery that an earlier version planned counts as large as one can be', async () => {
  const { id, webhookId } = await pending(now);
  expect((await one.findDue(webhookId, now, 1)).due).toMatchObject([{ id, size: 2 }]);
  await store.connection.collection('deliveries').updateOne({ _id: id as never }, { $unset: { size: 1 } });
  expect((await one.findDue(webhookId, now, 1)).due).toMatchObject([{ id, size: 256 * 1024 }]);
});

test('the webhooks with something due are found page by page, without those that are known', async () => {
  const ids = ['a', 'b', 'c', 'd'].map((letter) => `0-${letter}`);
  for (const id of ids) await pending(now, id);
  await pending(now, '0-a');
  await pending(at(1), '0-e');
  const page = async (after: string, limit: number, without: string[] = []) =>
    (await one.findWebhooksDue(now, { after, without, limit })).map(({ id }) => id);
  expect(await page('', 3)).toEqual(['0-a', '0-a', '0-b']);
  expect(await page('0-b', 2)).toEqual(['0-c', '0-d']);
  expect(await page('', 2, ['0-a', '0-c'])).toEqual(['0-b', '0-d']);
  expect(await page('0-d', 1)).not.toContain('0-e');
});

test('of two processes one takes a due delivery, and the other when the lease is over', async () => {
  const delivery = await pending(now);
  const { id } = delivery;
  const taken = await Promise.all([one, other].map((process) => process.claim([delivery], now, at(5000))));
  expect(taken.flat()).toHaveLength(1);
  expect(await other.claim([delivery], at(4999), at(9000))).toEqual([]);
  expect(await other.claim([delivery], at(5000), at(9000))).toMatchObject([{ id, dueAt: at(9000) }]);
});

test('only its holder keeps a delivery', async () => {
  const delivery = await pending(now);
  const { id } = delivery;
  await one.claim([delivery], now, at(5000));
  await other.keep([id], at(50_000));
  expect(await other.claim([delivery], at(5000), at(6000))).toHaveLength(1);
  await other.keep([id], at(9000));
  expect(await one.claim([delivery], at(8999), at(20_000))).toEqual([]);
});

test('what nobody had room for is kept by nobody: whoever has room takes it', async () => {
  const delivery = planned(newId());
  await store.transaction((session) => one.add({ free: [delivery] }, session));
  await one.keep([delivery.id], at(50_000));
  const latest = await store.transaction((session) =>
    redeliveryRepository(store).latest(delivery.eventId, delivery.webhookId, session),
  );
  expect(latest).toMatchObject({ isTaken: false, dueAt: now });
  expect(await other.claim([delivery], now, at(5000))).toHaveLength(1);
});

test('of two outcomes of one attempt the first counts, and plans one next', async () => {
  const delivery = await pending(now);
  expect(await one.record([afterAttempt(delivery, { ...failed, statusCode: 200 }, plan)])).toEqual([true]);
  const another = await pending(now);
  const outcomes = [delivery, another].map((each) => afterAttempt(each, failed, plan));
  expect(await other.record(outcomes)).toEqual([false, true]);
  const made = await one.findMade('o1', delivery.webhookId, { limit: 10, since: now }, new Budget(1_000_000, true));
  expect(made).toMatchObject([{ id: delivery.id, statusCode: 200, phase: 'succeeded' }]);
  expect(await one.findDue(delivery.webhookId, at(9000), 10)).toEqual({ due: [], nextAt: undefined });
  expect(await health.read('o1', [delivery.webhookId], now)).toEqual([{ successRate24h: 1, lastFailureAt: null }]);
});

test('an attempt that we could not sign stands in the history, and is none of the webhook', async () => {
  const delivery = await pending(now);
  const unsigned = { ...failed, statusCode: 0, isUnsent: true } as const;
  expect(await one.record([afterAttempt(delivery, unsigned, plan)])).toEqual([true]);
  const made = await one.findMade('o1', delivery.webhookId, { limit: 10, since: now }, new Budget(1_000_000, true));
  expect(made).toMatchObject([{ id: delivery.id, statusCode: 0, phase: 'failed', nextAttemptAt: at(1000) }]);
  expect(await health.read('o1', [delivery.webhookId], now)).toEqual([NO_ATTEMPTS]);
});

test('what two processes record at once of one webhook is counted all, and once', async () => {
  const webhookId = newId();
  const deliveries = [];
  for (let count = 0; count < 40; count++) deliveries.push(await pending(now, webhookId));
  const outcomes = deliveries.map((delivery, index) =>
    afterAttempt(delivery, { ...failed, statusCode: index % 4 === 0 ? 500 : 200 }, plan),
  );
  const batches = Array.from({ length: 20 }, (_, index) => outcomes.slice(index * 2, index * 2 + 2));
  const recordings = [...batches, ...batches].map((batch, index) => (index % 2 ? one : other).record(batch));
  expect((await Promise.all(recordings)).flat().filter((counts) => counts)).toHaveLength(40);
  const shown = { successRate24h: 0.75, lastFailureAt: now };
  expect(await health.read('o1', [newId(), webhookId], at(23 * HOUR))).toEqual([NO_ATTEMPTS, shown]);
  expect(await health.read('o1', [webhookId], at(25 * HOUR))).toEqual([{ ...shown, successRate24h: null }]);
  expect(await health.read('o2', [webhookId], now)).toEqual([NO_ATTEMPTS]);
  const days = await store.connection.collection('delivery_days').find({ webhookId }).toArray();
  const counted = days.flatMap(({ attempts }) => Object.values(attempts as Record<string, number>));
  expect(counted.reduce((sum, count) => sum + count)).toBe(40);
});

test('the history is not read to find what is due, nor the deliveries of others to list those of one webhook', async () => {
  const find = store.connection.collection('deliveries');
  const due = { phase: 'pending', webhookId: 'w1' };
  const others = { phase: 'pending', webhookId: { $gt: 'w1', $nin: ['w2'] }, dueAt: { $lte: now } };
  const made = { orgId: 'o1', webhookId: 'w1', deliveredAt: { $gt: new Date(0) } };
  const failures = { orgId: 'o1', webhookId: { $in: ['w1', 'w2'] } };
  const days = { orgId: 'o1', webhookId: { $in: ['w1', 'w2'] }, day: { $gte: now } };
  const plans = [
    await find.find(due).sort({ dueAt: 1 }).limit(10).explain(),
    await find.find(others).sort({ webhookId: 1, dueAt: 1 }).limit(10).explain(),
    await find.find(made).sort({ deliveredAt: -1, _id: -1 }).explain(),
    await store.connection.collection('delivery_failures').find(failures).explain(),
    await store.connection.collection('delivery_days').find(days).explain(),
  ];
  for (const plan of plans) expect(JSON.stringify(plan)).not.toMatch(/COLLSCAN|"SORT"/);
});

test.each([
  ['failures', { success: false }, { phase: 1 }],
  ['deliveries of a type', { eventTypes: ['style.created'] }, { eventType: 1 }],
])('%s are listed by an index of their own, however many others there are', async (_what, filter, field) => {
  const [orgId, webhookId] = [newId(), newId()];
  const made = Array.from({ length: 400 }, (_, index) => ({
    ...{ _id: `${newId()}.${webhookId}.1` as never, orgId, webhookId, attempt: 1, size: 2, createdAt: now },
    ...{ deliveredAt: at(-index), durationMs: 1, statusCode: 200, responseBody: '' },
    ...{ phase: index < 398 ? 'succeeded' : 'failed', eventType: index < 398 ? 'client.created' : 'style.created' },
  }));
  await store.connection.collection('deliveries').insertMany(made);
  const list = () => one.findMade(orgId, webhookId, { limit: 10, since: at(-HOUR), ...filter }, new Budget(1e6, true));
  expect((await list()).map(({ id }) => id)).toEqual(made.slice(398).map(({ _id }) => _id));
  // An engine on top of another database explains reads in other words, and counts no keys.
  if (!(await countsKeys(store))) return;
  const [plan] = await plansOf(store, 'deliveries', list);
  expect(plan).toMatchObject({
    index: { orgId: 1, webhookId: 1, ...field, deliveredAt: -1, _id: -1 },
    sortsInMemory: false,
  });
  expect(plan?.docsExamined).toBeLessThan(10);
});
