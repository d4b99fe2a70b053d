import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import { connect } from '@nats-io/transport-node';
import { AppError } from '#chassis/domain/errors.ts';
import type { Envelope } from '#chassis/domain/record.ts';
import { type Consumer, Unreadable } from '#chassis/messaging/consumer.ts';
import { connectEventBus, type EventBus, type EventMessage } from '#chassis/messaging/event-bus.ts';
import { silent } from '../../support/backends/mongo.ts';
import { startNats } from '../../support/backends/nats.ts';
import { eventually } from '../../support/eventually.ts';
import { declareTopology } from '../../support/topology.ts';

const nats = await startNats();
afterAll(() => nats.stop());
let bus: EventBus;
let connection: NatsConnection;
let manager: JetStreamManager;
let consumers: Consumer[] = [];
const tester = { durable: 'tester', filters: ['events.product.>'] };
const owners = new Map([
  ['client', 'product'],
  ['style', 'product'],
  ['user', 'identity'],
]);

beforeEach(async () => {
  connection = await connect({ servers: nats.url });
  manager = await jetstreamManager(connection);
  await declareTopology(nats.url, tester);
  bus = connectEventBus({ url: nats.url, name: 'test', logger: silent });
  await eventually(() => bus.connected() === true);
});
afterEach(async () => {
  for (const consumer of consumers) await consumer.stop();
  consumers = [];
  for await (const { config } of manager.streams.list()) await manager.streams.delete(config.name);
  await bus.close();
  await connection.close();
});

let made = 0;
function anEnvelope(type = 'client.created'): Envelope {
  const id = `evt_${++made}`;
  return { id, type, timestamp: new Date().toISOString(), api_version: 'v1', org_id: 'o1', sequence: 1, data: { id } };
}

async function publish(envelope: Envelope, subject = `events.product.${envelope.type}`): Promise<Envelope> {
  await bus.publish(subject, JSON.stringify(envelope), { id: envelope.id });
  return envelope;
}

async function consume(
  handle: (message: EventMessage) => Promise<void>,
  options: { concurrency?: number; filters?: string[] } = {},
) {
  const consumer = bus.consume({ ...tester, owners, handle, ...options });
  consumers.push(consumer);
  await consumer.start();
  return consumer;
}

async function deadLetters(): Promise<{ subject: string; payload: string; headers: (name: string) => string }[]> {
  const { state } = await manager.streams.info('DEAD');
  const letters = [];
  for (let seq = 1; seq <= state.last_seq; seq++) {
    const message = await manager.streams.getMessage('DEAD', { seq });
    if (!message) continue;
    const { subject, header } = message;
    letters.push({ subject, payload: message.string(), headers: (name: string) => header.get(name) });
  }
  return letters;
}

const pending = async () => {
  const info = await manager.consumers.info('EVENTS', 'tester');
  return info.num_pending + info.num_ack_pending;
};

test('a message with an id that the stream has is dropped', async () => {
  const envelope = await publish(anEnvelope());
  await publish(envelope);
  expect(await bus.streamState()).toMatchObject({ messages: 1 });
});

test('an event that is handled is acknowledged, and never comes again', async () => {
  const seen: string[] = [];
  const first = await consume(async ({ envelope }) => void seen.push(envelope.id));
  const envelope = await publish(anEnvelope());
  await eventually(async () => seen.length === 1 && (await pending()) === 0);
  await first.stop();
  await consume(async ({ envelope }) => void seen.push(envelope.id));
  const later = await publish(anEnvelope());
  await eventually(() => seen.length === 2);
  expect(seen).toEqual([envelope.id, later.id]);
});

test('an event that was not handled comes again after a pause, and says so', async () => {
  const deliveries: boolean[] = [];
  await consume(async ({ redelivered }) => {
    deliveries.push(redelivered);
    if (deliveries.length < 3) throw new Error('Not yet');
  });
  await publish(anEnvelope());
  await eventually(async () => deliveries.length === 3 && (await pending()) === 0);
  expect(deliveries).toEqual([false, true, true]);
});

test.each([
  ['not JSON', 'not json'],
  ['no envelope', '{"id": 7}'],
  ['JSON of another kind', '[]'],
])('a message that is %s goes to the dead letters at once and stops nothing', async (_what, poison) => {
  const seen: string[] = [];
  await consume(async ({ envelope }) => void seen.push(envelope.id));
  await bus.publish('events.product.client.created', poison, { id: 'poison', headers: { Actor: 'user:u1' } });
  const good = await publish(anEnvelope());
  await eventually(async () => seen.includes(good.id) && (await pending()) === 0);
  const [letter, ...others] = await deadLetters();
  expect(others).toEqual([]);
  expect(letter).toMatchObject({ subject: 'dead.tester', payload: poison });
  expect(letter?.headers('Subject')).toBe('events.product.client.created');
  expect(letter?.headers('Reason')).toMatch(/Message is no/);
  expect(letter?.headers('Actor')).toBe('user:u1');
});

