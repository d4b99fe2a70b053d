import { type AddressInfo, connect as connectTcp, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Bus, connectBus } from '#chassis/messaging/bus.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import { startNats, type TestNats } from '../../support/backends/nats.ts';
import { eventually } from '../../support/eventually.ts';

let nats: TestNats;
const buses: Bus[] = [];
beforeEach(async () => {
  nats = await startNats();
});
afterEach(async () => {
  await Promise.all(buses.splice(0).map((bus) => bus.close()));
  await nats.stop();
});

async function bus(name: string, url = nats.url): Promise<Bus> {
  const connected = connectBus({ url, name, logger: createLogger('test', 'silent') });
  buses.push(connected);
  return connected;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (payload: Uint8Array) => new TextDecoder().decode(payload);

test('reaches all who listen, though they began before there was a connection, and again after an outage', async () => {
  const [one, other] = [await bus('one'), await bus('other')];
  const heard: string[] = [];
  one.listen('chat', (payload) => heard.push(`one ${text(payload)}`));
  other.listen('chat', (payload) => heard.push(`other ${text(payload)}`));
  await eventually(() => one.connected() === true && other.connected() === true);
  // A broadcast is not repeated, and the broker may not yet know the subscription of a client that has just connected.
  await eventually(() => one.broadcast('chat', bytes('hello')) && new Set(heard).size === 2);
  expect([...new Set(heard)].sort()).toEqual(['one hello', 'other hello']);

  await nats.kill();
  await eventually(() => one.connected() !== true);
  expect(one.broadcast('chat', bytes('lost'))).toBe(false);
  await nats.restart();
  await eventually(() => one.broadcast('chat', bytes('back')) && heard.includes('other back'));
  expect(heard.join()).not.toContain('lost');
}, 30_000);

test('is refused without an error when the connection was closed', async () => {
  const one = await bus('one');
  await eventually(() => one.connected() === true);
  await one.close();
  expect(one.broadcast('chat', bytes('hello'))).toBe(false);
});

test('connects again when the broker goes after its greeting, before its first answer', async () => {
  let connections = 0;
  const entrance = createServer((client) => {
    const broker = connectTcp(Number(new URL(nats.url).port));
    for (const socket of [client, broker]) socket.on('error', () => undefined);
    connections++;
    if (connections > 1) client.pipe(broker).pipe(client);
    else broker.once('data', (greeting) => client.end(greeting, () => drop(client, broker)));
  });
  await new Promise<void>((resolve) => entrance.listen(0, '127.0.0.1', resolve));
  const one = await bus('one', `nats://127.0.0.1:${(entrance.address() as AddressInfo).port}`);
  // Without a new attempt, the NATS client would wait 20 s for the answer.
  await eventually(() => one.connected() === true, 12_000);
  expect(connections).toBe(2);
  await one.close();
  entrance.close();
}, 30_000);

const drop = (...sockets: Socket[]) => sockets.forEach((socket) => void socket.destroy());
