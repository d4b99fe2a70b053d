import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ask } from '../support/ask.ts';
import { backlog } from '../support/backends/streams.ts';
import { eventually } from '../support/eventually.ts';
import { PersistentClient } from '../support/persistent-client.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type End, freeze, ownProcesses, takeDown } from '../support/system/outage.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { idsByRecord, LOCAL_RECEIVERS, subscribe } from '../support/webhooks.ts';

const WRITES = 20;
/** Milliseconds: a write's deadline (decisions 1: Sizes, times), and what a busy machine adds. */
const LONGEST = 8000 + 1000;
/** A store or a broker of others' is not ours to stop. */
const testOf = (name: string) => (ownProcesses().includes(name) ? test : test.skip);
/** Milliseconds until events that a process took to its grave are handed to the next. */
const ACK_WAIT = 30_000;
let system: System;
let receiver: Receiver;
let token: string;
let end: End | undefined;

beforeAll(async () => {
  receiver = await startReceiver();
  system = await startSystem({ env: { ...LOCAL_RECEIVERS, RATE_LIMIT_USER: '100000' } });
  token = await system.login();
  await subscribe(system, token, receiver);
}, 120_000);

afterEach(async () => {
  await end?.();
  end = undefined;
});

afterAll(async () => {
  await system.stop();
  await receiver.close();
}, 60_000);

describe.each(['nats', 'notification'])('with %s', (name) => {
  testOf(name).each([
    ['dead', takeDown],
    ['hanging', freeze],
  ])(
    '%s, writes succeed, and their webhooks arrive once it is back',
    async (how, begin) => {
      end = begin(system, name);
      const client = new PersistentClient(system, token);
      await client.createAll(Array.from({ length: WRITES }, (_, index) => `${name} ${how} ${index}`));
      expect(client.refusals).toEqual([]);
      expect(client.created.filter(({ id }) => idsByRecord(receiver).has(id))).toEqual([]);

      await end();
      end = undefined;
      await receiver.until(() => client.created.every(({ id }) => idsByRecord(receiver).has(id)), ACK_WAIT + 15_000);
      await eventually(async () => (await backlog(system)) === 0);
      const ids = idsByRecord(receiver);
      for (const { id, eventId } of client.created) expect(ids.get(id)).toEqual(new Set([eventId]));
    },
    90_000,
  );
});

describe('with mongodb', () => {
  testOf('mongodb').each([
    ['dead', takeDown],
    ['hanging', freeze],
  ])(
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
      for (const { status, body, retryAfter, took } of await Promise.all(asked)) {
        expect([503, 504]).toContain(status);
        expect(body.detail).toMatch(/product|notification/);
        if (status === 503) expect(retryAfter).toBeGreaterThanOrEqual(1);
        expect(took).toBeLessThan(LONGEST);
      }
      await login;

      await end();
      end = undefined;
      await eventually(() => system.login(), 20_000);
      const client = new PersistentClient(system, token);
      const { id, eventId } = await client.create(`Recovered ${how}`);
      await receiver.until(() => idsByRecord(receiver).has(id), 30_000);
      expect(idsByRecord(receiver).get(id)).toEqual(new Set([eventId]));
    },
    90_000,
  );
});