test('a message that its handler cannot read goes to the dead letters at once', async () => {
  let deliveries = 0;
  await consume(async () => {
    deliveries++;
    throw new Unreadable('A client without\na name');
  });
  const envelope = await publish(anEnvelope());
  await eventually(async () => (await deadLetters()).length === 1);
  const [letter] = await deadLetters();
  expect(letter).toMatchObject({ payload: JSON.stringify(envelope) });
  expect(letter?.headers('Reason')).toBe('Error: A client without a name');
  expect(deliveries).toBe(1);
  await eventually(async () => (await pending()) === 0);
});

test('what waits for something that is down is no dead letter, however often it comes', async () => {
  let deliveries = 0;
  await consume(async () => {
    deliveries++;
    if (deliveries < 3) throw new AppError('upstream_unavailable', 'The database is unavailable');
  });
  await publish(anEnvelope());
  await eventually(async () => deliveries === 3 && (await pending()) === 0);
  expect((await manager.consumers.info('EVENTS', 'tester')).delivered.consumer_seq).toBe(1);
  expect(await deadLetters()).toEqual([]);
});

test('what was interrupted many times and then fails for the first time comes again', async () => {
  await publish(anEnvelope());
  const interrupted = await jetstream(connection).consumers.get('EVENTS', 'tester');
  for (let times = 0; times < 8; times++) (await interrupted.next())?.nak();
  let deliveries = 0;
  const consumer = await consume(async () => {
    deliveries++;
    throw new Error('Not yet');
  });
  await eventually(() => deliveries === 1);
  await consumer.stop();
  expect(await deadLetters()).toEqual([]);
  expect(await pending()).toBe(1);
});

test('with several filters, nothing else arrives', async () => {
  const filters = ['events.product.client.*', 'events.identity.>'];
  await declareTopology(nats.url, { ...tester, filters });
  const seen: string[] = [];
  await consume(async ({ envelope }) => void seen.push(envelope.type), { filters });
  for (const type of ['client.created', 'style.created', 'client.deleted']) await publish(anEnvelope(type));
  await publish(anEnvelope('user.created'), 'events.identity.user.created');
  await eventually(async () => seen.length === 3 && (await pending()) === 0);
  expect(seen.sort()).toEqual(['client.created', 'client.deleted', 'user.created']);
});

test('what a newer version subscribed to is left to it', async () => {
  await declareTopology(nats.url, { ...tester, filters: ['events.product.>', 'events.identity.>'] });
  const seen: string[] = [];
  await consume(async ({ envelope }) => void seen.push(envelope.type));
  await publish(anEnvelope('user.created'), 'events.identity.user.created');
  await publish(anEnvelope());
  await eventually(() => seen.length === 1);
  expect(seen).toEqual(['client.created']);
  // The event stays pending, so that it is delivered again to a process of the newer version.
  await eventually(async () => (await pending()) === 1);
  expect(await deadLetters()).toEqual([]);
});

test('events of a resource that nobody is known to own come again, to a newer process maybe', async () => {
  await consume(async () => {});
  await publish(anEnvelope('warehouse.created'));
  await eventually(async () => (await manager.consumers.info('EVENTS', 'tester')).num_redelivered === 1);
  expect(await deadLetters()).toEqual([]);
});

test('a slow handler gets nothing twice, and no more than it can handle is taken', async () => {
  const gate = Promise.withResolvers<void>();
  const seen: string[] = [];
  await consume(
    async ({ envelope }) => {
      seen.push(envelope.id);
      await gate.promise;
    },
    { concurrency: 4 },
  );
  const events = await Promise.all(Array.from({ length: 10 }, () => publish(anEnvelope())));
  const info = () => manager.consumers.info('EVENTS', 'tester');
  await eventually(async () => (await info()).num_ack_pending === 4);
  const { ack_wait = 0 } = (await info()).config;
  // Wait longer than the ack wait. Without a sign of work, the broker would then deliver the messages again.
  const end = Date.now() + ack_wait / 1e6 + 1500;
  await eventually(() => Date.now() > end, 20_000);
  expect(seen).toHaveLength(4);
  expect(await info()).toMatchObject({ num_ack_pending: 4, num_redelivered: 0, num_pending: 6 });
  gate.resolve();
  await eventually(async () => seen.length === events.length && (await pending()) === 0);
}, 40_000);

