import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, ask } from '../support/ask.ts';
import { backlog, withStreams } from '../support/backends/streams.ts';
import { eventually } from '../support/eventually.ts';
import { PersistentClient } from '../support/persistent-client.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { expectInvariants } from '../support/system/invariants.ts';
import { type End, freeze, ownProcesses, takeDown } from '../support/system/outage.ts';
import { idsByRecord, subscribe } from '../support/webhooks.ts';
import { system, token } from './system-of-outages.ts';
// These tests must come first, because they count all records of the system.
import './kill-each-process.ts';
import './lost-access.ts';

/** Milliseconds: the deadlines of reads and writes (decisions 1: Sizes, times), plus a tolerance for busy machines. */
const SLACK = 1000;
const LONGEST_READ = 3000 + SLACK;
const LONGEST_WRITE = 8000 + SLACK;
/** Milliseconds until the broker delivers events again that a killed process had received. */
const ACK_WAIT = 30_000;
const WRITES = 20;
/** Number of records whose events are lost with the stream. */
const RECORDS = 30;
const acme = { name: 'Acme', country: 'DE', maxAccountValue: 10_000, currency: 'EUR' };
/** Fields that every change of a record also changes. */
const CHANGED = { updatedAt: expect.any(String) };
const OUTAGES: [how: string, begin: typeof freeze][] = [
  ['dead', takeDown],
  ['hanging', freeze],
];
/** A test of an outage of MongoDB or NATS is skipped if the test run uses servers of others, which it must not stop. */
const testOf = (name: string) => (ownProcesses().includes(name) ? test : test.skip);
/** The receiver of all tests. The first test expects that it has received nothing before. */
let receiver: Receiver;
let end: End | undefined;

