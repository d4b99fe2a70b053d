import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { afterEach, expect, jest, test } from '@jest/globals';
import { newId, openStore, type Store } from '#chassis/mongo/mongo.ts';
import { resealSweep } from '#chassis/mongo/resealing.ts';
import type { WebhookKey } from '#proto/gen/notification/v1/WebhookKey.ts';
import type { WebhookKeys } from '#proto/gen/notification/v1/WebhookKeys.ts';
import { OVERLAP_MS } from '../../../services/notification/signing-keys/domain/rotation.ts';
import { keyRepository } from '../../../services/notification/signing-keys/repository.ts';
import {
  createWebhook,
  secretsInForce,
  updateWebhook,
} from '../../../services/notification/webhooks/domain/webhook.ts';
import { webhookMapping } from '../../../services/notification/webhooks/mapping.ts';
import { silent } from '../../support/backends/mongo.ts';
import type { Received } from '../../support/receiver.ts';
import { Scene } from './scene.ts';
import { aCall, localSettings, newDatabase } from './support.ts';

const scene = new Scene();
afterEach(() => void jest.restoreAllMocks());

const now = new Date();
const until = new Date(now.getTime() + OVERLAP_MS);
const keysOf = (store: Store) => keyRepository(store);
const rotate = (times = { now, until }) => keysOf(scene.replica.store).rotate(scene.orgId, times);
async function published(): Promise<WebhookKey[]> {
  const { keys }: WebhookKeys = await scene.replica.call('ListWebhookKeys', { org_id: scene.orgId }, aCall());
  return keys;
}

/** Key ids of the v1a signatures, in order; undefined for a signature by no known key. */
function signers({ headers, body }: Received, keys: WebhookKey[]): (string | undefined)[] {
  const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  const signatures = String(headers['webhook-signature']).split(' ');
  return signatures.map((signature) => {
    const bytes = Buffer.from(signature.slice('v1a,'.length), 'base64');
    return keys.find(({ x }) => {
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
      return verify(null, content, key, bytes);
    })?.kid;
  });
}

/** Sends an event more than a minute later, so that the replica reads its keys again. Returns the request. */
async function signedAfterAMinute(): Promise<Received> {
  const present = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(present + 61_000);
  const before = scene.receiver.requests.length;
  await scene.event();
  const requests = await scene.receiver.untilReceived(before + 1);
  return requests.at(-1) as Received;
}

test("an org's next key signs and is published beside the one before, the next first", async () => {
  await scene.webhook();
  const [first] = await published();
  const next = await rotate();
  const keys = await published();
  expect(keys).toEqual([next, first]);
  expect(signers(await signedAfterAMinute(), keys)).toEqual([next.kid, first?.kid]);
});

test('the key before ends after 24 h, and at once where it has got out', async () => {
  await scene.webhook();
  const keys = keysOf(scene.replica.store);
  const next = await rotate();
  const end = (late: number) => new Date(until.getTime() + late);
  expect(await keys.publicKeys(scene.orgId, end(-1))).toHaveLength(2);
  expect(await keys.privateKeys(scene.orgId, end(-1))).toHaveLength(2);
  expect(await keys.publicKeys(scene.orgId, end(0))).toEqual([next]);
  expect(await keys.privateKeys(scene.orgId, end(0))).toHaveLength(1);
  const last = await rotate({ now, until: now });
  expect(await published()).toEqual([last]);
  expect(signers(await signedAfterAMinute(), [last])).toEqual([last.kid]);
});

test('a key is replaced once in 24 h, of two at once by one, and an org without a key has none to replace', async () => {
  await expect(rotate()).rejects.toMatchObject({ code: 'not_found' });
  await scene.webhook();
  const both = await Promise.allSettled([rotate(), rotate()]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(rotate()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Two keys sign until'),
  });
  await rotate({ now: until, until: new Date(until.getTime() + OVERLAP_MS) });
});

test('secrets and keys that an older ENCRYPTION_KEY sealed open, are sealed anew, and go on without it', async () => {
  const database = newDatabase();
  const [older, newer] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'));
  const [orgId, id] = [newId(), newId()];
  const rules = { allowHttp: false, mayReach: () => true };
  const input = { url: 'https://a.example/', events: ['*'], secret: 'the first of four secrets' };

  const before = await open(database, [older]);
  const { state } = createWebhook(input, { id, orgId, createdById: 'u1', now }, rules);
  const secrets = ['the second of four secrets', 'the third of four secrets', 'the fourth of four secrets'];
  const changed = secrets.reduce((webhook, secret) => updateWebhook(webhook, { secret }, now, rules).state, state);
  await before.webhooks.insertOne(before.mapping.toStored(changed) as never);
  await before.keys.privateKeys(orgId, now);
  // A row of an earlier version has no `former` keys.
  await before.store.connection.collection('signing_keys').updateOne({}, { $unset: { former: 1 } });
  await before.keys.rotate(orgId, { now, until });
  const signing = (keys: { export(options: { format: 'jwk' }): { x?: string } }[]) =>
    keys.map((key) => key.export({ format: 'jwk' }).x);
  const expected = signing(await before.keys.privateKeys(orgId, now));
  expect(expected).toHaveLength(2);
  await before.store.close();

  const between = await open(database, [newer, older]);
  // The first sweep re-encrypts the rest. Until then, the older key was in use.
  const later = new Date(Date.now() + 3600_000);
  await resealSweep(between.store, silent)(later);
  await between.store.close();

  const after = await open(database, [newer]);
  expect(signing(await after.keys.privateKeys(orgId, now))).toEqual(expected);
  const stored = await after.webhooks.findOne({ _id: id as never });
  const webhook = after.mapping.toDomain(stored as never);
  expect(secretsInForce(webhook, now)).toEqual([...secrets.toReversed(), 'the first of four secrets']);
  await after.store.connection.dropDatabase();
  await after.store.close();
});

async function open(database: string, encryptionKeys: (string | undefined)[]) {
  const keys = encryptionKeys.map(String);
  const store = await openStore({ url: localSettings.MONGODB_URL, database, encryptionKeys: keys, logger: silent });
  const parts = { keys: keyRepository(store), mapping: webhookMapping(store.sealed) };
  await store.start();
  return { store, ...parts, webhooks: store.connection.collection('webhooks') };
}
