import dns from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, connect as connectTcp, createServer } from 'node:net';
import { afterEach, expect, jest, test } from '@jest/globals';
import { databaseFault } from '#chassis/mongo/transaction.ts';
import { implement, unary } from '#chassis/rpc/endpoint.ts';
import { connect, type RpcClient } from '#chassis/rpc/grpc-client.ts';
import { type RunningServer, serveGrpc } from '#chassis/rpc/grpc-server.ts';
import { PeerChannel } from '#chassis/rpc/peer-channel.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import { client } from '#proto/product/v1/contract.ts';
import { eventually } from '../../support/eventually.ts';
import { aReply, certificatesOf, channelTo, clientService, logger, newClient, staff } from '../../support/grpc.ts';

/** Maximum age of a connection in milliseconds. A test lasts much longer, so it sees many connections. */
const CONNECTION_AGE = 300;
/** Loopback addresses of the replicas. All replicas have the same port, like the pods of a service. */
const [FIRST, SECOND, THIRD] = ['127.0.0.1', '127.0.0.2', '127.0.0.3'] as const;

const certificates = await certificatesOf('gateway', 'product');
let channel: PeerChannel;
let clients: RpcClient<'product', 'ClientService'>;
/** Number of calls that each replica has answered. */
let answered: Record<string, number>;
const running = new Map<string, RunningServer>();
/** Addresses that DNS returns. */
let addresses: string[];

afterEach(async () => {
  channel.close();
  for (const server of running.values()) await server.drain();
  running.clear();
  jest.restoreAllMocks();
});

async function startReplica(host: string, port = 0, connectionAge = CONNECTION_AGE): Promise<number> {
  const answer = async () => {
    answered[host] = (answered[host] ?? 0) + 1;
    return aReply;
  };
  const service = clientService({
    GetClient: unary(RecordRequest, answer),
    CreateClient: unary(client.requests.create, answer),
  });
  const options = { host, port, tls: certificates.product, logger, drainTimeout: 5_000 };
  const server = await serveGrpc({ ...options, faultOf: databaseFault, services: [service], connectionAge });
  running.set(host, server);
  return server.port;
}

/** Starts a replica of an earlier version that does not have the called service. */
async function startFormer(host: string, port = 0): Promise<number> {
  const answer = async () => ({ users: [] });
  const others = implement('common', 'ReleaseService', {
    ReleaseRecords: unary(RecordRequest, answer),
    KeepRecords: unary(RecordRequest, answer),
  });
  const options = { host, port, tls: certificates.product, logger, drainTimeout: 5_000 };
  const server = await serveGrpc({ ...options, faultOf: databaseFault, services: [others] });
  running.set(host, server);
  return server.port;
}

/** Starts replicas under one host name, and opens a channel to it. Returns the port. */
async function startReplicas(...hosts: string[]): Promise<number> {
  let port = 0;
  for (const host of hosts) port = await startReplica(host, port);
  return reach(hosts, port);
}

/** Opens a channel to the host name. Returns the port. */
function reach(hosts: string[], port: number): number {
  answered = {};
  addresses = hosts;
  const lookUp = async () => addresses.map((address) => ({ address, family: 4 }));
  jest.spyOn(dns.promises, 'lookup').mockImplementation(lookUp as never);
  const address = `product.test:${port}`;
  channel = new PeerChannel({ peer: 'product', address, tls: certificates.gateway, logger, source: 'gateway' });
  clients = connect('product', 'ClientService', channel);
  return port;
}

const read = () => clients.getClient({ id: 'c1' }, { context: staff });
/** A write that must not be repeated, because it has no Idempotency-Key. */
const write = () => clients.createClient(newClient, { context: staff });

/** Repeats calls until all `hosts` have answered. Throws if a call fails. */
async function heardFrom(...hosts: string[]): Promise<void> {
  answered = {};
  await eventually(async () => {
    await Promise.all([read(), write()]);
    return hosts.every((host) => (answered[host] ?? 0) > 0);
  });
}

test('calls go to all replicas behind a name in turn', async () => {
  await startReplicas(FIRST, SECOND, THIRD);
  await heardFrom(FIRST, SECOND, THIRD);
  answered = {};
  for (let n = 0; n < 100; n++) await Promise.all([read(), read(), write()]);
  for (const host of [FIRST, SECOND, THIRD]) expect(answered[host]).toBeGreaterThan(60);
});

test('no call is lost while connections age, a replica comes and another goes', async () => {
  const port = await startReplicas(FIRST, SECOND);
  let isOver = false;
  let calls = 0;
  const caller = async (call: () => Promise<unknown>) => {
    for (; !isOver; calls++) await call();
  };
  const calling = Promise.all([read, write, write, write].flatMap((call) => [caller(call), caller(call)]));
  const hears = (host: string) => {
    const before = answered[host] ?? 0;
    return eventually(() => (answered[host] ?? 0) > before + 100);
  };
  try {
    await Promise.race([calling, Promise.all([hears(FIRST), hears(SECOND)])]);
    await startReplica(THIRD, port);
    addresses = [FIRST, SECOND, THIRD];
    await Promise.race([calling, hears(THIRD)]);
    addresses = [SECOND, THIRD];
    await Promise.race([calling, running.get(FIRST)?.drain()]);
    running.delete(FIRST);
    await Promise.race([calling, Promise.all([hears(SECOND), hears(THIRD)])]);
  } finally {
    isOver = true;
  }
  await calling;
  expect(calls).toBe(Object.values(answered).reduce((sum, count) => sum + count, 0));
});

test('what a replica of an earlier version does not know is answered by another', async () => {
  const port = await startReplica(FIRST, 0, 60_000);
  reach([FIRST, SECOND], await startFormer(SECOND, port));
  await heardFrom(FIRST);
  answered = {};
  await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? read() : write())));
  expect(answered).toEqual({ [FIRST]: 40 });
});

test('where all are of an earlier version a call is unavailable, has had no effect, and opens no breaker', async () => {
  const port = await startFormer(FIRST);
  reach([FIRST, SECOND], await startFormer(SECOND, port));
  const refusals = await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 ? read() : write()).catch((error) => error)),
  );
  const refusal = { code: 'upstream_unavailable', service: 'product', retryAfter: 5, cause: { name: 'CallFailure' } };
  for (const one of refusals) expect(one).toMatchObject(refusal);
  await expect(read()).rejects.toMatchObject(refusal);
});

test('the clients of a process share one connection to it', async () => {
  answered = {};
  const port = await startReplica(FIRST, 0, 60_000);
  let connections = 0;
  const proxy = createServer((socket) => {
    connections += 1;
    socket.pipe(connectTcp(port, FIRST)).pipe(socket);
  }).listen(0, FIRST);
  await once(proxy, 'listening');
  channel = channelTo('product', (proxy.address() as AddressInfo).port, certificates.gateway);
  const versions = connect('common', 'VersionService', channel);
  const ofClients = connect('product', 'ClientService', channel);
  const options = { context: staff };
  await Promise.all([ofClients.getClient({ id: 'c1' }, options), versions.getVersion({}, options)]);
  await versions.getVersion({}, options);
  expect(connections).toBe(1);
  proxy.close();
});
