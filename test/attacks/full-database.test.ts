import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { mongo } from 'mongoose';
import { connectEventBus, type EventBus } from '#chassis/messaging/event-bus.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { databaseFault } from '#chassis/mongo/transaction.ts';
import { fromStatus, toStatus } from '#chassis/rpc/status.ts';
import { subscriptions } from '#proto/common/v1/events.contract.ts';
import { dropStore, openTestStore, sharedMongo, silent, type TestMongo } from '../support/backends/mongo.ts';
import { startNats, type TestNats } from '../support/backends/nats.ts';
import { eventually } from '../support/eventually.ts';
import { declareTopology } from '../support/topology.ts';

/**
 * While the disk of the database is full, writes must wait. No event may become a dead letter, and no answer may be a
 * 500.
 */
let server: TestMongo;
let store: Store;
let nats: TestNats;
let connection: NatsConnection;
let bus: EventBus;

beforeAll(async () => {
  [server, nats] = await Promise.all([sharedMongo(), startNats()]);
  store = await openTestStore(server);
  await store.start();
  await declareTopology(nats.url);
  connection = await connect({ servers: nats.url });
  bus = connectEventBus({ url: nats.url, name: 'test', logger: silent });
  await eventually(() => bus.connected() === true);
}, 60_000);
afterAll(async () => {
  await bus.close();
  await connection.close();
  await dropStore(store);
  await Promise.all([server.stop(), nats.stop()]);
}, 30_000);

const full = () => new mongo.MongoServerError({ code: 14031, codeName: 'OutOfDiskSpace', message: 'no space left' });

test('an event that meets a full database waits for room, and is handled once', async () => {
  let attempts = 0;
  const consumer = bus.consume({
    ...subscriptions.notification,
    handle: (message) =>
      store.transaction(async (session) => {
        attempts++;
        if (attempts <= 4) throw full();
        await store.connection.collection('events').insertOne({ id: message.envelope.id }, { session });
      }),
  });
  await consumer.start();
  const envelope = { id: 'evt_1', type: 'client.created', org_id: 'o1', sequence: 1, data: {} };
  await bus.publish('events.product.client.created', JSON.stringify(envelope), { id: envelope.id });
  const manager = await jetstreamManager(connection);
  await eventually(async () => {
    const { delivered, num_ack_pending } = await manager.consumers.info('EVENTS', 'notification');
    expect([attempts, delivered.consumer_seq, num_ack_pending]).toEqual([5, 1, 0]);
  }, 20_000);
  expect(await store.connection.collection('events').countDocuments()).toBe(1);
  expect((await manager.streams.info('DEAD')).state.messages).toBe(0);
  await consumer.stop();
}, 30_000);

test('a write that meets a full database is refused by its name, not as a bug', () => {
  const { metadata, ...status } = toStatus(databaseFault(full()));
  const answer = fromStatus(Object.assign(new Error(status.details), status, { metadata }), 'product');
  expect(answer).toMatchObject({
    code: 'upstream_unavailable',
    message: 'Service product is unavailable: The database has no room left',
    retryAfter: 5,
  });
});
