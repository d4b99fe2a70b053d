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

async function bus(name: string): Promise<Bus> {
  const connected = connectBus({ url: nats.url, name, logger: createLogger('test', 'silent') });
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
  expect(one.broadcast('chat', bytes('hello'))).toBe(true);
  await eventually(() => heard.length === 2);
  expect(heard.sort()).toEqual(['one hello', 'other hello']);

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
