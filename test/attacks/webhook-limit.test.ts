import { expect, test } from '@jest/globals';
import type { WebhookPage } from '#proto/gen/notification/v1/WebhookPage.ts';
import { Scene } from '../integration/notification/scene.ts';
import { openReplica } from '../integration/notification/support.ts';
import { eventually } from '../support/eventually.ts';

/**
 * Maximum number of webhooks in an org. The limit exists because each webhook makes each event of the org more
 * expensive.
 */
const MAX = 3;
const scene = new Scene({ WEBHOOK_MAX_PER_ORG: String(MAX) });
const full = { code: 'conflict' };

const count = async () => {
  const query = { page: 1, limit: 10, sort: 'created_at' };
  return (await scene.call<WebhookPage>('ListWebhooks', { query })).total;
};
/** Waits until the events of the org's writes are stored in the event log. The process must not end before. */
const told = (count: number) =>
  eventually(async () => {
    const { orgId, replica } = scene;
    return (await replica.store.connection.collection('events').countDocuments({ orgId })) === count;
  });

test('an org has no more webhooks than it may, and its others make no difference', async () => {
  for (let made = 0; made < MAX; made++) await scene.webhook();
  await expect(scene.webhook()).rejects.toMatchObject(full);
  scene.orgId = `${scene.orgId}-other`;
  const id = await scene.webhook();
  for (let made = 1; made < MAX; made++) await scene.webhook({ is_active: false });
  await expect(scene.webhook()).rejects.toMatchObject(full);
  await scene.call('DeleteWebhook', { id });
  await scene.webhook();
  expect(await count()).toBe(MAX);
});

test('of many that are made at once, at two processes, no more than the limit pass', async () => {
  const other = await openReplica({ WEBHOOK_MAX_PER_ORG: String(MAX) }, scene.replica.database);
  const webhook = { url: 'https://example.com/', events: ['order.created'] };
  const made = await Promise.allSettled(
    Array.from({ length: 4 * MAX }, (_, index) =>
      [scene.replica, other][index % 2]?.call('CreateWebhook', { webhook }, scene.caller()),
    ),
  );
  await told(MAX);
  await other.close();
  const refused = made.filter(({ status }) => status === 'rejected');
  expect(await count()).toBe(MAX);
  expect(refused).toHaveLength(3 * MAX);
  for (const refusal of refused) expect(refusal).toMatchObject({ reason: full });
});

test('an org that has more keeps them, and they are changed as before', async () => {
  const id = await scene.webhook();
  const webhooks = scene.replica.store.connection.collection('webhooks');
  const known = await webhooks.findOne({ _id: id as never });
  await webhooks.insertMany(Array.from({ length: MAX }, (_, index) => ({ ...known, _id: `${id}-${index}` as never })));
  await expect(scene.webhook()).rejects.toMatchObject(full);
  await scene.call('UpdateWebhook', { id, patch: { events: ['order.*'] }, fields: ['events'] });
  await told(2);
  expect(await webhooks.countDocuments({ orgId: scene.orgId })).toBe(MAX + 1);
});
