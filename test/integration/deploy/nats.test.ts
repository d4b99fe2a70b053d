import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Bus, connectBus } from '#chassis/bus.ts';
import { createLogger } from '#chassis/logger.ts';
import { eventually } from '../../support/eventually.ts';
import { type GuardedNats, startGuardedNats } from '../../support/guarded-nats.ts';

const buses: Bus[] = [];
let nats: GuardedNats;

beforeAll(async () => {
  nats = await startGuardedNats();
}, 60_000);

afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
  await nats.stop();
});

async function busOf(user: string, password = nats.passwordOf(user)): Promise<Bus> {
  const logger = createLogger('test', 'silent');
  const bus = await connectBus({ url: nats.url, user, password, name: user, logger });
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
