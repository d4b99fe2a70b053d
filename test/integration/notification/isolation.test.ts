import { expect, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import type { WebhookReply } from '#proto/gen/notification/v1/WebhookReply.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { gate, Scene } from './scene.ts';
import { aCall, anAdmin, anEvent } from './support.ts';

/** decisions 5: Delivery: a slow or dead endpoint does not delay other endpoints. */
const CONNECTIONS = 4;
const scene = new Scene({
  WEBHOOK_CONNECTIONS: String(CONNECTIONS),
  WEBHOOK_RETRY_SCHEDULE: '0,60',
  // Longer than the test, so that no slow attempt times out.
  WEBHOOK_TIMEOUT_MS: '60000',
});
const EVENTS = 40;
const TIMEOUT_MS = 30_000;

async function webhookOf(orgId: string, url: string, events: string[]): Promise<string> {
  const call = aCall({ ...anAdmin, orgId });
  const { record }: WebhookReply = await scene.replica.call('CreateWebhook', { webhook: { url, events } }, call);
  return record?.id ?? '';
}
const idsOf = ({ requests }: Receiver) => requests.map(({ headers }) => String(headers['webhook-id'])).sort();

test('a dead, a slow and a large receiver of three orgs keep nothing from ten others of theirs', async () => {
  const orgs = [newId(), newId(), newId()];
  const [first = '', second = '', third = ''] = orgs;
  const [slow, large, dead] = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
  const { opened, open } = gate();
  slow.fallback = { after: opened };
  const { url: deadUrl } = dead;
  await dead.close();
  await webhookOf(first, deadUrl, ['client.created']);
  await webhookOf(second, slow.url, ['client.created']);
  await webhookOf(third, large.url, ['style.created']);
  const good = await Promise.all(
    [first, first, first, first, second, second, second, third, third, third].map(async (orgId) => {
      const receiver = await startReceiver();
      await webhookOf(orgId, receiver.url, ['client.created']);
      return { orgId, receiver };
    }),
  );
  const sent = new Map<string, string[]>(orgs.map((orgId) => [orgId, []]));
  const accepting: Promise<void>[] = [];
  for (let count = 0; count < EVENTS; count++) {
    const style = anEvent('style.created', { orgId: third });
    Object.assign(style.envelope.data, { notes: 'x'.repeat(240 * 1024) });
    accepting.push(scene.replica.accept(style));
    for (const orgId of orgs) {
      const message = anEvent('client.created', { orgId });
      sent.get(orgId)?.push(message.envelope.id);
      accepting.push(scene.replica.accept(message));
    }
  }
  await Promise.all(accepting);
  for (const { orgId, receiver } of good) {
    await receiver.untilReceived(EVENTS, TIMEOUT_MS);
    expect(idsOf(receiver)).toEqual(sent.get(orgId)?.sort());
  }
  // Until now, the slow receiver has received only one request on each of its connections.
  expect(slow.requests).toHaveLength(CONNECTIONS);
  await large.untilReceived(EVENTS, TIMEOUT_MS);
  open();
  await slow.until(() => new Set(idsOf(slow)).size === EVENTS, TIMEOUT_MS);
  for (const { receiver } of good) await receiver.close();
  await slow.close();
  await large.close();
}, 120_000);

test('an event reaches each of the 100 webhooks of its org, once', async () => {
  const ids: string[] = [];
  while (ids.length < 100) {
    const webhook = { url: `${scene.receiver.url}/${ids.length}`, events: ['client.created'] };
    // A new call for each webhook, because each call has its own deadline.
    const call = aCall({ ...anAdmin, orgId: scene.orgId });
    const { record }: WebhookReply = await scene.replica.call('CreateWebhook', { webhook }, call);
    ids.push(record?.id ?? '');
  }
  const message = anEvent('client.created', { orgId: scene.orgId });
  // Accepted twice, because the broker can deliver an event twice.
  await Promise.all([scene.replica.accept(message), scene.replica.accept(message)]);
  await scene.receiver.untilReceived(100, TIMEOUT_MS);
  const deliveries = scene.collection('deliveries');
  const of = { eventId: message.envelope.id };
  expect(await deliveries.countDocuments(of)).toBe(100);
  const paths = scene.receiver.requests.map(({ path }) => path);
  expect([...paths].sort()).toEqual(ids.map((_, index) => `/${index}`).sort());
  expect(new Set(idsOf(scene.receiver))).toEqual(new Set([message.envelope.id]));
}, 60_000);
