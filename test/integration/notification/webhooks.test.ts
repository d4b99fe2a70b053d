import { describe, expect, test } from '@jest/globals';
import { BSON } from 'bson';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type { WebhookPage } from '#proto/gen/notification/v1/WebhookPage.ts';
import type { WebhookReply } from '#proto/gen/notification/v1/WebhookReply.ts';
import { rpcsFor } from '../../support/service/callers.ts';
import { Scene, SECRET } from './scene.ts';

const scene = new Scene();

const get = (id: string) => scene.call<WebhookReply>('GetWebhook', { id });
const list = (query: object = {}, filter: object = {}) =>
  scene.call<WebhookPage>('ListWebhooks', { query: { page: 1, limit: 10, sort: '-created_at', ...query }, ...filter });

test('a webhook is created active, read back, and never shows its secret', async () => {
  const webhook = { url: 'https://example.com/hook', events: ['client.*'], secret: SECRET };
  const created = await scene.call<WebhookReply>('CreateWebhook', { webhook });
  expect(created).toMatchObject({ revision: 1, replayed: false, eventId: expect.stringMatching(/^evt_/) });
  expect(created.record).toEqual({
    id: expect.any(String),
    org_id: scene.orgId,
    url: webhook.url,
    events: webhook.events,
    description: null,
    is_active: true,
    created_at: expect.any(String),
    created_by_id: 'u1',
    updated_at: created.record?.created_at,
    success_rate_24h: null,
    last_failure_at: null,
  });
  expect(await get(created.record?.id ?? '')).toEqual({ ...created, eventId: '' });
});

test('a secret whose key is gone stops its own webhook alone, which shows and takes a new one', async () => {
  const [lost, other] = [await scene.webhook({ secret: SECRET }), await scene.webhook({ secret: SECRET })];
  const webhooks = scene.replica.store.connection.collection<{ _id: string }>('webhooks');
  await webhooks.updateOne({ _id: lost }, { $set: { secret: Buffer.alloc(80) } });
  await scene.event();
  expect(await scene.recorded(other, 1)).toMatchObject([{ success: true }]);
  const attempts = await scene.recorded(lost, 3);
  const failed = { success: false, status_code: 0, response_body: expect.stringContaining('set a new one') };
  expect(attempts).toMatchObject([failed, failed, failed]);
  expect(scene.receiver.requests).toHaveLength(1);
  expect((await list()).total).toBe(2);
  await scene.update(lost, { secret: SECRET });
  await scene.event();
  expect((await scene.recorded(lost, 4))[0]).toMatchObject({ success: true });
});

test('what changes nothing is not written and told to nobody', async () => {
  const id = await scene.webhook({ description: 'For the mill', secret: SECRET });
  const { record } = await get(id);
  const same = { url: record?.url, events: record?.events, description: 'For the mill', secret: SECRET };
  for (const patch of [{}, same]) {
    expect(await scene.update(id, patch)).toEqual({ record, revision: 1, eventId: '', replayed: false });
  }
  const { connection } = scene.replica.store;
  const told = await connection.collection('outbox').find({ recordId: id }).toArray();
  expect(told.map(({ type }) => type)).toEqual(['webhook.created']);
});