describe('an outage', () => {
  beforeAll(async () => {
    receiver = await startReceiver();
    await subscribe(system, token, receiver);
  });

  afterEach(bringBack);

  afterAll(() => receiver.close());

  test('a stream that is deleted is filled again, doubles no webhook, and carries what comes next', async () => {
    const client = new PersistentClient(system, token);
    await client.createAll(Array.from({ length: RECORDS }, (_, index) => `Streamed ${index}`));
    await receiver.untilReceived(RECORDS);
    const events = await stored();
    expect(events.size).toBeGreaterThanOrEqual(RECORDS);

    await withStreams(system, (manager) => manager.streams.delete('EVENTS'));
    const { id, eventId } = await client.create('Right after');
    await receiver.until(() => idsByRecord(receiver).has(id), 30_000);
    await eventually(async () => events.isSubsetOf(await stored()), 30_000);
    await eventually(async () => (await backlog(system)) === 0, 30_000);

    expect(receiver.requests).toHaveLength(RECORDS + 1);
    expect(idsByRecord(receiver)).toEqual(new Map(client.created.map((each) => [each.id, new Set([each.eventId])])));
    expect(idsByRecord(receiver).get(id)).toEqual(new Set([eventId]));
  }, 90_000);

  describe.each(['nats', 'notification'])('with %s', (name) => {
    testOf(name).each(OUTAGES)(
      '%s, writes succeed, and their webhooks arrive once it is back',
      async (how, begin) => {
        end = begin(system, name);
        const client = new PersistentClient(system, token);
        await client.createAll(Array.from({ length: WRITES }, (_, index) => `${name} ${how} ${index}`));
        expect(client.refusals).toEqual([]);
        expect(client.created.filter(({ id }) => idsByRecord(receiver).has(id))).toEqual([]);

        await bringBack();
        await receiver.until(() => client.created.every(({ id }) => idsByRecord(receiver).has(id)), ACK_WAIT + 15_000);
        await eventually(async () => (await backlog(system)) === 0);
        const ids = idsByRecord(receiver);
        for (const { id, eventId } of client.created) expect(ids.get(id)).toEqual(new Set([eventId]));
      },
      90_000,
    );
  });

  describe('with mongodb', () => {
    testOf('mongodb').each(OUTAGES)(
      '%s, reads, writes and logins are refused in time, naming the service, and all recovers',
      async (how, begin) => {
        end = begin(system, 'mongodb');
        const write = { name: `Refused ${how}`, country: 'DE', maxAccountValue: 1, currency: 'EUR' };
        const asked = [
          ask(system, token, 'GET', '/api/v1/clients'),
          ask(system, token, 'POST', '/api/v1/clients', write),
          ask(system, token, 'GET', '/api/v1/webhooks'),
        ];
        const login = expect(system.login()).rejects.toThrow(/login: 50[34] .*identity/);
        const answers = await Promise.all(asked);
        for (const [index, service] of ['product', 'product', 'notification'].entries()) {
          const { status, body, retryAfter, took } = answers[index] as (typeof answers)[number];
          expect([503, 504]).toContain(status);
          expect(body.detail).toContain(service);
          if (status === 503) expect(retryAfter).toBeGreaterThanOrEqual(1);
          expect(took).toBeLessThan(LONGEST_WRITE);
        }
        await login;

        await bringBack();
        await eventually(() => system.login(), 20_000);
        const client = new PersistentClient(system, token);
        const { id, eventId } = await client.create(`Recovered ${how}`);
        await receiver.until(() => idsByRecord(receiver).has(id), 30_000);
        expect(idsByRecord(receiver).get(id)).toEqual(new Set([eventId]));
      },
      90_000,
    );
  });

  describe.each(OUTAGES)('with product %s', (_, begin) => {
    test('clients answer in time that product is unavailable; login and webhooks work; all recovers by itself', async () => {
      const others = pidsOfOthers();
      end = begin(system, 'product');

      const burst = await Promise.all(Array.from({ length: 20 }, listClients));
      for (const answer of burst) expectRefusal(answer);
      // From time to time, the breaker lets one call through to test whether product is back. That call waits for its
      // deadline; all others are refused immediately.
      await eventually(async () => {
        const answers = await Promise.all([listClients(), listClients(), listClients()]);
        for (const answer of answers) expectRefusal(answer);
        return answers.some(({ status, took }) => status === 503 && took < 500);
      });
      expectRefusal(await listClients());
      const write = await ask(system, token, 'POST', '/api/v1/clients', acme);
      expect([503, 504]).toContain(write.status);
      expect(write.took).toBeLessThan(LONGEST_WRITE);

      const fresh = await system.login();
      const webhook = await subscribe(system, fresh, receiver);
      const tried = await ask(system, fresh, 'POST', `/api/v1/webhooks/${webhook}/test`);
      expect(tried).toMatchObject({ status: 200, body: { success: true, status_code: 200 } });

      await bringBack();
      await isReady('product');
      const told = await listClients();
      if (told.status !== 200) {
        expectRefusal(told);
        await sleep(told.retryAfter * 1000);
        expect(await listClients()).toMatchObject({ status: 200 });
      }
      expect(await ask(system, token, 'POST', '/api/v1/clients', acme)).toMatchObject({ status: 200 });
      expect(pidsOfOthers()).toEqual(others);
    }, 60_000);
  });

  describe.each(OUTAGES)('with finance %s', (how, begin) => {
    test('the delete of a client names it, in time; the client stays, can be changed, and goes once finance is back', async () => {
      const client = await ask(system, token, 'POST', '/api/v1/clients', { ...acme, name: `Kept while ${how}` });
      const path = `/api/v1/clients/${client.body.id}`;
      end = begin(system, 'finance');
      const { status, body, retryAfter, took } = await ask(system, token, 'DELETE', path);
      expect([status, body.code, body.detail]).toEqual([503, 'upstream_unavailable', 'Service finance is unavailable']);
      expect(retryAfter).toBeGreaterThanOrEqual(1);
      expect(took).toBeLessThan(LONGEST_WRITE);
      expect(await ask(system, token, 'PATCH', path, { country: 'PT' })).toMatchObject({ status: 200 });
      expect((await ask(system, token, 'GET', path)).body).toMatchObject({ ...client.body, country: 'PT', ...CHANGED });

      await bringBack();
      await isReady('finance');
      await eventually(async () => (await ask(system, token, 'DELETE', path)).status === 200, 20_000);
      expect(await ask(system, token, 'GET', path)).toMatchObject({ status: 404 });
    }, 60_000);
  });
});

test('all that was written keeps to its invariants', () => expectInvariants(system), 120_000);

async function bringBack(): Promise<void> {
  await end?.();
  end = undefined;
}

function listClients(): Promise<Answer> {
  return ask(system, token, 'GET', '/api/v1/clients');
}

/** Expects a refusal that names product within the deadline of a read. */
function expectRefusal({ status, body, retryAfter, took }: Answer): void {
  expect(body.detail).toContain('product');
  expect([503, 504]).toContain(status);
  if (status === 503) {
    expect(body.code).toBe('upstream_unavailable');
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(5);
  }
  expect(took).toBeLessThan(LONGEST_READ);
}

async function isReady(name: string): Promise<void> {
  const { adminUrl } = system.run.services[name] ?? {};
  await eventually(async () => (await fetch(`${adminUrl}/readyz`)).status === 200, 20_000);
}

function pidsOfOthers(): number[] {
  return ['gateway', 'identity', 'notification', 'finance', 'supervisor'].map((name) => system.pid(name));
}

/**
 * Ids of the events in the stream. A refill can store an event twice, because it does not know exactly which events
 * were lost.
 */
function stored(): Promise<Set<string>> {
  return withStreams(system, async (manager) => {
    const { state } = await manager.streams.info('EVENTS');
    const ids = new Set<string>();
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const message = await manager.streams.getMessage('EVENTS', { seq });
      if (message) ids.add(message.json<{ id: string }>().id);
    }
    return ids;
  });
}
