import { describe, expect, test } from '@jest/globals';
import type { WebhookReply } from '#proto/gen/notification/v1/WebhookReply.ts';
import { Scene } from '../integration/notification/scene.ts';
import { aCall, anEvent } from '../integration/notification/support.ts';

/** An API key must not receive events by a webhook that it may not read (decisions 3: Scopes). */
const scene = new Scene();

const EVERYTHING = ['*:*', '*:webhooks', '*:events'];
const forbidden = { code: 'insufficient_permissions' };

/** Calls an rpc as an API key of the org with `scopes` and with all permissions for webhooks. */
function asKey<Reply>(scopes: string[], rpc: string, request: object): Promise<Reply> {
  const held = ['*:webhooks', ...scopes];
  return scene.replica.call(
    rpc,
    request,
    aCall({ kind: 'key', id: 'k1', orgId: scene.orgId, role: 'staff', scopes: held }),
  );
}
const create = (scopes: string[], events: string[]) =>
  asKey<WebhookReply>(scopes, 'CreateWebhook', { webhook: { url: `${scene.receiver.url}/key`, events } });
const update = (scopes: string[], id: string, patch: object) =>
  asKey<WebhookReply>(scopes, 'UpdateWebhook', { id, patch: { events: [], ...patch }, fields: Object.keys(patch) });

describe('a key subscribes', () => {
  test.each([
    [['read:clients'], ['client.created']],
    [
      ['read:clients', 'read:bom'],
      ['client.*', 'bom.submitted'],
    ],
    [['*:clients'], ['client.*']],
    [['read:*'], ['order.*', 'exchange_rates.updated', 'management_account.created']],
    [[], ['webhook.*']],
  ])('holding %j, to %j', async (scopes, events) => {
    expect((await create(scopes, events)).record?.events).toEqual(events);
  });

  test.each([
    [[], ['client.created']],
    [['create:clients', 'delete:clients'], ['client.created']],
    [['read:clients'], ['client.created', 'order.created']],
    [['read:clients'], ['order.*']],
    [['read:*'], ['*']],
    [EVERYTHING, ['*']],
    [EVERYTHING, ['user.*']],
    [EVERYTHING, ['user.created']],
    [EVERYTHING, ['org.updated']],
    [EVERYTHING, ['client.created', 'api_key.*']],
  ])('holding %j, not to %j', async (scopes, events) => {
    await expect(create(scopes, events)).rejects.toMatchObject(forbidden);
  });

  test('is told which scope it lacks', async () => {
    const detail = 'Insufficient permissions: The API key lacks the scope read:clients for client.created';
    await expect(create(['read:bom'], ['bom.submitted', 'client.created'])).rejects.toThrow(detail);
  });

  test('not to what it may not, though something else is wrong too', async () => {
    const webhook = { url: 'https://10.0.0.1/', events: ['user.*', 'nonsense'] };
    await expect(asKey([], 'CreateWebhook', { webhook })).rejects.toMatchObject(forbidden);
  });

  test('not to what there is not', async () => {
    await expect(create(EVERYTHING, ['client.exploded'])).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('a webhook that covers more than a key may read', () => {
  test.each([
    { url: 'https://attacker.example/' },
    { events: ['client.*'] },
    { secret: 'known to the attacker' },
    { is_active: true },
  ])('is not changed by it: %j', async (patch) => {
    const id = await scene.webhook({ events: ['*'] });
    await expect(update(EVERYTHING, id, patch)).rejects.toMatchObject(forbidden);
  });

  test('is not tested by it, and its deliveries are not shown', async () => {
    const id = await scene.webhook({ events: ['user.*'] });
    await expect(asKey(EVERYTHING, 'TestWebhook', { id })).rejects.toMatchObject(forbidden);
    const list = asKey(EVERYTHING, 'ListDeliveries', { webhook_id: id, limit: 50 });
    await expect(list).rejects.toMatchObject(forbidden);
    expect(scene.receiver.requests).toEqual([]);
  });

  test('is deleted by it, which shows nothing', async () => {
    const id = await scene.webhook({ events: ['*'] });
    expect(await asKey([], 'DeleteWebhook', { id })).toMatchObject({ deletedId: id });
  });
});

describe('a webhook that covers what a key may read', () => {
  test('is not made to cover more', async () => {
    const { record } = await create(['read:clients'], ['client.*']);
    const widened = update(['read:clients'], record?.id ?? '', { events: ['client.*', 'user.created'] });
    await expect(widened).rejects.toMatchObject(forbidden);
    expect(await update(['read:clients'], record?.id ?? '', { events: ['client.deleted'] })).toMatchObject({
      record: { events: ['client.deleted'] },
    });
  });

  test('is not handled any more once the key has lost the scope', async () => {
    const { record } = await create(['read:clients'], ['client.*']);
    const url = 'https://attacker.example/';
    await expect(update([], record?.id ?? '', { url })).rejects.toMatchObject(forbidden);
  });

  test('shows the key nothing of a time when it covered more', async () => {
    const id = await scene.webhook({ events: ['user.created', 'client.created'] });
    for (const type of ['user.created', 'client.created'])
      await scene.replica.accept(anEvent(type, { orgId: scene.orgId }));
    const [newest, oldest] = await scene.recorded(id, 2);
    const deliveries = [newest, oldest].filter((delivery) => delivery?.event_type === 'client.created');
    await scene.call('UpdateWebhook', { id, patch: { events: ['client.created'] }, fields: ['events'] });
    const list = (query: object) => asKey(['read:clients'], 'ListDeliveries', { webhook_id: id, limit: 50, ...query });
    expect(await list({})).toEqual({ data: deliveries });
    expect(await list({ event_type: 'user.created' })).toEqual({ data: [] });
    expect(await list({ event_type: 'client.created' })).toEqual({ data: deliveries });
  });
});