describe('a secret that is generated', () => {
  const WHSEC = /^whsec_[A-Za-z0-9+/]{43}=$/;

  test('is shown to who asked, signs, and is neither shown again nor stored in plain', async () => {
    const webhook = { url: scene.receiver.url, events: ['client.*'], secret: 'generate' };
    const { secret = '', record } = await scene.call<WebhookReply>('CreateWebhook', { webhook });
    const id = record?.id ?? '';
    expect(secret).toMatch(WHSEC);
    await scene.event();
    const [{ headers, body } = { headers: {}, body: '' }] = await scene.receiver.untilReceived(1);
    expect(() => new StandardWebhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
    const changed = await scene.update(id, { secret: 'generate' });
    expect(changed.secret).toMatch(WHSEC);
    expect(changed).toMatchObject({ revision: 2, eventId: expect.stringMatching(/^evt_/) });
    expect(changed.secret).not.toBe(secret);
    const answers = JSON.stringify([await get(id), await list(), await scene.update(id, { is_active: false })]);
    for (const made of [secret, changed.secret ?? '']) {
      expect(answers).not.toContain(made.slice(6));
      expect(await storedBytes()).not.toContain(made.slice(6));
      expect(await storedBytes()).not.toContain(Buffer.from(made.slice(6), 'base64').toString('latin1'));
    }
  });

  test('comes with the same answer to the same Idempotency-Key', async () => {
    const idempotency = { key: 'k1', operation: 'POST /api/v1/webhooks', fingerprint: 'f' };
    const webhook = { url: 'https://example.com', events: ['*'], secret: 'generate' };
    const create = () => scene.replica.call('CreateWebhook', { webhook }, scene.caller({ idempotency }));
    const first: WebhookReply = await create();
    expect(first.secret).toMatch(WHSEC);
    expect(await create()).toEqual({ ...first, replayed: true });
    expect(await storedBytes()).not.toContain(first.secret?.slice(6));
  });

  /** All stored bytes of the service, with binary values unchanged. */
  async function storedBytes(): Promise<string> {
    const { connection } = scene.replica.store;
    const names = (await connection.listCollections()).map(({ name }) => name);
    const kept = await Promise.all(names.map((name) => connection.collection(name).find().toArray()));
    return kept
      .flatMap((documents) => documents.map((one) => Buffer.from(BSON.serialize(one)).toString('latin1')))
      .join();
  }
});

test('what a later version stores stays when this one writes', async () => {
  const id = await scene.webhook();
  const webhooks = scene.collection('webhooks');
  await webhooks.updateOne({ _id: id as never }, { $set: { later: 'kept' }, $unset: { description: 1 } });
  expect((await get(id)).record?.description).toBeNull();
  await scene.update(id, { is_active: false });
  expect(await webhooks.findOne({ _id: id as never })).toMatchObject({ later: 'kept', isActive: false });
});

test('a revision that has passed is refused', async () => {
  const id = await scene.webhook();
  await scene.update(id, { is_active: false }, { expectedRevision: 1 });
  await expect(scene.update(id, { is_active: true }, { expectedRevision: 1 })).rejects.toMatchObject({
    code: 'version_mismatch',
  });
  await expect(scene.call('DeleteWebhook', { id, expectedRevision: 1 })).rejects.toMatchObject({
    code: 'version_mismatch',
  });
});

test('webhooks are listed by page, newest first, searched and filtered', async () => {
  const ids: string[] = [];
  for (const name of ['one', 'two', 'three']) {
    ids.unshift(await scene.webhook({ url: `https://example.com/${name}`, is_active: name !== 'two' }));
  }
  const idsOf = ({ data }: WebhookPage) => data.map(({ id }) => id);
  const first = await list({ limit: 2 });
  expect(idsOf(first)).toEqual(ids.slice(0, 2));
  expect(first.total).toBe(3);
  expect(idsOf(await list({ limit: 2, page: 2 }))).toEqual(ids.slice(2));
  expect(idsOf(await list({ search: '/TWO' }))).toEqual(ids.slice(1, 2));
  const { created_at: to } = first.data[1] ?? {};
  expect(idsOf(await list({ ranges: [{ field: 'created_at', to }] }))).toEqual(ids.slice(1));
  expect(await list({}, { is_active: true })).toMatchObject({ total: 2 });
});

test('of webhooks staff reaches nothing but public keys, and an API key only what its scopes name', () => {
  const { services } = scene.replica;
  expect(rpcsFor(services, { role: 'staff' })).toEqual(['ListWebhookKeys']);
  expect(rpcsFor(services, { kind: 'key', scopes: ['*:*'] })).toEqual([]);
  const reading = rpcsFor(services, { kind: 'key', scopes: ['read:webhooks'] });
  expect(reading).toEqual(['GetWebhook', 'ListWebhooks', 'ListDeliveries']);
});
