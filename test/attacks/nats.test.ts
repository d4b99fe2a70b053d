import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import { connect } from '@nats-io/transport-node';
import type { Consumer } from '#chassis/messaging/consumer.ts';
import { connectEventBus, type EventBus } from '#chassis/messaging/event-bus.ts';
import { subscriptions } from '#proto/common/v1/events.contract.ts';
import { type GuardedNats, startGuardedNats } from '../support/backends/guarded-nats.ts';
import { silent } from '../support/backends/mongo.ts';
import { eventually } from '../support/eventually.ts';
import { declareGuarded } from '../support/topology.ts';

/** The broker with the deployed permissions. The attacker controls one service, and has its credentials. */
let nats: GuardedNats;
const connections: NatsConnection[] = [];
const buses: EventBus[] = [];
let consumers: Consumer[] = [];

beforeAll(async () => {
  nats = await startGuardedNats();
  await declareGuarded(nats);
}, 60_000);
afterEach(async () => {
  for (const consumer of consumers) await consumer.stop();
  consumers = [];
});
afterAll(async () => {
  for (const bus of buses) await bus.close();
  for (const connection of connections) await connection.close();
  await nats.stop();
});

async function connectAs(user: string): Promise<NatsConnection> {
  const inboxPrefix = `_INBOX.${user}`;
  const connection = await connect({ servers: nats.url, user, pass: nats.passwordOf(user), inboxPrefix });
  connections.push(connection);
  return connection;
}

async function busOf(user: string): Promise<EventBus> {
  const options = { url: nats.url, user, password: nats.passwordOf(user), domain: 'EVENTS', name: user };
  const bus = connectEventBus({ ...options, logger: silent });
  buses.push(bus);
  await eventually(() => bus.connected() === true);
  return bus;
}

const admin = async () => jetstreamManager(await connectAs('admin'));
const envelope = (id: string, type: string) => JSON.stringify({ id, type, org_id: 'o1', sequence: 1, data: { id } });

describe("what JetStream delivers at a service's wish reaches nobody else", () => {
  /** Prefixes of JetStream's API that a service may try. */
  const apis = ['$JS.API', '$JS.EVENTS.API'];

  test.each(['identity', 'product', 'finance', 'notification'])('%s brings nothing to the gateways', async (user) => {
    const gateway = await connectAs('gateway');
    const heard: string[] = [];
    gateway.subscribe('limits.usage', { callback: (_, message) => void heard.push(message.string()) });
    await gateway.flush();
    const attacker = await connectAs(user);
    await jetstream(attacker).publish(`events.${user}.attack`, 'you have used it all');
    for (const api of apis) {
      const push = { deliver_subject: 'limits.usage', ack_policy: 'none', deliver_policy: 'all' };
      const request = (config: object) => JSON.stringify({ stream_name: 'EVENTS', config: { ...push, ...config } });
      attacker.publish(`${api}.CONSUMER.DURABLE.CREATE.EVENTS.${user}`, request({ durable_name: user }));
      attacker.publish(`${api}.CONSUMER.CREATE.EVENTS.${user}`, request({ name: user }));
      const filtered = request({ name: user, filter_subject: `events.${user}.>` });
      attacker.publish(`${api}.CONSUMER.CREATE.EVENTS.${user}.events.${user}.>`, filtered);
      // The broker sends the answer to the reply subject, although the caller may not publish there.
      attacker.publish(`${api}.CONSUMER.MSG.NEXT.EVENTS.${user}`, '10', { reply: 'limits.usage' });
      attacker.publish(`${api}.STREAM.INFO.EVENTS`, '', { reply: 'limits.usage' });
    }
    attacker.publish(`events.${user}.attack`, 'stored', { reply: 'limits.usage' });
    await attacker.flush();
    // After this request, the broker has sent all deliveries.
    await (await admin()).streams.info('EVENTS');
    await gateway.flush();
    expect(heard).toEqual([]);
  });

  test('nothing is stored but under its own name', async () => {
    const manager = await admin();
    const before = await subjectsOf('ACCESS');
    const attacker = await connectAs('notification');
    await jetstream(attacker).publish('events.notification.attack', JSON.stringify({ kind: 'revoked' }));
    for (const reply of ['access.revoked.all', 'events.identity.user.deleted', 'dead.product']) {
      for (const api of apis) attacker.publish(`${api}.CONSUMER.MSG.NEXT.EVENTS.notification`, '1', { reply });
    }
    await attacker.flush();
    expect(await subjectsOf('ACCESS')).toEqual(before);
    const subjects = await subjectsOf('EVENTS');
    expect(subjects.filter((subject) => subject.startsWith('events.identity.user'))).toEqual([]);
    expect((await manager.streams.info('DEAD')).state.messages).toBe(0);
  });

  async function subjectsOf(stream: string): Promise<string[]> {
    const { state } = await (await admin()).streams.info(stream, { subjects_filter: '>' });
    return Object.keys(state.subjects ?? {});
  }
});

describe("another service's event", () => {
  const readers = ['identity', 'notification'] as const;

  test.each(readers)('%s does not take it from the wrong subject, and puts it aside', async (reader) => {
    const handled: string[] = [];
    const bus = await busOf(reader);
    const consumer = bus.consume({
      ...subscriptions[reader],
      handle: async (message) => void handled.push(message.envelope.id),
    });
    consumers.push(consumer);
    await consumer.start();
    const finance = await busOf('finance');
    const forged = [
      // A subject of finance with an event type of another service, in the subject and only in the envelope.
      ['events.finance.user.deleted', 'user.deleted'],
      ['events.finance.order.created', 'user.deleted'],
    ] as const;
    for (const [index, [subject, type]] of forged.entries()) {
      const id = `forged-${reader}-${index}`;
      await finance.publish(subject, envelope(id, type), { id });
    }
    const honest = `honest-${reader}`;
    await finance.publish('events.finance.order.created', envelope(honest, 'order.created'), { id: honest });
    await eventually(() => handled.includes(honest));
    const buried = await eventually(() => letters(reader, forged.length));
    expect(buried.sort()).toEqual(forged.map((_, index) => `forged-${reader}-${index}`));
    expect(handled.filter((id) => id.startsWith('forged'))).toEqual([]);
  });

  /** Ids of the forged dead letters of a service; false while there are fewer than `count`. */
  async function letters(reader: string, count: number): Promise<string[] | false> {
    const manager = await admin();
    const { state } = await manager.streams.info('DEAD');
    const ids: string[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const message = await manager.streams.getMessage('DEAD', { seq });
      if (message?.subject !== `dead.${reader}`) continue;
      const { id } = parsed(message.string());
      if (id?.startsWith(`forged-${reader}`)) ids.push(id);
    }
    return ids.length === count && ids;
  }
});

function parsed(text: string): { id?: string } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