test('of large messages no more are in hand than 16 MiB, whatever is handled at once', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let [running, done, most] = [0, 0, 0];
  const large = 'x'.repeat(250 * 1024);
  const COUNT = 90;
  for (let index = 0; index < COUNT; index++) {
    const envelope = anEnvelope();
    await publish({ ...envelope, data: { ...envelope.data, large } });
  }
  await consume(
    async () => {
      most = Math.max(most, ++running);
      await opened;
      running--;
      done++;
    },
    { concurrency: 256 },
  );
  await eventually(() => running >= 64);
  const taken = await manager.consumers.info('EVENTS', 'tester');
  expect(taken.num_ack_pending).toBe(64);
  open();
  await eventually(async () => done === COUNT && (await pending()) === 0, 20_000);
  expect(most * large.length).toBeLessThanOrEqual(16 * 1024 * 1024);
}, 30_000);

/**
 * Delivers all messages `times` times to a consumer that rejects them, like a process that ends before it acknowledges.
 */
async function deliverInVain(times: number, messages: number): Promise<void> {
  const consumer = await jetstream(connection).consumers.get('EVENTS', 'tester');
  for (let time = 0; time < times; time++) {
    const taken = await consumer.fetch({ max_messages: messages, expires: 5000 });
    for await (const message of taken) message.nak();
  }
}

test('a message that ends the processes that handle it is given up at its thirtieth delivery', async () => {
  const envelope = await publish(anEnvelope());
  await deliverInVain(29, 1);
  const seen: string[] = [];
  await consume(async ({ envelope }) => void seen.push(envelope.id));
  const later = await publish(anEnvelope());
  await eventually(async () => seen.includes(later.id) && (await pending()) === 0);
  expect(seen).toEqual([later.id]);
  const [letter] = await deadLetters();
  expect(letter).toMatchObject({ subject: 'dead.tester', payload: JSON.stringify(envelope) });
  expect(letter?.headers('Reason')).toContain('Delivered 30 times and never answered');
});

test.each([
  ['the first on', 3, (ids: string[]) => ids],
  ['the last on, next time', 4, (ids: string[]) => ids.toReversed()],
])('what was delivered often is handled alone, from %s', async (_what, delivery, inOrder) => {
  const ids: string[] = [];
  for (let index = 0; index < 3; index++) ids.push((await publish(anEnvelope())).id);
  await deliverInVain(delivery - 1, ids.length);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const [begun, together]: [string[], number[]] = [[], []];
  let running = 0;
  await consume(async ({ envelope }) => {
    begun.push(envelope.id);
    together.push(++running);
    if (begun.length === 1) await opened;
    running--;
  });
  await eventually(() => begun.length === 1);
  const fresh = await publish(anEnvelope());
  await eventually(async () => (await manager.consumers.info('EVENTS', 'tester')).num_ack_pending === 4);
  open();
  await eventually(async () => begun.length === 4 && (await pending()) === 0);
  expect(begun.filter((id) => id !== fresh.id)).toEqual(inOrder(ids));
  expect(together).toEqual([1, 1, 1, 1]);
});

test('what was delivered often and waits for something that is down holds up no other', async () => {
  const often = await publish(anEnvelope());
  await deliverInVain(4, 1);
  const seen: string[] = [];
  let fresh = '';
  await consume(async ({ envelope }) => {
    if (envelope.id === often.id && !seen.includes(fresh))
      throw new AppError('upstream_unavailable', 'The database is unavailable');
    seen.push(envelope.id);
  });
  fresh = (await publish(anEnvelope())).id;
  await eventually(async () => seen.length === 2 && (await pending()) === 0);
  expect(seen).toEqual([fresh, often.id]);
});

test('a stream that was lost while it was consumed is consumed on when it is declared again', async () => {
  const seen: string[] = [];
  await consume(async ({ envelope }) => void seen.push(envelope.id));
  await publish(anEnvelope());
  await eventually(() => seen.length === 1);
  await manager.streams.delete('EVENTS');
  await declareTopology(nats.url, tester);
  const later = await publish(anEnvelope());
  await eventually(() => seen.includes(later.id), 20_000);
}, 30_000);

test('a consumer that stops lets what it handles end', async () => {
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let ended = false;
  const consumer = await consume(async () => {
    begun.resolve();
    await release.promise;
    ended = true;
  });
  await publish(anEnvelope());
  await begun.promise;
  const stopping = consumer.stop();
  release.resolve();
  await stopping;
  expect(ended).toBe(true);
});
