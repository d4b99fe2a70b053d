import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import type { WebhookReply } from '#proto/gen/notification/v1/WebhookReply.ts';
import { gate, Scene } from '../../integration/notification/scene.ts';
import { aCall, anAdmin, anEvent, openReplica } from '../../integration/notification/support.ts';
import { eventually } from '../../support/eventually.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

/**
 * The webhooks of an org must not delay the deliveries of another org, whatever their receivers do (decisions 5:
 * Delivery).
 */
const CONNECTIONS = 8;
const settings = {
  WEBHOOK_CONNECTIONS: String(CONNECTIONS),
  WEBHOOK_RETRY_SCHEDULE: '0,0.5,60',
  WEBHOOK_TIMEOUT_MS: '60000',
  WEBHOOK_LEASE_MS: '3000',
};
const scene = new Scene(settings);
/** Milliseconds: shorter than the timeout of an attempt. */
const TIMEOUT_MS = 30_000;

/** A receiver that takes deliveries, and answers only when the test ends. */
let silent: Receiver;
let greedy: string;
let end: () => void;
beforeEach(async () => {
  silent = await startReceiver();
  const { opened, open } = gate();
  silent.fallback = { after: opened };
  end = open;
  greedy = newId();
});
afterEach(async () => {
  await deliveries().deleteMany({ orgId: greedy });
  end();
  await silent.close();
});

const deliveries = () => scene.replica.store.connection.collection('deliveries');
const idsOf = ({ requests }: Receiver) => requests.map(({ headers }) => String(headers['webhook-id']));

/** Creates `count` webhooks of the greedy org. */
async function greedyWebhooks(count: number, url: string): Promise<string[]> {
  const webhook = { url, events: ['client.created', 'client.updated'] };
  const ids: string[] = [];
  while (ids.length < count) {
    // A new call for each webhook, because each call has its own deadline.
    const call = aCall({ ...anAdmin, orgId: greedy });
    const { record }: WebhookReply = await scene.replica.call('CreateWebhook', { webhook }, call);
    ids.push(record?.id ?? '');
  }
  return ids;
}

/** Adds `count` due deliveries to each webhook in the database, as killed processes leave them. */
async function leaveBehind(webhookIds: string[], count: number): Promise<void> {
  const message = anEvent('client.updated', { orgId: greedy });
  await scene.replica.accept(message);
  const [createdAt, dueAt] = [new Date(), new Date(Date.now() - 60_000)];
  const common = {
    orgId: greedy,
    eventId: message.envelope.id,
    eventType: 'client.updated',
    attempt: 2,
    isTest: false,
  };
  for (const webhookId of webhookIds) {
    const documents = Array.from({ length: count }, () => ({
      ...{ _id: newId() as never, ...common, webhookId, createdAt, phase: 'pending', dueAt, size: 100 },
    }));
    await deliveries().insertMany(documents);
  }
}

/** Sends 20 events whose attempts fail, and waits until the first and the second attempt of each have arrived. */
async function twentyEventsAndTheirRetries(): Promise<void> {
  await scene.webhook({ events: ['order.created'] });
  scene.receiver.fallback = { status: 500 };
  const sent: string[] = [];
  for (let count = 0; count < 20; count++) sent.push((await scene.event('order.created')).id);
  const attempts = () => Map.groupBy(idsOf(scene.receiver), (id) => id);
  await scene.receiver.until(() => sent.every((id) => (attempts().get(id)?.length ?? 0) >= 2), TIMEOUT_MS);
}

test("a backlog of one org that nobody answers delays neither first attempts nor retries of another's", async () => {
  const webhookIds = await greedyWebhooks(30, silent.url);
  await leaveBehind(webhookIds, 200);
  await silent.untilReceived(60, TIMEOUT_MS);
  await twentyEventsAndTheirRetries();
}, 60_000);

test('what a process leaves behind is found by the others, however much it leaves of another org', async () => {
  const webhookIds = await greedyWebhooks(30, silent.url);
  const id = await scene.webhook({ events: ['order.created'] });
  scene.receiver.fallback = { status: 500 };
  await scene.event('order.created');
  const third = { webhookId: id, phase: 'pending', attempt: 3 };
  await eventually(async () => (await deliveries().countDocuments(third)) === 1, TIMEOUT_MS);
  await leaveBehind(webhookIds, 200);
  // As if a process planned the attempt and ended before it told any other process.
  await deliveries().updateOne(third, { $set: { dueAt: new Date() } });
  const started = await openReplica(settings, scene.replica.database);
  await scene.receiver.untilReceived(3, TIMEOUT_MS);
  end();
  await started.close();
}, 90_000);

test('four receivers that answer nothing, and large events, delay ten others not', async () => {
  const good = await Promise.all(Array.from({ length: 10 }, () => startReceiver()));
  for (const { url } of good) await scene.webhook({ url, events: ['style.created'] });
  for (let slow = 0; slow < 4; slow++) await scene.webhook({ url: silent.url, events: ['style.created'] });
  const sent = new Set<string>();
  for (let count = 0; count < 36; count++) {
    const message = anEvent('style.created', { orgId: scene.orgId });
    Object.assign(message.envelope.data, { notes: 'x'.repeat(250 * 1024) });
    sent.add(message.envelope.id);
    await scene.replica.accept(message);
  }
  for (const receiver of good) {
    await receiver.untilReceived(sent.size, TIMEOUT_MS);
    expect(new Set(idsOf(receiver))).toEqual(sent);
    await receiver.close();
  }
  expect(silent.requests.length).toBeGreaterThanOrEqual(4);
}, 60_000);

test('endpoints that are dead are tried now and then, and not with all that waits for them', async () => {
  const { url } = silent;
  await silent.close();
  await greedyWebhooks(30, url);
  const start = Date.now();
  await Promise.all(
    Array.from({ length: 40 }, () => scene.replica.accept(anEvent('client.created', { orgId: greedy }))),
  );
  await twentyEventsAndTheirRetries();
  const attempts = await deliveries().countDocuments({ orgId: greedy, phase: 'failed' });
  // Without the limit, there would be 1,200 first attempts. With it, each webhook makes ten attempts that fail, plus
  // those in flight at the tenth failure. After that, the org makes only probes, at most 20 a second.
  const untilKnown = 30 * (10 + CONNECTIONS);
  expect(attempts).toBeLessThanOrEqual(untilKnown + (20 * (Date.now() - start)) / 1000);
  silent = await startReceiver();
}, 60_000);
