import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { loadTestSettings } from '../config.ts';
import { eventually } from '../support/eventually.ts';
import { PersistentClient } from '../support/persistent-client.ts';
import { type Answer, type Received, type Receiver, startReceiver } from '../support/receiver.ts';
import { expectInvariants } from '../support/system/invariants.ts';
import { metricOf } from '../support/system/metric.ts';
import { killAndWait, ownProcesses } from '../support/system/outage.ts';
import { type Replica, startReplica } from '../support/system/replica.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { LOCAL_RECEIVERS } from '../support/webhooks.ts';

/**
 * decisions 5: Guarantee. Although processes are killed, each event is attempted until the receiver accepts it, always
 * under the same id.
 */
const { SOAK_EVENTS: EVENTS } = loadTestSettings();
const SECRET = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
/** The receiver refuses one of this many attempts, at random. */
const ONE_IN = 20;
const TIMEOUT_MS = 120_000 + EVENTS * 60;
const env = { ...LOCAL_RECEIVERS, RATE_LIMIT_USER: '1000000', WEBHOOK_RETRY_SCHEDULE: `0${',1'.repeat(200)}` };

let system: System;
let second: Replica;
let receiver: Receiver;
/** Refuses all attempts with a Retry-After of an hour, until a test sets another answer. */
let down: Receiver;
let client: PersistentClient;
let webhookId: string;
let downId: string;
/** While it is set, the receiver delays its answers, and then refuses the attempts. */
let hold: PromiseWithResolvers<void> | undefined;
/** Minimum number of attempts in flight when a process of notification is killed. */
const HELD = 4;
/** Statuses that the receiver answered, in the order of the attempts. */
const answers: number[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  receiver.fallback = answer();
  down = await startReceiver();
  down.fallback = { status: 503, headers: { 'retry-after': '3600' } };
  system = await startSystem({ env });
  second = await startReplica(system, 'notification', env);
  const token = await system.login();
  const body = { events: ['client.created'], secret: SECRET };
  const create = (url: string) => system.json<{ id: string }>(token, 'POST', '/api/v1/webhooks', { ...body, url });
  webhookId = (await create(receiver.url)).id;
  downId = (await create(down.url)).id;
  client = new PersistentClient(system, token);
}, 120_000);
afterAll(async () => {
  await second.stop();
  await system.stop();
  await receiver.close();
  await down.close();
}, 60_000);

/** Kills the second process of notification, and starts it again. */
async function restartSecond(): Promise<void> {
  await second.kill('SIGKILL');
  second = await startReplica(system, 'notification', env);
}

/** The answer of the receiver: some attempts fail at random. */
function answer(): Answer {
  return {
    get status() {
      const status = hold || randomInt(ONE_IN) === 0 ? 503 : 200;
      answers.push(status);
      return status;
    },
    get after() {
      return hold?.promise;
    },
  } as Answer;
}

/**
 * Processes that are killed, because the guarantee depends on them: both processes of notification, the broker and the
 * database.
 */
const VICTIMS = [
  'notification',
  'the other notification',
  ...ownProcesses().filter((name) => /^(nats|mongodb)$/.test(name)),
];

/** Number of kills: one for 250 events, and at least one for each victim. */
const KILLS = Math.max(VICTIMS.length, Math.round(EVENTS / 250));

/** Makes the receiver delay its answers, and waits for HELD attempts. They are in flight when the process is killed. */
async function holdAttempts(): Promise<void> {
  if (hold) return;
  const before = receiver.requests.length;
  hold = Promise.withResolvers();
  await eventually(() => receiver.requests.length >= before + HELD || taken().size >= EVENTS, TIMEOUT_MS);
}

function releaseAttempts(): void {
  hold?.resolve();
  hold = undefined;
}

/** Kills each victim once, and then random victims. The kills are spread over the events. */
async function killAtRandom(): Promise<string[]> {
  const killed: string[] = [];
  for (let count = 0; count < KILLS; count++) {
    const victim = VICTIMS[count < VICTIMS.length ? count : randomInt(VICTIMS.length)] ?? '';
    const from = Math.floor((EVENTS * count) / (KILLS + 1));
    const goal = randomInt(from, Math.floor((EVENTS * (count + 1)) / (KILLS + 1)) + 1);
    await eventually(() => receiver.requests.length >= goal, TIMEOUT_MS);
    if (victim.endsWith('notification')) await holdAttempts();
    else releaseAttempts();
    if (victim === 'the other notification') await restartSecond();
    else await killAndWait(system, victim);
    killed.push(victim);
  }
  releaseAttempts();
  return killed;
}

const idOf = ({ headers }: Received) => String(headers['webhook-id']);

test(
  `${EVENTS} events arrive while processes of notification, NATS and the database are killed ${KILLS} times`,
  async () => {
    const names = Array.from({ length: EVENTS }, (_, index) => `Client ${index}`);
    const [killed] = await Promise.all([killAtRandom(), client.createAll(names, 16)]);
    const expected = new Map(client.created.map(({ id, eventId }) => [eventId, id]));
    expect(expected.size).toBe(EVENTS);
    await eventually(() => taken().size >= EVENTS, TIMEOUT_MS);
    await untilNothingIsPlanned();

    const attempts = Map.groupBy(receiver.requests, idOf);
    // No event is missing, no unknown event arrives, and each id always belongs to the record of its event.
    expect([...attempts.keys()].sort()).toEqual([...expected.keys()].sort());
    expect(taken().size).toBe(EVENTS);
    const webhook = new Webhook(SECRET);
    for (const [eventId, requests] of attempts) {
      for (const { body, headers } of requests) {
        // `verify` would refuse old signatures, and a long soak takes longer than they are valid.
        const signedAt = new Date(Number(headers['webhook-timestamp']) * 1000);
        expect(String(headers['webhook-signature']).split(' ')).toContain(webhook.sign(eventId, signedAt, body));
        const event = JSON.parse(body) as Sent;
        expect({ id: event.id, record: event.data.id }).toEqual({ id: eventId, record: expected.get(eventId) });
      }
      expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    }
    report(killed, attempts);
  },
  2 * TIMEOUT_MS,
);

