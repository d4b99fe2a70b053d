import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { connectEventBus, type EventBus, type EventMessage } from '#chassis/messaging/event-bus.ts';
import { openOutbox } from '#chassis/messaging/outbox.ts';
import { createRelay, type Relay } from '#chassis/messaging/relay.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { createWriter } from '#chassis/unit-of-work/write.ts';
import { dropStore, openTestStore, sharedMongo, silent } from '../../support/backends/mongo.ts';
import { startNats } from '../../support/backends/nats.ts';
import { eventually } from '../../support/eventually.ts';
import { declareTopology } from '../../support/topology.ts';
import { aThing, createThing, deadRelay, writeCall, writeThing } from '../../support/writing.ts';

const [mongo, nats] = await Promise.all([sharedMongo(), startNats()]);
afterAll(async () => {
  await nats.stop();
  await mongo.stop();
});
let store: Store;
const watcher = { durable: 'watcher', filters: ['events.product.>'] };
let running: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  store = await openTestStore(mongo);
  await declareTopology(nats.url, watcher);
});
afterEach(async () => {
  for (const part of running.reverse()) await part.stop();
  running = [];
  await deleteStreams();
  await dropStore(store);
});

/** Starts the bus and the relay of a publishing process. */
async function startProcess(): Promise<{ bus: EventBus; relay: Relay }> {
  const bus = connectEventBus({ url: nats.url, name: 'test', logger: silent });
  const relay = createRelay({ store, bus, service: 'product', logger: silent });
  await store.start();
  await relay.start();
  running.push(bus, relay);
  return { bus, relay };
}

/** Starts a consumer of all events. Returns the list to which it adds the received messages. */
async function startConsumer(bus: EventBus): Promise<EventMessage[]> {
  const messages: EventMessage[] = [];
  const consumer = bus.consume({
    ...watcher,
    owners: new Map([['thing', 'product']]),
    handle: async (message) => void messages.push(message),
  });
  await consumer.start();
  running.push(consumer);
  return messages;
}

const isReady = (bus: EventBus) => eventually(() => bus.connected() === true);
const idsOf = (messages: EventMessage[]) => [...new Set(messages.map(({ envelope }) => envelope.id))].sort();
const allPublished = () =>
  eventually(async () => (await openOutbox(store).countDocuments({ publishedAt: null })) === 0, 20_000);

async function deleteStreams(): Promise<void> {
  const connection = await connect({ servers: nats.url });
  const { streams } = await jetstreamManager(connection);
  for await (const { config } of streams.list()) await streams.delete(config.name);
  await connection.close();
}

test('an event is published right after its commit, with what its receivers need, and marked', async () => {
  const { bus, relay } = await startProcess();
  await isReady(bus);
  const messages = await startConsumer(bus);
  const writer = createWriter({ store, service: 'product', relay });
  const thing = aThing();
  const { eventId } = await writeThing(store, writer, thing, {
    ...writeCall({ address: '192.0.2.1' }),
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  });
  await eventually(() => messages.length === 1);
  expect(messages[0]).toMatchObject({
    subject: 'events.product.thing.created',
    actor: 'user:u1',
    address: '192.0.2.1',
    requestId: 'req-1',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    redelivered: false,
    envelope: { id: eventId, type: 'thing.created', org_id: 'o1', data: { id: thing._id } },
  });
  await allPublished();
});

test('what a process left behind that was killed after the commit is published once another runs', async () => {
  await store.start();
  const killed = createWriter({ store, service: 'product', relay: deadRelay() });
  const written = await Promise.all([writeThing(store, killed, aThing()), createThing(store, killed, aThing())]);
  const { bus } = await startProcess();
  const messages = await startConsumer(bus);
  await eventually(() => messages.length === 2);
  await allPublished();
  expect(idsOf(messages)).toEqual(written.map(({ eventId }) => eventId).sort());
}, 20_000);

test('two processes sweep one outbox and publish every event once', async () => {
  await store.start();
  const killed = createWriter({ store, service: 'product', relay: deadRelay() });
  await Promise.all(Array.from({ length: 50 }, () => createThing(store, killed, aThing())));
  const { bus } = await startProcess();
  await startProcess();
  const messages = await startConsumer(bus);
  await allPublished();
  await eventually(() => idsOf(messages).length === 50);
  expect(messages).toHaveLength(50);
}, 20_000);

test('writes succeed while the bus is down, and their events arrive when it is back', async () => {
  const { bus, relay } = await startProcess();
  await isReady(bus);
  const writer = createWriter({ store, service: 'product', relay });
  await nats.kill();
  await eventually(() => bus.connected() !== true);
  const written = await Promise.all(Array.from({ length: 10 }, () => createThing(store, writer, aThing())));
  expect(await openOutbox(store).countDocuments({ publishedAt: null })).toBe(10);
  expect(relay.degraded?.()).toBeUndefined();
  await openOutbox(store).updateMany({ publishedAt: null }, { createdAt: new Date(Date.now() - 40_000) });
  await eventually(() => expect(relay.degraded?.()).toMatch(/^events do not leave: the oldest has waited 4\d s$/));
  await nats.restart();
  const messages = await startConsumer(bus);
  await eventually(() => idsOf(messages).length === 10, 20_000);
  expect(idsOf(messages)).toEqual(written.map(({ eventId }) => eventId).sort());
  await allPublished();
  await eventually(() => expect(relay.degraded?.()).toBeUndefined());
}, 40_000);

test('a process stops while the bus is down', async () => {
  const { bus } = await startProcess();
  await isReady(bus);
  await startConsumer(bus);
  await nats.kill();
  await eventually(() => bus.connected() !== true);
  const parts = running.splice(0).reverse();
  for (const part of parts) await part.stop();
  await nats.restart();
  expect(parts).toHaveLength(3);
}, 20_000);

test('a process starts while the bus is down, says that it is not ready, and connects later', async () => {
  await nats.kill();
  const { bus, relay } = await startProcess();
  expect(bus.connected()).toBe('NATS is not connected');
  const written = await writeThing(store, createWriter({ store, service: 'product', relay }), aThing());
  await nats.restart();
  await isReady(bus);
  const messages = await startConsumer(bus);
  await eventually(() => idsOf(messages).includes(written.eventId), 20_000);
}, 40_000);

test.each([
  ['deleted', (name: string, { streams }: Streams) => streams.delete(name)],
  ['purged', (name: string, { streams }: Streams) => streams.purge(name)],
])(
  'a stream that was %s is filled again from the outbox',
  async (_how, lose) => {
    const { bus, relay } = await startProcess();
    await isReady(bus);
    const writer = createWriter({ store, service: 'product', relay });
    const written = await Promise.all(Array.from({ length: 10 }, () => createThing(store, writer, aThing())));
    await allPublished();
    const connection = await connect({ servers: nats.url });
    await lose('EVENTS', await jetstreamManager(connection));
    await connection.close();
    await declareTopology(nats.url, watcher);
    const messages = await startConsumer(bus);
    await eventually(() => idsOf(messages).length === 10, 20_000);
    expect(idsOf(messages)).toEqual(written.map(({ eventId }) => eventId).sort());
    await allPublished();
  },
  40_000,
);

type Streams = Awaited<ReturnType<typeof jetstreamManager>>;
