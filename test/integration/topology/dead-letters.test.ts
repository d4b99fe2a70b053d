import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Unreadable } from '#chassis/messaging/consumer.ts';
import { connectEventBus, type EventBus, type EventMessage } from '#chassis/messaging/event-bus.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import { registry } from '#chassis/runtime/metrics.ts';
import { subscriptions } from '#proto/common/v1/events.contract.ts';
import { readCommand } from '../../../services/topology/dead-letters/command-line.ts';
import { runCommand } from '../../../services/topology/dead-letters/commands.ts';
import { type DeadLetters, openDeadLetters } from '../../../services/topology/dead-letters/dead-letters.ts';
import type { Letter } from '../../../services/topology/dead-letters/domain/letter.ts';
import { createDeclarer } from '../../../services/topology/declarer.ts';
import { type GuardedNats, startGuardedNats } from '../../support/backends/guarded-nats.ts';
import { silent } from '../../support/backends/mongo.ts';
import { eventually } from '../../support/eventually.ts';

/** The broker with the deployed permissions. The command uses the user `replay`, who has no other rights. */
let nats: GuardedNats;
let tray: DeadLetters;
const ends: (() => Promise<unknown>)[] = [];
let consumerEnds: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  nats = await startGuardedNats();
  const declarer = createDeclarer(
    { NATS_URL: nats.url, NATS_USER: 'topology', NATS_PASSWORD: nats.passwordOf('topology'), NATS_REPLICAS: 1 },
    silent,
  );
  await declarer.start?.();
  ends.push(async () => declarer.stop?.());
  await eventually(() => declarer.ready?.() === true, 20_000);
  tray = await openDeadLetters(await connectAs('replay'), 'EVENTS');
}, 60_000);
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await nats.stop();
});
beforeEach(() => {
  consumerEnds = [];
});
afterEach(async () => {
  for (const end of consumerEnds) await end();
  for await (const { sequence } of tray.letters()) await tray.remove(sequence);
});

async function connectAs(user: string): Promise<NatsConnection> {
  const credentials = { user, pass: nats.passwordOf(user), inboxPrefix: `_INBOX.${user}` };
  const connection = await connect({ servers: nats.url, ...credentials });
  ends.push(() => connection.close());
  return connection;
}

async function busOf(user: string): Promise<EventBus> {
  const options = { url: nats.url, user, password: nats.passwordOf(user), domain: 'EVENTS', name: user };
  const bus = connectEventBus({ ...options, logger: createLogger('test', 'silent') });
  ends.push(() => bus.close());
  await eventually(() => bus.connected() === true);
  return bus;
}

/** Starts a consumer of `reader`. Events that `handle` rejects become dead letters. */
async function consume(reader: 'notification' | 'finance', handle: (message: EventMessage) => Promise<void>) {
  const consumer = (await busOf(reader)).consume({ ...subscriptions[reader], handle });
  await consumer.start();
  consumerEnds.push(() => consumer.stop());
}

let made = 0;
/** Publishes an event of product. `payload`: the text to publish in place of the event. */
async function publish(bus: EventBus, payload?: string): Promise<string> {
  const id = `evt_${++made}`;
  const envelope = {
    id,
    type: 'client.created',
    timestamp: '',
    api_version: 'v1',
    org_id: 'o1',
    sequence: 1,
    data: {},
  };
  const headers = { Actor: 'user:u1', 'Request-Id': 'r1' };
  await bus.publish('events.product.client.created', payload ?? JSON.stringify(envelope), { id, headers });
  return id;
}

/** Waits until there are exactly `count` dead letters, and returns them. */
const letters = (count: number): Promise<Letter[]> =>
  eventually(async () => {
    const found: Letter[] = [];
    for await (const letter of tray.letters()) found.push(letter);
    if (found.length !== count) throw new Error(`${found.length} letters instead of ${count}`);
    return found;
  });

async function command(...words: (string | number)[]): Promise<{ good: boolean; said: string[] }> {
  const said: string[] = [];
  return { good: await runCommand(readCommand(words.map(String)), tray, (line) => said.push(line)), said };
}

const waiting = async (consumer: string): Promise<number | undefined> => {
  const metric = await registry.getSingleMetric('dead_letters_waiting')?.get();
  return metric?.values.find(({ labels }) => labels.consumer === consumer)?.value;
};

/**
 * Starts a consumer that fails until `mend` is called. Returns the events that it handled, with the actor and the
 * request id.
 */
async function poisoned() {
  const handled: string[] = [];
  let isMended = false;
  await consume('notification', async ({ envelope, actor, requestId }) => {
    if (!isMended) throw new Unreadable('A bug');
    handled.push(`${envelope.id} ${actor} ${requestId}`);
  });
  const mend = () => {
    isMended = true;
  };
  return { handled, mend };
}