interface Sent {
  id: string;
  data: { id: string };
}

/**
 * Number of events whose deliveries fail for the last time. The deliveries of earlier events wait for their next
 * attempt, an hour later.
 */
const LOST = 300;
/** Number of failed attempts that one step of a recovery reads. There are more, so that steps remain after a kill. */
const STEP = 500;

test(
  'what a receiver that was down has missed is recovered, while both processes of notification are killed',
  async () => {
    const token = await system.login();
    const since = new Date(Date.now() - 3600_000).toISOString();
    // Calls are repeated until they succeed, because one of the processes may just be starting.
    const call = (method: string, path: string, body: object) =>
      eventually(async () => (await system.call(token, method, path, body)).status === 200, TIMEOUT_MS);
    const patch = (is_active: boolean) => call('PATCH', `/api/v1/webhooks/${downId}`, { is_active });
    const recover = () => call('POST', `/api/v1/webhooks/${downId}/recover`, { since });
    down.fallback = { status: 503 };
    await client.createAll(
      Array.from({ length: LOST }, (_, index) => `Lost ${index}`),
      16,
    );
    const all = client.created.map(({ eventId }) => eventId).sort();
    // Wait for more failed attempts than one step reads.
    const isEnough = () => down.requests.length > STEP && new Set(down.requests.map(idOf)).size === all.length;
    await eventually(isEnough, TIMEOUT_MS);
    // A delivery whose next attempt is due while the webhook is inactive fails for the last time.
    await patch(false);
    await eventually(async () => (await newest(token)).next_attempt_at === null, TIMEOUT_MS);
    await patch(true);

    const before = down.requests.length;
    expect(before).toBeGreaterThan(STEP);
    const arrived = () => new Set(down.requests.slice(before).map(idOf));
    down.fallback = {};
    await recover();
    await recover();
    await eventually(() => arrived().size >= all.length / 16, TIMEOUT_MS);
    // The recovery is not requested again. After both processes have been killed, one of them must continue it.
    await Promise.all([killAndWait(system, 'notification'), restartSecond()]);
    await eventually(() => arrived().size >= all.length / 2, TIMEOUT_MS);
    await restartSecond();
    await eventually(() => arrived().size === all.length, TIMEOUT_MS);
    expect([...arrived()].sort()).toEqual(all);

    // Each event has exactly one further successful attempt, although the recovery was requested several times.
    // Duplicate deliveries are recorded once.
    await eventually(async () => (await succeeded(token)).length >= all.length, TIMEOUT_MS);
    expect((await succeeded(token)).sort()).toEqual(all);
  },
  2 * TIMEOUT_MS,
);

test('all that was written keeps to its invariants', () => expectInvariants(system), 120_000);

interface Attempt {
  id: string;
  event_id: string;
  next_attempt_at: string | null;
}

/** Attempts at the receiver that was down, the newest first. */
const attempts = (token: string, query: string) =>
  system.json<Attempt[]>(token, 'GET', `/api/v1/webhooks/${downId}/deliveries?${query}`);

const newest = async (token: string) => (await attempts(token, 'limit=1'))[0] as Attempt;

/** Event ids of all successful attempts at that receiver. */
async function succeeded(token: string): Promise<string[]> {
  const made: Attempt[] = [];
  for (let more = true; more; ) {
    const before = made.at(-1)?.id;
    const page = await attempts(token, `success=true&limit=200${before ? `&before=${before}` : ''}`);
    made.push(...page);
    more = page.length === 200;
  }
  return made.map(({ event_id }) => event_id);
}

/** Ids of the events that the receiver accepted, with the number of acceptances. */
function taken(): Map<string, number> {
  const times = new Map<string, number>();
  receiver.requests.forEach((request, index) => {
    if (answers[index] === 200) times.set(idOf(request), (times.get(idOf(request)) ?? 0) + 1);
  });
  return times;
}

async function untilNothingIsPlanned(): Promise<void> {
  const token = await system.login();
  await eventually(async () => {
    const path = `/api/v1/webhooks/${webhookId}/deliveries?success=false&limit=1`;
    const [last] = await system.json<Attempt[]>(token, 'GET', path);
    const due = await metricOf(system.run.services.notification, 'webhook_deliveries_due');
    return due === 0 && (!last?.next_attempt_at || Date.parse(last.next_attempt_at) < Date.now() - 5000);
  }, TIMEOUT_MS);
}

/** Prints how many events were delivered more than once. The guarantee is at least once, so duplicates are no fault. */
function report(killed: string[], attempts: Map<string, Received[]>): void {
  const refused = answers.filter((status) => status !== 200).length;
  const twice = [...taken().values()].filter((times) => times > 1);
  const kills = [...Map.groupBy(killed, (name) => name)].map(([name, all]) => `${name} ${all.length}`);
  console.info(
    `${attempts.size} events in ${receiver.requests.length} attempts, of which the receiver refused ${refused}; ` +
      `${twice.length} events were taken more than once, ${twice.reduce((sum, times) => sum + times - 1, 0)} times in all. ` +
      `Killed: ${kills.join(', ')}. Refused or lost calls of the client: ${client.refusals.length}`,
  );
}
