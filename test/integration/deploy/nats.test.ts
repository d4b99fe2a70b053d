import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Bus, connectBus } from '#chassis/bus.ts';
import { createLogger } from '#chassis/logger.ts';
import { chooseBroker } from '../../../deploy/local/backends.ts';
import { inheritedEnvironment } from '../../../deploy/local/config.ts';
import { natsPasswords } from '../../../deploy/local/nats.ts';
import { PROCESSES } from '../../../deploy/local/processes.ts';
import { loadSecrets } from '../../../deploy/local/secrets.ts';
import { Supervisor } from '../../../deploy/local/supervisor.ts';
import { eventually } from '../../support/eventually.ts';

const folder = mkdtempSync(join(tmpdir(), 'selvedge-nats-'));
const secrets = loadSecrets(folder, PROCESSES, {});
const supervisor = new Supervisor({ say: () => {}, onRestarted: () => {} });
const buses: Bus[] = [];
let url = '';

beforeAll(async () => {
  const env = { ...inheritedEnvironment(), ...natsPasswords(secrets) };
  const broker = await chooseBroker(undefined, { dataDir: folder, logs: folder, env, say: console.log });
  url = broker.url;
  await supervisor.start(broker.plan ? [broker.plan] : []);
}, 60_000);

afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
  await supervisor.stop();
  rmSync(folder, { recursive: true });
});

async function busOf(user: string, password = secrets.processes[user]?.natsPassword): Promise<Bus> {
  const bus = await connectBus({ url, user, password, name: user, logger: createLogger('test', 'silent') });
  buses.push(bus);
  return bus;
}

async function readyBusOf(user: string): Promise<Bus> {
  const bus = await busOf(user);
  await eventually(() => bus.connected() === true);
  return bus;
}

const envelope = (id: string) => JSON.stringify({ id, type: 'client.created', org_id: 'o1', sequence: 1, data: {} });

test.each(['identity', 'product', 'finance', 'notification'])(
  '%s publishes its own events and consumes all',
  async (user) => {
    const bus = await readyBusOf(user);
    const received: string[] = [];
    const handle = async ({ subject }: { subject: string }) => void received.push(subject);
    const consumer = bus.consume({ durable: user, filters: ['events.>'], handle });
    await consumer.start();
    await bus.publish(`events.${user}.client.created`, envelope(`evt_${user}`), { id: `evt_${user}` });
    await eventually(() => received.includes(`events.${user}.client.created`));
    await bus.publish(`dead.${user}`, '{}', { id: `dead_${user}` });
    await consumer.stop();
  },
);

test.each([
  ['product', 'events.identity.user.created'],
  ['gateway', 'events.product.client.created'],
  ['identity', 'dead.product'],
])('%s may not publish %s', async (user, subject) => {
  const bus = await readyBusOf(user);
  await expect(bus.publish(subject, '{}', { id: subject })).rejects.toThrow(/permission/i);
});

test('a wrong password is refused', async () => {
  const bus = await busOf('product', 'wrong');
  await expect(bus.publish('events.product.client.created', '{}', { id: 'x' })).rejects.toThrow();
  expect(bus.connected()).toMatch(/not connected/);
});
