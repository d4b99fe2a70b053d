import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { AckPolicy, type JetStreamManager, jetstreamManager, RetentionPolicy } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import { connect } from '@nats-io/transport-node';
import { createDeclarer } from '../../../services/topology/declarer.ts';
import { reconcile } from '../../../services/topology/reconcile.ts';
import { topology } from '../../../services/topology/topology.ts';
import { silent } from '../../support/backends/mongo.ts';
import { startNats } from '../../support/backends/nats.ts';
import { eventually } from '../../support/eventually.ts';

const nats = await startNats();
afterAll(() => nats.stop());
let connection: NatsConnection;
let manager: JetStreamManager;

beforeEach(async () => {
  connection = await connect({ servers: nats.url });
  manager = await jetstreamManager(connection);
});
afterEach(async () => {
  for await (const { config } of manager.streams.list()) await manager.streams.delete(config.name);
  await connection.close();
});

const declare = () => reconcile(manager, topology(1), silent);

test('what is missing is declared, as the guarantee needs it', async () => {
  await declare();
  const { config } = await manager.streams.info('EVENTS');
  expect(config).toMatchObject({ subjects: ['events.>'], storage: 'file', discard: 'new', retention: 'limits' });
  expect([config.max_age / 1e9, config.duplicate_window / 1e9]).toEqual([7 * 24 * 3600, 120]);
  const consumers = (await manager.consumers.list('EVENTS').next()).map(({ name }) => name);
  expect(consumers.sort()).toEqual(['finance', 'identity', 'notification', 'product']);
  expect((await manager.streams.info('ACCESS')).config).toMatchObject({ max_msgs_per_subject: 1, allow_direct: true });
});

test('what is as declared is left alone', async () => {
  await declare();
  const said: unknown[] = [];
  const logger = { ...silent, info: (...line: unknown[]) => said.push(line) } as unknown as typeof silent;
  await reconcile(manager, topology(1), logger);
  expect(said).toEqual([]);
});

test('what an earlier version declared otherwise is changed, and keeps its messages and its place', async () => {
  await manager.streams.add({ name: 'EVENTS', subjects: ['events.>'], max_age: 1e9 * 3600 });
  // A consumer of an earlier version has one filter, which matches all events.
  await manager.consumers.add('EVENTS', {
    durable_name: 'finance',
    ack_policy: AckPolicy.Explicit,
    filter_subject: 'events.>',
    max_ack_pending: 10,
  });
  await manager.streams.add({ name: 'ACCESS', subjects: ['access.>'], max_msgs_per_subject: 1 });
  connection.publish('events.product.client.created', '{}');
  await eventually(async () => (await manager.streams.info('EVENTS')).state.messages === 1);

  await declare();
  expect((await manager.streams.info('EVENTS')).config.max_age / 1e9).toBe(7 * 24 * 3600);
  expect((await manager.streams.info('EVENTS')).state.messages).toBe(1);
  const { config, num_pending } = await manager.consumers.info('EVENTS', 'finance');
  const copied = ['client', 'supplier', 'style', 'material', 'bom'].map((kind) => `events.product.${kind}.*`);
  expect(config).toMatchObject({ filter_subjects: copied, max_ack_pending: 5000 });
  expect(num_pending).toBe(1);
  expect((await manager.streams.info('ACCESS')).config.allow_direct).toBe(true);
});

test('what can never change is named, and the rest is declared all the same', async () => {
  await manager.streams.add({ name: 'DEAD', subjects: ['dead.>'], retention: RetentionPolicy.Workqueue });
  await manager.streams.add({ name: 'EVENTS', subjects: ['events.>'] });
  await manager.consumers.add('EVENTS', { durable_name: 'finance', ack_policy: AckPolicy.None });
  await expect(declare()).rejects.toThrow(
    'Only a new stream DEAD could have another retention; Only a new consumer finance could have another ack_policy',
  );
  expect((await manager.consumers.info('EVENTS', 'product')).config.ack_policy).toBe('explicit');
});

test('what the server refuses is named, and the rest is declared all the same', async () => {
  await declare();
  await manager.consumers.delete('EVENTS', 'product');
  // A single server cannot keep three replicas of a stream.
  await expect(reconcile(manager, topology(3), silent)).rejects.toThrow(
    /^The server refuses num_replicas of stream EVENTS: .+; The server refuses num_replicas of stream ACCESS: .+/,
  );
  expect((await manager.consumers.info('EVENTS', 'product')).name).toBe('product');
});

test('a stream that is deleted while everything runs is declared again within seconds', async () => {
  const declarer = createDeclarer({ NATS_URL: nats.url, NATS_REPLICAS: 1 } as never, silent);
  await declarer.start?.();
  await eventually(() => declarer.ready?.() === true);
  await manager.streams.delete('EVENTS');
  await eventually(async () => (await manager.consumers.info('EVENTS', 'product')).name === 'product', 5000);
  await declarer.stop?.();
}, 20_000);

test('it waits for a broker that is away, and says so', async () => {
  const declarer = createDeclarer({ NATS_URL: 'nats://127.0.0.1:1', NATS_REPLICAS: 1 } as never, silent);
  await declarer.start?.();
  await eventually(() => /refused/i.test(String(declarer.ready?.())));
  await declarer.stop?.();
});
