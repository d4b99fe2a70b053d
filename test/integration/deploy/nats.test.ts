import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectEventBus, type EventBus } from '#chassis/messaging/event-bus.ts';
import type { StreamSubscriber } from '#chassis/messaging/stream-subscriber.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import { subscriptions } from '#proto/common/v1/events.contract.ts';
import { type GuardedNats, startGuardedNats } from '../../support/backends/guarded-nats.ts';
import { eventually } from '../../support/eventually.ts';
import { declareGuarded } from '../../support/topology.ts';

const buses: EventBus[] = [];
const followers: StreamSubscriber[] = [];
let nats: GuardedNats;

beforeAll(async () => {
  nats = await startGuardedNats();
  await declareGuarded(nats);
}, 60_000);

afterAll(async () => {
  await Promise.all(followers.map((follower) => follower.stop()));
  await Promise.all(buses.map((bus) => bus.close()));
  await nats.stop();
});

async function busOf(user: string, password = nats.passwordOf(user)): Promise<EventBus> {
  const logger = createLogger('test', 'silent');
  const bus = connectEventBus({ url: nats.url, user, password, domain: 'EVENTS', name: user, logger });
  buses.push(bus);
  return bus;
}

async function readyBusOf(user: string): Promise<EventBus> {
  const bus = await busOf(user);
  await eventually(() => bus.connected() === true);
  return bus;
}

const envelope = (id: string, type: string) => JSON.stringify({ id, type, org_id: 'o1', sequence: 1, data: {} });

test.each([
  ['identity', 'events.identity.user.created', 'identity'],
  ['product', 'events.product.client.created', 'finance'],
  ['finance', 'events.finance.order.created', 'product'],
  ['notification', 'events.notification.webhook.created', 'notification'],
] as const)('%s publishes %s, and %s consumes it', async (user, subject, reader) => {
  const bus = await readyBusOf(user);
  const received: string[] = [];
  const handle = async (message: { subject: string }) => void received.push(message.subject);
  const consumer = (await readyBusOf(reader)).consume({ ...subscriptions[reader], handle });
  await consumer.start();
  await bus.publish(subject, envelope(`evt_${user}`, subject.replace(`events.${user}.`, '')), { id: `evt_${user}` });
  await eventually(() => received.includes(subject));
  await bus.publish(`dead.${user}`, '{}', { id: `dead_${user}` });
  expect(await bus.streamState()).toMatchObject({ messages: expect.any(Number) });
  await consumer.stop();
});

test.each([
  ['product', 'events.identity.user.created'],
  ['gateway', 'events.product.client.created'],
  ['identity', 'dead.product'],
])('%s may not publish %s', async (user, subject) => {
  const bus = await readyBusOf(user);
  await expect(bus.publish(subject, '{}', { id: subject })).rejects.toThrow(/permission/i);
});

test('identity fills the stream ACCESS, and every gateway follows it from its beginning', async () => {
  const feed = (await readyBusOf('identity')).publisher({ stream: 'ACCESS' });
  const made = await feed.open();
  await feed.publish('access.revoked.r1', '{"id":"r1"}');
  expect(await feed.open()).toBe(made);
  const heard: string[][] = [[], []];
  for (const received of heard) {
    const handle = ({ subject }: { subject: string }) => void received.push(subject);
    const follower = (await readyBusOf('gateway')).subscriber({ stream: 'ACCESS', handle });
    await follower.start();
    followers.push(follower);
  }
  await eventually(() => heard.every((received) => received.includes('access.revoked.r1')));
  await feed.publish('access.revoked.r2', '{"id":"r2"}');
  await eventually(() => heard.every((received) => received.includes('access.revoked.r2')));
});

test('gateways tell each other what was used', async () => {
  const [one, two] = [await readyBusOf('gateway'), await readyBusOf('gateway')];
  const heard: string[] = [];
  two.listen('limits.usage', (bytes) => void heard.push(Buffer.from(bytes).toString()));
  await eventually(() => one.broadcast('limits.usage', Buffer.from('12')) && heard.includes('12'));
});

test('gateway may neither make the stream ACCESS nor write into it', async () => {
  const feed = (await readyBusOf('gateway')).publisher({ stream: 'ACCESS' });
  await expect(feed.publish('access.revoked.r3', '{}')).rejects.toThrow(/permission/i);
});

test('a wrong password is refused', async () => {
  const bus = await busOf('product', 'wrong');
  await expect(bus.publish('events.product.client.created', '{}', { id: 'x' })).rejects.toThrow();
  expect(bus.connected()).toMatch(/not connected/);
});
