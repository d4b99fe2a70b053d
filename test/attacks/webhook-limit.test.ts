import { expect, test } from '@jest/globals';
import type { WebhookPage } from '#proto/gen/notification/v1/WebhookPage.ts';
import { Scene } from '../integration/notification/scene.ts';
import { eventually } from '../support/eventually.ts';

/**
 * Maximum number of webhooks in an org. The limit exists because each webhook makes each event of the org more
 * expensive.
 */
const MAX = 3;
const scene = new Scene({ WEBHOOK_MAX_PER_ORG: String(MAX) });
const full = { code: 'conflict' };

test('an org has no more webhooks than it may, and its others make no difference', async () => {
  for (let made = 0; made < MAX; made++) await scene.webhook();
  await expect(scene.webhook()).rejects.toMatchObject(full);
  scene.orgId = `${scene.orgId}-other`;
  const id = await scene.webhook();
  for (let made = 1; made < MAX; made++) await scene.webhook({ is_active: false });
  await expect(scene.webhook()).rejects.toMatchObject(full);
  await scene.call('DeleteWebhook', { id });
  await scene.webhook();
  const query = { page: 1, limit: 10, sort: 'created_at' };
  expect((await scene.call<WebhookPage>('ListWebhooks', { query })).total).toBe(MAX);
});

test('an org that has more keeps them, and they are changed as before', async () => {
  const id = await scene.webhook();
  const webhooks = scene.replica.store.connection.collection('webhooks');
  const known = await webhooks.findOne({ _id: id as never });
  await webhooks.insertMany(Array.from({ length: MAX }, (_, index) => ({ ...known, _id: `${id}-${index}` as never })));
  await expect(scene.webhook()).rejects.toMatchObject(full);
  await scene.call('UpdateWebhook', { id, patch: { events: ['order.*'] }, fields: ['events'] });
  // The events of both writes are stored in the event log before the process ends.
  const logged = scene.replica.store.connection.collection('events');
  await eventually(async () => (await logged.countDocuments({ orgId: scene.orgId })) === 2);
  expect(await webhooks.countDocuments({ orgId: scene.orgId })).toBe(MAX + 1);
});
