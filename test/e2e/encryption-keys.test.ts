import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { Webhook } from 'standardwebhooks';
import { SERVICES } from '../../deploy/local/processes.ts';
import type { Secrets } from '../../deploy/local/secrets.ts';
import { shareBackends } from '../support/backends/shared-backends.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { killAndWait } from '../support/system/outage.ts';
import { type System, startSystem } from '../support/system/system.ts';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const client = { name: 'Acme', country: 'DE', maxAccountValue: 10_000, currency: 'EUR' };
const dataDir = mkdtempSync(join(tmpdir(), 'selvedge-encryption-keys-'));
const backends = shareBackends();
const env = { ...backends.env, WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
let receiver: Receiver;
let system: System;

beforeAll(async () => {
  receiver = await startReceiver();
  system = await startSystem({ dataDir, env });
}, 120_000);
afterAll(async () => {
  await system.stop();
  await receiver.close();
  await backends.cleanUp();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

const secretsFile = join(dataDir, 'secrets.json');
const readSecrets = () => JSON.parse(readFileSync(secretsFile, 'utf8')) as Secrets;

/** Starts the system anew with the keys that `keysOf` names for each process. */
async function restart(keysOf: (name: string) => string[]): Promise<void> {
  await system.stop();
  const secrets = readSecrets();
  for (const [name, own] of Object.entries(secrets.processes)) own.encryptionKey = keysOf(name).join();
  writeFileSync(secretsFile, JSON.stringify(secrets));
  system = await startSystem({ dataDir, env });
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

test('the encryption keys of all processes are replaced in four steps, and nobody notices', async () => {
  const [before, after] = [readSecrets(), new Map<string, string>()];
  const oldKey = (name: string) => String(before.processes[name]?.encryptionKey);
  for (const name of Object.keys(before.processes)) after.set(name, randomBytes(32).toString('base64'));
  const newKey = (name: string) => String(after.get(name));
  const token = await system.login();
  const webhook = { url: receiver.url, events: ['client.created'], secret: SECRET };
  expect((await system.call(token, 'POST', '/api/v1/webhooks', webhook)).status).toBe(200);
  const first = await create(token, 'first');
  await expectDelivery(token);

  for (const keysOf of [
    (name: string) => [oldKey(name), newKey(name)],
    (name: string) => [newKey(name), oldKey(name)],
  ]) {
    await restart(keysOf);
    expect(await create(token, 'first')).toEqual({ ...first, replayed: true });
    await expectDelivery(await system.login());
  }

  await forgetUses();
  for (const name of SERVICES) await killAndWait(system, name);
  for (const name of SERVICES) {
    await eventually(async () => {
      const counts = await underOlderKeys(name);
      expect(counts.length).toBeGreaterThan(0);
      if (counts.some((count) => count > 0)) throw new Error(`${name}: ${counts}`);
    }, 30_000);
  }

  await restart((name) => [newKey(name)]);
  await expectDelivery(token);
  await expectDelivery(await system.login());
}, 300_000);