test('what is poisoned is parked, counted and listed; mended and replayed, it is handled once', async () => {
  const product = await busOf('product');
  const { handled, mend } = await poisoned();
  const others: string[] = [];
  await consume('finance', async ({ envelope }) => void others.push(envelope.id));
  const ids = [await publish(product), await publish(product)];
  const parked = await letters(2);
  await eventually(async () => (await waiting('notification')) === 2);
  const list = await command();
  expect(list.said).toHaveLength(3);
  expect(list.said[0]).toContain('notification  events.product.client.created  Error: A bug');
  expect(list.said[2]).toBe('2 dead letters');

  // The bug is still there, so the replayed event becomes a dead letter again, with a new number and the same content.
  const [first] = parked.map(({ sequence }) => sequence);
  expect(await command('replay', first ?? 0)).toMatchObject({ good: true });
  const again = await eventually(async () => {
    const found = await letters(2);
    return !found.some(({ sequence }) => sequence === first) && found;
  });
  expect(handled).toEqual([]);

  mend();
  expect(await command('replay', '--all')).toEqual({
    good: true,
    said: again.map(({ sequence }) => `${sequence}: replayed`),
  });
  await eventually(() => handled.length === 2);
  expect([...handled].sort()).toEqual(ids.map((id) => `${id} user:u1 r1`).sort());
  expect(await letters(0)).toEqual([]);
  await eventually(async () => (await waiting('notification')) === undefined);
  // When the further event has arrived, a duplicate of an earlier one would have arrived too.
  const last = await publish(product);
  await eventually(() => handled.length === 3 && others.includes(last));
  expect(new Set(others)).toEqual(new Set([...ids, last]));
}, 60_000);

test('a letter that says what was never brought is not replayed unless that is asked for', async () => {
  const handled: string[] = [];
  await consume('notification', async ({ envelope }) => void handled.push(envelope.id));
  const attacker = await busOf('finance');
  const forged = JSON.stringify({ id: 'evt_forged', type: 'user.deleted', org_id: 'o1', sequence: 1, data: {} });
  const [genuine] = [await publish(await busOf('product'))];
  await eventually(() => handled.includes(genuine));
  // The headers name a subject that the attacker may not publish to, and the id names a position with another message.
  const headers = { Subject: 'events.identity.user.deleted', Reason: 'a\u001b[2Jlie' };
  for (const id of ['finance:1:1', 'finance:999999:1', 'no place', 'x:-1:1'])
    await attacker.publish('dead.finance', forged, { id, headers });
  const parked = await letters(4);
  const sequences = parked.map(({ sequence }) => sequence);
  const refused = await command('replay', ...sequences);
  expect(refused.good).toBe(false);
  for (const line of refused.said) expect(line).toMatch(/^\d+: not replayed/);
  expect((await command()).said.join()).not.toContain('\u001b');
  expect(await letters(4)).toHaveLength(4);
  expect(await command('replay', sequences[0] ?? 0, '--unverified')).toMatchObject({
    good: true,
  });
  await eventually(() => handled.includes('evt_forged'));
  expect(await command('remove', ...sequences.slice(1))).toMatchObject({ good: true });
  expect(await letters(0)).toEqual([]);
}, 60_000);

test('what two consumers have given up is published once, whatever its bytes are', async () => {
  const handled: string[] = [];
  for (const reader of ['notification', 'finance'] as const)
    await consume(reader, async ({ envelope }) => void handled.push(envelope.id));
  const product = await connectAs('product');
  // A byte that is invalid in UTF-8.
  const payload = Buffer.from([0x7b, 0xff, 0x7d]);
  await jetstream(product, { domain: 'EVENTS' }).publish('events.product.client.created', payload);
  const parked = await letters(2);
  expect(parked.map(({ original }) => Buffer.from(original.payload))).toEqual([payload, payload]);
  const [one, other] = parked.map(({ sequence }) => sequence);
  expect(await command('replay', '--all')).toEqual({
    good: true,
    said: [`${one}: replayed`, `${other}: replayed, with another letter of the same event`],
  });
  const again = await eventually(async () => {
    const found = await letters(2);
    return found.every(({ sequence }) => sequence > Number(other)) && found;
  });
  expect(again.map(({ consumer }) => consumer).sort()).toEqual(['finance', 'notification']);
  // When the further event has arrived, a duplicate of an earlier one would have arrived too.
  const last = await publish(await busOf('product'));
  await eventually(() => handled.filter((id) => id === last).length === 2);
  expect(await letters(2)).toEqual(again);
}, 60_000);

test('a letter is shown whole, and what is not there is said not to be', async () => {
  await consume('notification', async () => {});
  await publish(await busOf('product'), 'not json');
  const [letter] = await letters(1);
  const { said } = await command('show', letter?.sequence ?? 0);
  expect(said.slice(1)).toEqual(expect.arrayContaining(['Actor: user:u1', 'Request-Id: r1', 'not json']));
  expect(said.join()).not.toContain('Nats-');
  for (const verb of ['show', 'replay', 'remove'])
    expect(await command(verb, 4_000_000)).toEqual({
      good: false,
      said: ['4000000: there is no such letter'],
    });
}, 60_000);
