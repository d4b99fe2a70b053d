import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, ask } from '../support/ask.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type End, freeze, takeDown } from '../support/system/outage.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { LOCAL_RECEIVERS, subscribe } from '../support/webhooks.ts';

/** Milliseconds: a read's deadline (decisions 1: Sizes, times), and what a busy machine adds. */
const READ_DEADLINE = 3000;
const SLACK = 1000;
const client = { name: 'Acme', country: 'DE', maxAccountValue: 10_000, currency: 'EUR' };
let system: System;
let receiver: Receiver;
let token: string;
let end: End | undefined;

beforeAll(async () => {
  receiver = await startReceiver();
  system = await startSystem({ env: { ...LOCAL_RECEIVERS, RATE_LIMIT_USER: '100000' } });
  token = await system.login();
}, 120_000);

afterEach(async () => {
  await end?.();
  end = undefined;
});

afterAll(async () => {
  await system.stop();
  await receiver.close();
}, 60_000);

describe.each([
  ['dead', takeDown],
  ['hanging', freeze],
])('with product %s', (_, begin) => {
  test('clients answer in time that product is unavailable; login and webhooks work; all recovers by itself', async () => {
    const others = pidsOfOthers();
    end = begin(system, 'product');

    const burst = await Promise.all(Array.from({ length: 20 }, listClients));
    for (const answer of burst) expectRefusal(answer);
    // One call now and then finds out whether it is back, and waits; the others do not.
    await eventually(async () => {
      const answers = await Promise.all([listClients(), listClients(), listClients()]);
      for (const answer of answers) expectRefusal(answer);
      return answers.some(({ status, took }) => status === 503 && took < 500);
    });
    expectRefusal(await listClients());
    const write = await ask(system, token, 'POST', '/api/v1/clients', client);
    expect([503, 504]).toContain(write.status);
    expect(write.took).toBeLessThan(8000 + SLACK);

    const fresh = await system.login();
    const webhook = await subscribe(system, fresh, receiver);
    const tried = await ask(system, fresh, 'POST', `/api/v1/webhooks/${webhook}/test`);
    expect(tried).toMatchObject({ status: 200, body: { success: true, status_code: 200 } });

    await end();
    end = undefined;
    await isReady('product');
    const told = await listClients();
    if (told.status !== 200) {
      expectRefusal(told);
      await sleep(told.retryAfter * 1000);
      expect(await listClients()).toMatchObject({ status: 200 });
    }
    expect(await ask(system, token, 'POST', '/api/v1/clients', client)).toMatchObject({ status: 200 });
    expect(pidsOfOthers()).toEqual(others);
  }, 60_000);
});

function listClients(): Promise<Answer> {
  return ask(system, token, 'GET', '/api/v1/clients');
}

/** What hangs is noticed at the deadline; once that is known, nobody waits. */
function expectRefusal({ status, body, retryAfter, took }: Answer): void {
  expect(body.detail).toContain('product');
  expect([503, 504]).toContain(status);
  if (status === 503) {
    expect(body.code).toBe('upstream_unavailable');
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(5);
  }
  expect(took).toBeLessThan(READ_DEADLINE + SLACK);
}

async function isReady(name: string): Promise<void> {
  const { adminUrl } = system.run.services[name] ?? {};
  await eventually(async () => (await fetch(`${adminUrl}/readyz`)).status === 200, 20_000);
}

function pidsOfOthers(): number[] {
  return ['gateway', 'identity', 'notification', 'finance', 'supervisor'].map((name) => system.pid(name));
}
