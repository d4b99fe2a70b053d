import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mongo as driver } from 'mongoose';
import { AppError } from '#chassis/domain/errors.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import { pickPorts } from '../../../deploy/local/ports.ts';
import { dropStore, openTestStore, sharedMongo, startEngine } from '../../support/backends/mongo.ts';
import { eventually } from '../../support/eventually.ts';
import { aThing, thingsOf } from '../../support/writing.ts';

const mongo = await sharedMongo();
afterAll(() => mongo.stop());

test('an id is unique and rises', () => {
  const ids = Array.from({ length: 1000 }, newId);
  expect(new Set(ids).size).toBe(1000);
  expect(ids.toSorted()).toEqual(ids);
});

describe('a store that is up', () => {
  let store: Store;
  beforeEach(async () => {
    store = await openTestStore(mongo);
    thingsOf(store);
    await store.start();
  });
  afterEach(() => dropStore(store));

  test('a store that has started is ready, and has the indexes of its models', async () => {
    expect(store.ready()).toBe(true);
    const indexes = await thingsOf(store).collection.indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { orgId: 1, name: 1 }, unique: true }));
  });

  test('what a transaction throws undoes it, and it is not run again', async () => {
    let runs = 0;
    const failing = store.transaction(async (session) => {
      runs++;
      await thingsOf(store).insertMany([aThing()], { session });
      throw new AppError('not_found', 'Thing not found');
    });
    await expect(failing).rejects.toMatchObject({ code: 'not_found' });
    expect([runs, await thingsOf(store).countDocuments()]).toEqual([1, 0]);
  });

  test('a transaction is run again after a transient error, from the start', async () => {
    let runs = 0;
    await store.transaction(async (session) => {
      runs++;
      await thingsOf(store).insertMany([aThing()], { session });
      if (runs === 1) throw transientError();
    });
    expect([runs, await thingsOf(store).countDocuments()]).toEqual([2, 1]);
  });

  test('a transaction that never succeeds ends by its deadline', async () => {
    const losing = store.transaction(async () => Promise.reject(transientError()), Date.now() + 200);
    await expect(losing).rejects.toMatchObject({ code: 'upstream_unavailable', retryAfter: 1 });
  });
});

function transientError(): Error {
  return new driver.MongoServerError({ message: 'Lost', code: 112, errorLabels: ['TransientTransactionError'] });
}

test('a command ends with its connection, though the socket had just been destroyed', async () => {
  const store = await openTestStore(mongo);
  await store.start();
  const server = [...(store.connection.getClient() as unknown as DriverClient).topology.s.servers.values()][0];
  // The connection of the driver's monitor, which checks the server.
  const connection = await eventually(() => server?.monitor.connection ?? false);
  // When a server is killed, Node destroys the socket some time before it emits `close`.
  connection.socket.destroy();
  const question = connection.command({ db: 'admin' }, { ping: 1 });
  await expect(question).rejects.toThrow(/closed/);
  await dropStore(store);
});

test('a store opens while the database is down, says so, and connects when it is there', async () => {
  const [port = 0] = await pickPorts(1);
  const store = await openTestStore({ url: `mongodb://127.0.0.1:${port}/?serverSelectionTimeoutMS=300` });
  thingsOf(store);
  expect(store.ready()).toBe('MongoDB is not connected');
  const writing = store.transaction(async () => 'written', Date.now() + 300);
  await expect(writing).rejects.toMatchObject({ code: 'upstream_unavailable', retryAfter: 2 });
  const engine = await startEngine(port);
  await store.start();
  await eventually(() => store.ready() === true);
  expect(await store.transaction(async () => 'written')).toBe('written');
  await store.close();
  await engine.stop();
}, 40_000);

test('a store closes while the database is down', async () => {
  const [port = 0] = await pickPorts(1);
  const store = await openTestStore({ url: `mongodb://127.0.0.1:${port}/?serverSelectionTimeoutMS=300` });
  await store.close();
  expect(store.ready()).not.toBe(true);
}, 20_000);

test('a connection that falls silent is given up after the longest deadline, and the read goes over another', async () => {
  const line = await openLine(Number(new URL(mongo.url).port));
  const url = new URL(mongo.url);
  url.port = String(line.port);
  url.searchParams.delete('replicaSet');
  url.searchParams.set('directConnection', 'true');
  const store = await openTestStore({ url: url.href });
  thingsOf(store);
  await store.start();
  line.fallSilent();
  expect(await thingsOf(store).findOne({}).lean()).toBeNull();
  line.close();
  await store.close();
}, 40_000);

/** Internal fields of the driver: the connection that monitors a server. */
interface DriverClient {
  topology: { s: { servers: Map<string, { monitor: { connection: DriverConnection | null } }> } };
}

interface DriverConnection {
  socket: Socket;
  command(namespace: { db: string }, command: object): Promise<unknown>;
}

/** A TCP proxy to a port on this machine. `fallSilent` makes its connections drop all data, without closing them. */
async function openLine(to: number) {
  const ends: Socket[] = [];
  const server = createServer((near) => {
    const far = createConnection({ host: '127.0.0.1', port: to });
    near.pipe(far).pipe(near);
    for (const end of [near, far]) ends.push(end.on('error', () => undefined));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent: () => ends.forEach((end) => void end.unpipe().resume()),
    close() {
      for (const end of ends) end.destroy();
      server.close();
    },
  };
}
