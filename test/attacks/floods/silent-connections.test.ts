import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, expect, test } from '@jest/globals';
import { type RunningGateway, startGateway } from '../../integration/gateway/harness.ts';
import { eventually } from '../../support/eventually.ts';

const MOST = 20;

let gateway: RunningGateway;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway.close();
});

const port = () => Number(new URL(gateway.url).port);

async function open(localAddress: string): Promise<Socket> {
  const socket = connect({ port: port(), host: '127.0.0.1', localAddress });
  sockets.push(socket.on('error', () => undefined));
  await once(socket, 'connect');
  // A socket whose data nobody reads would not notice the end of the connection.
  return socket.resume();
}

async function openMany(count: number, localAddress = '127.0.0.1'): Promise<() => number> {
  const opened = await Promise.all(Array.from({ length: count }, () => open(localAddress)));
  return () => opened.filter(({ closed }) => !closed).length;
}

const isServed = async () => (await gateway.send('/api/v1/meta')).status === 200;

test('silent connections of one address are no more than its limit, and keep no request of it out', async () => {
  gateway = await startGateway({ MAX_CONNECTIONS_PER_ADDRESS: MOST });
  const left = await openMany(5 * MOST);
  await eventually(() => left() <= MOST);
  expect(await isServed()).toBe(true);
  await eventually(() => left() < MOST);
});

test('silent connections of all addresses are no more than the process bears', async () => {
  gateway = await startGateway({ MAX_CONNECTIONS: MOST, MAX_CONNECTIONS_PER_ADDRESS: MOST });
  const left = await Promise.all([openMany(MOST, '127.0.0.2'), openMany(MOST, '127.0.0.3')]);
  await eventually(() => left.reduce((sum, count) => sum + count(), 0) <= MOST);
  expect(await isServed()).toBe(true);
});

test('a trusted proxy has no limit of its own', async () => {
  gateway = await startGateway({ MAX_CONNECTIONS_PER_ADDRESS: MOST, TRUSTED_PROXIES: ['127.0.0.1'] });
  const left = await openMany(5 * MOST);
  expect(await isServed()).toBe(true);
  expect(left()).toBe(5 * MOST);
});

test('a connection that begins no handshake is closed', async () => {
  gateway = await startGateway({ HANDSHAKE_TIMEOUT_MS: 200 });
  await once(await open('127.0.0.1'), 'close');
});

test('a connection over which requests came outlasts silent ones', async () => {
  gateway = await startGateway({ MAX_CONNECTIONS_PER_ADDRESS: MOST });
  const caller = connectTls({ host: '127.0.0.1', port: port(), rejectUnauthorized: false });
  sockets.push(caller);
  const ask = async () => {
    caller.write('GET /api/v1/meta HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [bytes] = await once(caller, 'data');
    return String(bytes);
  };
  expect(await ask()).toContain('200 OK');
  const left = await openMany(5 * MOST);
  await eventually(() => left() < MOST);
  expect(await ask()).toContain('200 OK');
});
