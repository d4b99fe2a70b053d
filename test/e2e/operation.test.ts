import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import mongoose from 'mongoose';
import { shareBackends } from '../support/backends/shared-backends.ts';
import { withBroker } from '../support/backends/streams.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { expectPaid } from '../support/sale/expect-paid.ts';
import { sell, WRITES } from '../support/sale/sell.ts';
import { killAndWait, ownProcesses } from '../support/system/outage.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { LOCAL_RECEIVERS } from '../support/webhooks.ts';

/**
 * Operations on a whole running system: by its tasks, and with kill -9. All share a system: its start is the most of
 * their time.
 */

const backends = shareBackends();
const victims = ownProcesses();
let system: System;
let receiver: Receiver;
let finance: mongoose.Connection;
let token: string;

beforeAll(async () => {
  receiver = await startReceiver();
  system = await startSystem({ env: { ...backends.env, ...LOCAL_RECEIVERS, RATE_LIMIT_USER: '100000' } });
  const dbName = `${system.databasePrefix}_finance`;
  finance = await mongoose.createConnection(system.run.mongodb.url, { dbName }).asPromise();
  token = await system.login();
}, 120_000);
afterAll(async () => {
  // The start may have failed, so everything that was begun is ended.
  await finance?.close();
  await system?.stop();
  await receiver?.close();
  await backends.cleanUp();
}, 60_000);

/** The output and the end of `npm run dead-letters`. */
async function letters(...args: string[]): Promise<{ code: number | null; lines: string[] }> {
  const { code, stdout } = await system.runScript('dead-letters', ...args);
  return { code, lines: stdout.trim().split('\n') };
}

test('what no service understands is listed, replayed by number, and removed, beside the running system', async () => {
  expect(await letters('list')).toEqual({ code: 0, lines: ['0 dead letters'] });
  await withBroker(system, async (connection) => {
    await jetstream(connection).publish('events.product.style.updated', 'poison');
  });
  // Finance, identity and notification are brought product's events.
  const [letter = ''] = await eventually(async () => {
    const { lines } = await letters('list');
    return lines.at(-1) === '3 dead letters' && lines;
  }, 30_000);
  await eventually(async () => {
    const metrics = await (await fetch(`${system.run.topology.adminUrl}/metrics`)).text();
    for (const consumer of ['finance', 'identity', 'notification'])
      expect(metrics).toContain(`dead_letters_waiting{consumer="${consumer}"} 1\n`);
  });
  expect(letter).toMatch(/^\d+ {2}2\S+Z {2}\w+ {2}events\.product\.style\.updated {2}Error: Message is not JSON$/);
  const [number = ''] = letter.split(' ');
  expect(await letters('replay', number)).toEqual({ code: 0, lines: [`${number}: replayed`] });
  expect(await letters('show', number)).toEqual({ code: 1, lines: [`${number}: there is no such letter`] });
  // All three have been brought it once more.
  const numbers = await eventually(async () => {
    const { lines } = await letters('list');
    return lines.at(-1) === '5 dead letters' && lines.slice(0, -1).map((line) => line.split(' ')[0] ?? '');
  }, 30_000);
  expect((await letters('remove', ...numbers)).code).toBe(0);
  expect(await letters()).toEqual({ code: 0, lines: ['0 dead letters'] });
}, 90_000);

const copies = () =>
  finance.collection<{ _id: string; kind: string; copy?: { id: string; name: string }; deletedAt?: Date }>(
    'local_copies',
  );
/** The copy of a record. Parts of it (kinds kit and recipe) are copies with the same id. */
const wholeOf = (id: string) => ({
  kind: { $in: ['client', 'supplier', 'style', 'material', 'bom'] },
  'copy.id': id,
});
const copyOf = (id: string) => copies().findOne(wholeOf(id));

async function create(path: string, body: object): Promise<{ id: string }> {
  const response = await system.call(token, 'POST', path, body);
  expect(response.status).toBe(200);
  return (await response.json()) as { id: string };
}

/** The output of `npm run copies:…` about the kinds that differ, and its end. */
async function inspect(task: 'check' | 'rebuild'): Promise<{ code: number | null; differ: string[] }> {
  const { code, stdout } = await system.runScript(`copies:${task}`);
  const kinds = stdout.split('\n').filter((line) => line.includes(' missing, '));
  expect(kinds).toHaveLength(7);
  return { code, differ: kinds.filter((line) => !line.endsWith(': 0 missing, 0 outdated, 0 superfluous')) };
}

test("finance follows product's events; the check finds what it does not have, and the rebuild mends it", async () => {
  const client = await create('/api/v1/clients', { name: 'Mill', country: 'DE', maxAccountValue: 1, currency: 'EUR' });
  const supplier = await create('/api/v1/suppliers', { name: 'Zip' });
  const style = await create('/api/v1/styles', { name: 'Jacket', colors: ['Red'], sizes: ['S', 'M'] });
  const bom = await create('/api/v1/bom', { styleId: style.id });
  const material = await create('/api/v1/materials', { name: 'Twill' });
  const gone = await create('/api/v1/suppliers', { name: 'Gone' });
  for (const { id } of [client, supplier, style, bom, material, gone])
    await eventually(async () => expect(await copyOf(id)).toMatchObject({ copy: { id } }));
  expect((await system.call(token, 'DELETE', `/api/v1/suppliers/${gone.id}`)).status).toBe(200);
  await eventually(async () => expect(await copyOf(gone.id)).toBeNull());
  expect(await inspect('check')).toEqual({ code: 0, differ: [] });

  await copies().deleteOne(wholeOf(style.id));
  await copies().updateOne(wholeOf(client.id), { $set: { 'copy.name': 'Wrong' } });
  const differ = ['client: 0 missing, 1 outdated, 0 superfluous', 'style: 1 missing, 0 outdated, 0 superfluous'];
  expect(await inspect('check')).toEqual({ code: 1, differ });
  expect(await inspect('rebuild')).toEqual({ code: 0, differ });
  expect([await copyOf(client.id), await copyOf(style.id)]).toMatchObject([
    { copy: { name: 'Mill' } },
    { copy: { name: 'Jacket', skus: [{ size: 'S' }, { size: 'M' }] } },
  ]);
  expect(await inspect('check')).toEqual({ code: 0, differ: [] });
}, 120_000);

test(`a sale ends paid, and each of its events arrives, while each of ${victims.join(', ')} is killed with -9`, async () => {
  const { org_id } = (await (await system.call(token, 'GET', '/api/v1/auth/me')).json()) as { org_id: string };
  await create('/api/v1/webhooks', { url: `${receiver.url}/hook`, events: ['*'], org_id });
  // Each at another step of the way, right after the answer to the one before.
  const steps = new Map(victims.map((victim, index) => [Math.floor((index * WRITES) / victims.length) + 1, victim]));
  const killings: Promise<void>[] = [];
  const meanwhile = (writes: number) => {
    const victim = steps.get(writes);
    if (victim !== undefined) killings.push(killAndWait(system, victim));
  };
  const sale = await sell({ system, token, gateways: [system.run.gateway.url], name: 'killed', meanwhile });
  expect(killings).toHaveLength(victims.length);
  await Promise.all(killings);
  await expectPaid(sale, { system, token, receiver });
}, 240_000);
