import { afterAll, afterEach, beforeEach, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { AppError } from '#chassis/domain/errors.ts';
import { type Bus, connectBus } from '#chassis/messaging/bus.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import { type Access, createAccess } from '../../../gateway/auth/access-changes.ts';
import { startOfAccessChanges } from '../../../services/identity/access/domain/revocation.ts';
import { createAccessPublisher } from '../../../services/identity/access/publisher.ts';
import { type RevocationRepository, revocationRepository } from '../../../services/identity/access/repository.ts';
import { dropStore, openTestStore, sharedMongo } from '../../support/backends/mongo.ts';
import { startNats, type TestNats } from '../../support/backends/nats.ts';
import { eventually } from '../../support/eventually.ts';
import { declareTopology } from '../../support/topology.ts';

/**
 * Tests the publisher of identity and the reader of the gateway with a real broker. `identityAnswers` decides whether
 * the rpc of identity answers.
 */
const logger = createLogger('test', 'silent');
const mongo = await sharedMongo();
afterAll(() => mongo.stop());
let store: Store;
let nats: TestNats;
let revocations: RevocationRepository;
let identityAnswers: boolean;
const running: { parts: Component[]; buses: Bus[] } = { parts: [], buses: [] };

beforeEach(async () => {
  identityAnswers = true;
  nats = await startNats();
  await declareTopology(nats.url);
  store = await openTestStore(mongo);
  revocations = revocationRepository(store);
  await store.start();
}, 30_000);

afterEach(async () => {
  for (const part of running.parts.splice(0)) await part.stop?.();
  for (const bus of running.buses.splice(0)) await bus.close();
  await dropStore(store);
  await nats.stop();
}, 30_000);

async function newBus(name: string): Promise<Bus> {
  const bus = connectBus({ url: nats.url, name, logger });
  running.buses.push(bus);
  return bus;
}

async function startIdentity() {
  const publisher = createAccessPublisher({ bus: await newBus('identity'), revocations, instance: newId(), logger });
  await publisher.start?.();
  running.parts.push(publisher);
  return publisher;
}

async function startGateway(): Promise<Access> {
  const list = async ({ since, after }: { since?: string; after: string }) => {
    if (!identityAnswers) throw new AppError('upstream_unavailable', 'Service identity is unavailable');
    const now = new Date();
    return { ...(await revocations.page(startOfAccessChanges(since, now), after)), as_of: now.toISOString() };
  };
  const access = createAccess({ bus: await newBus('gateway'), list, logger });
  await access.start?.();
  running.parts.push(access);
  return access;
}

/** Ends a session in the database, and publishes nothing, like a process that dies right after its commit. */
async function endSession(): Promise<string> {
  const id = newId();
  const revocation = { id: newId(), sessions: [id], keys: [], at: new Date() };
  await store.transaction((session) => revocations.insert(revocation, session));
  return id;
}

const ready = (access: Access) => eventually(() => access.ready?.() === true);
const knows = (access: Access, session: string, within: number) =>
  eventually(() => access.isEnded(session), within).then(() => access.confirm());

test('every gateway hears of an ended session at once when it is announced', async () => {
  const publisher = await startIdentity();
  const gateways = [await startGateway(), await startGateway()];
  await Promise.all(gateways.map(ready));
  const session = await endSession();
  publisher.announce();
  await Promise.all(gateways.map((access) => knows(access, session, 1_000)));
});

test('a gateway that starts later, while identity does not answer, learns the last hour from the stream', async () => {
  await startIdentity();
  await knows(await startGateway(), await endSession(), 5_000);
  const session = await endSession();
  identityAnswers = false;
  const late = await startGateway();
  await ready(late);
  await knows(late, session, 5_000);
});

test('a broker that goes is made up for by asking, and taken up again when it is back', async () => {
  await startIdentity();
  const access = await startGateway();
  await ready(access);
  await nats.kill();
  await knows(access, await endSession(), 5_000);
  await nats.restart();
  identityAnswers = false;
  const session = await endSession();
  // The revocation can arrive before the heartbeat of its publisher.
  await eventually(async () => {
    await access.confirm();
    return access.isEnded(session);
  }, 10_000);
}, 60_000);

test('a stream that was lost is filled again, and followed from its beginning', async () => {
  await startIdentity();
  const access = await startGateway();
  const session = await endSession();
  await knows(access, session, 20_000);
  const connection = await connect({ servers: nats.url });
  const { streams } = await jetstreamManager(connection);
  await streams.delete('ACCESS');
  await declareTopology(nats.url);
  identityAnswers = false;
  await eventually(async () => (await streams.info('ACCESS')).state.messages > 1);
  const late = await startGateway();
  await ready(late);
  await knows(late, session, 20_000);
  await knows(access, await endSession(), 20_000);
  await connection.close();
}, 90_000);
