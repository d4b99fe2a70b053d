import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import mongoose from 'mongoose';
import { Webhook } from 'standardwebhooks';
import { NATS_USERS, SERVICES } from '../../deploy/local/processes.ts';
import { loadSecrets, type Secrets } from '../../deploy/local/secrets.ts';
import { shareBackends } from '../support/backends/shared-backends.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { killAndWait } from '../support/system/outage.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { LOCAL_RECEIVERS } from '../support/webhooks.ts';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const client = { name: 'Acme', country: 'DE', maxAccountValue: 10_000, currency: 'EUR' };
const dataDir = mkdtempSync(join(tmpdir(), 'selvedge-key-rotation-'));
const backends = shareBackends();
const env = { ...backends.env, ...LOCAL_RECEIVERS, SIGNING_KEY_AHEAD_SECONDS: '1' };
let receiver: Receiver;
let system: System;

/** The keys with which each process seals, before and after. */
const oldKeys = new Map<string, string>();
const newKeys = new Map<string, string>();

// The first of the four steps is behind the system when it starts: it knows the new keys, and seals with the old ones.
beforeAll(async () => {
  for (const [name, { encryptionKey }] of Object.entries(loadSecrets(dataDir, NATS_USERS, {}).processes)) {
    oldKeys.set(name, encryptionKey);
    newKeys.set(name, randomBytes(32).toString('base64'));
  }
  giveKeys([oldKeys, newKeys]);
  receiver = await startReceiver();
  system = await startSystem({ dataDir, env });
}, 120_000);
afterAll(async () => {
  await system.stop();
  await receiver.close();
  await backends.cleanUp();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

const status = async (token: string) => (await system.call(token, 'GET', '/auth/test/admin')).status;

async function listedKeys(): Promise<string[]> {
  const { keys } = (await (await system.fetch('/.well-known/jwks.json')).json()) as { keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
}

test('npm run keys:rotate makes the next key; tokens of both are good, and nobody is logged out', async () => {
  const before = await system.login();
  const { stdout } = await system.runScript('keys:rotate');
  const [, kid] = /^Key (\S+) signs from 2\S+Z on$/m.exec(stdout) ?? [];
  expect(kid).toBeDefined();
  expect(await status(before)).toBe(200);

  // It would learn of the key within a minute.
  await killAndWait(system, 'identity');
  const after = await eventually(async () => {
    const token = await system.login();
    return decodeProtectedHeader(token).kid === kid && token;
  }, 30_000);
  // A gateway asks about a key that it does not know once in 5 s; in real life keys are known an hour ahead.
  for (const token of [before, String(after)]) await eventually(async () => expect(await status(token)).toBe(200));
  expect((await listedKeys()).sort()).toEqual([decodeProtectedHeader(before).kid, kid].sort());
}, 90_000);

/** Each process's keys: the first seals. */
function giveKeys(keys: ReadonlyMap<string, string>[]): void {
  const secretsFile = join(dataDir, 'secrets.json');
  const secrets = JSON.parse(readFileSync(secretsFile, 'utf8')) as Secrets;
  for (const [name, own] of Object.entries(secrets.processes))
    own.encryptionKey = keys.map((of) => of.get(name)).join();
  writeFileSync(secretsFile, JSON.stringify(secrets));
}

/** Stops the system cleanly, and starts it anew with other keys: it has what it had. */
async function restart(keys: ReadonlyMap<string, string>[]): Promise<void> {
  const { admin } = system;
  await forgetUses();
  expect(await system.stop()).toBe(0);
  giveKeys(keys);
  system = await startSystem({ dataDir, env });
  expect(system.admin).toEqual(admin);
}

async function create(token: string, key: string): Promise<{ id: string; replayed: boolean }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
  const answer = await system.fetch('/api/v1/clients', { method: 'POST', headers, body: JSON.stringify(client) });
  expect(answer.status).toBe(200);
  const { id } = (await answer.json()) as { id: string };
  return { id, replayed: answer.headers.get('idempotency-replayed') === 'true' };
}

/** A new client reaches the receiver, signed with the webhook's secret. */
async function expectDelivery(token: string): Promise<void> {
  const { id } = await create(token, randomBytes(8).toString('hex'));
  const requests = await receiver.until((all) => all.some(({ body }) => JSON.parse(body).data.id === id), 30_000);
  const request = requests.find(({ body }) => JSON.parse(body).data.id === id);
  new Webhook(SECRET).verify(request?.body ?? '', request?.headers as Record<string, string>);
}

/** As if all processes had sealed with their first keys for the last time two days ago. */
async function forgetUses(): Promise<void> {
  const mongo = await new mongoose.mongo.MongoClient(system.run.mongodb.url).connect();
  for (const service of SERVICES) {
    const uses = mongo.db(`${system.databasePrefix}_${service}`).collection('encryption_keys');
    await uses.updateMany({}, { $set: { lastUsedAt: new Date(Date.now() - 48 * 3600_000) } });
  }
  await mongo.close();
}

async function underOlderKeys(name: string): Promise<number[]> {
  const metrics = await (await fetch(`${system.run.services[name]?.adminUrl}/metrics`)).text();
  return [...metrics.matchAll(/^sealed_values_under_older_keys\{.*\} (\d+)$/gm)].map(([, count]) => Number(count));
}

test('the encryption keys of all processes are replaced over two restarts, and nobody notices', async () => {
  const token = await system.login();
  const webhook = { url: receiver.url, events: ['client.created'], secret: SECRET };
  expect((await system.call(token, 'POST', '/api/v1/webhooks', webhook)).status).toBe(200);
  const first = await create(token, 'first');
  await expectDelivery(token);

  await restart([newKeys, oldKeys]);
  expect(await create(token, 'first')).toEqual({ ...first, replayed: true });
  await expectDelivery(await system.login());

  for (const name of SERVICES) {
    await eventually(async () => {
      const counts = await underOlderKeys(name);
      expect(counts.length).toBeGreaterThan(0);
      if (counts.some((count) => count > 0)) throw new Error(`${name}: ${counts}`);
    }, 30_000);
  }

  await restart([newKeys]);
  await expectDelivery(token);
  await expectDelivery(await system.login());
}, 300_000);

test("npm run webhook-keys:rotate makes the next key of an org's webhooks, and both are published", async () => {
  const token = await system.login();
  const me = (await (await system.call(token, 'GET', '/api/v1/auth/me')).json()) as { org_id: string };
  await system.call(token, 'POST', '/api/v1/webhooks', { url: receiver.url, events: ['user.created'] });
  const webhookKeys = async () => {
    const answer = await system.fetch(`/.well-known/webhook-keys/${me.org_id}.json`);
    return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
  };
  const before = await webhookKeys();
  expect(before).toHaveLength(1);
  const { stdout } = await system.runScript('webhook-keys:rotate', me.org_id);
  const [, kid] = /^Key (\S+) signs within a minute, and the one before beside it until 2\S+Z$/m.exec(stdout) ?? [
    '',
    '',
  ];
  expect(await webhookKeys()).toEqual([kid, ...before]);
  const refused = await system.runScript('webhook-keys:rotate', me.org_id);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Two keys sign until') });
  expect(await system.runScript('webhook-keys:rotate', '--at-once', me.org_id)).toMatchObject({ code: 0 });
  const last = await webhookKeys();
  expect(last).toHaveLength(1);
  expect([kid, ...before]).not.toContain(last[0]);
}, 60_000);
