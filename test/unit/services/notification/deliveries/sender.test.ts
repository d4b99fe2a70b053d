import { describe, expect, test } from '@jest/globals';
import pino from 'pino';
import type { Logger } from '#chassis/runtime/logger.ts';
import { registry } from '#chassis/runtime/metrics.ts';
import { UnreadableError } from '#chassis/secrets/seal.ts';
import type {
  AttemptOutcome,
  PendingDelivery,
} from '../../../../../services/notification/deliveries/domain/delivery.ts';
import type { Target } from '../../../../../services/notification/deliveries/domain/target.ts';
import { Lanes } from '../../../../../services/notification/deliveries/lanes.ts';
import type { Sender, SenderDependencies } from '../../../../../services/notification/deliveries/sender.ts';
import { eventually } from '../../../../support/eventually.ts';
import { receiverAndLanes, senderOver, targetAt } from './support.ts';

const TIMEOUT_MS = 10_000;

const scene = receiverAndLanes();

const delivery: PendingDelivery = {
  id: 'e1.w1.1',
  orgId: 'o1',
  webhookId: 'w1',
  eventId: 'e1',
  eventType: 'client.created',
  attempt: 1,
  isTest: false,
  createdAt: new Date(),
  phase: 'pending',
  dueAt: new Date(),
};
const aTest: PendingDelivery = { ...delivery, eventType: 'webhook.test', isTest: true };
const of = (eventId: string, one = delivery): PendingDelivery => ({ ...one, eventId, id: `${eventId}.w1.1` });

const target = () => targetAt(scene.receiver.url);

const queued = (one: PendingDelivery, to = target()) => ({
  delivery: one,
  target: to,
  payload: '{}',
  traceparent: null,
  readAt: performance.now(),
});

const senderWith = (parts: Partial<SenderDependencies> = {}) => senderOver(scene.lanes, target, parts);

test('a test that waits for its answer keeps its connections when idle ones are let go', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  scene.receiver.fallback = { after: answered };
  const sent = senderWith().sendNow(queued(aTest), TIMEOUT_MS);
  await scene.receiver.untilReceived(1);
  await scene.lanes.sweep(performance.now() + 61_000);
  answer();
  expect(await sent).toMatchObject({ statusCode: 200 });
});

test('a test waits for no delivery, and no delivery for a test', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const sender = senderWith();
  const held = ['e1', 'e2'].map((eventId) => of(eventId));
  const tests = ['e3', 'e4', 'e5'].map((eventId) => of(eventId, aTest));
  scene.receiver.script(...[...held, ...tests].map(() => ({ after: answered })));
  for (const one of held) sender.admit({ ...one, size: 2 });
  sender.send(held.map((one) => queued(one)));
  await scene.receiver.untilReceived(held.length);
  const slow = tests.map((one) => sender.sendNow(queued(one), TIMEOUT_MS));
  await scene.receiver.untilReceived(held.length + tests.length);
  answer();
  expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  scene.receiver.script(...tests.map(() => ({ after: released })));
  const slower = tests.map((one) => sender.sendNow(queued(one), TIMEOUT_MS));
  await scene.receiver.untilReceived(held.length + 2 * tests.length);
  await send(sender, of('e6'));
  release();
  await Promise.all(slower);
});

test('answers that wait to be recorded leave their webhook no room', async () => {
  await scene.lanes.close();
  scene.lanes = new Lanes({ connections: 32, maxWaiting: 1000, longestGapMs: 3600_000, mayReach: () => true });
  const { promise: recorded, resolve: record } = Promise.withResolvers<void>();
  let answers = 0;
  const sender = senderWith({
    record: async (outcomes) => {
      await recorded;
      answers += outcomes.length;
      return outcomes.map(() => true);
    },
  });
  scene.receiver.fallback = { body: 'x'.repeat(16 * 1024) };
  const all = Array.from({ length: 150 }, (_, n) => of(`e${n}`));
  for (const one of all) expect(sender.admit({ ...one, size: 2 })).toBe(true);
  const webhook = { id: 'w1', orgId: 'o1' };
  expect(sender.room(webhook)).toBeGreaterThan(0);
  sender.send(all.map((one) => queued(one)));
  await scene.receiver.untilReceived(all.length);
  await eventually(() => sender.room(webhook) === 0);
  record();
  await eventually(() => answers === all.length && sender.room(webhook) > 0);
});

/** Posts the deliveries and waits until they are settled, or left. */
async function send(sender: Sender, ...deliveries: PendingDelivery[]): Promise<void> {
  for (const one of deliveries) sender.admit({ ...one, size: 2 });
  sender.send(deliveries.map((one) => queued(one)));
  await eventually(() => deliveries.every(({ id }) => !sender.holds(id)));
}

test('the delay of a first attempt is not that of its own endpoint, nor of the queue', async () => {
  const measured = async () => {
    const { values } = (await registry.getSingleMetric('webhook_first_attempt_delay_seconds')?.get()) ?? { values: [] };
    return values.find((one) => 'metricName' in one && String(one.metricName).endsWith('_count'))?.value ?? 0;
  };
  const before = await measured();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  scene.receiver.fallback = { after: answered };
  const sender = senderWith();
  const three = ['e1', 'e2', 'e3'].map((eventId) => of(eventId));
  for (const one of three) sender.admit({ ...one, size: 2 });
  sender.send(three.map((one) => ({ ...queued(one), happenedAt: new Date() })));
  // There are two connections.
  await scene.receiver.untilReceived(2);
  answer();
  await scene.receiver.untilReceived(3);
  await send(sender, of('e4'));
  expect((await measured()) - before).toBe(2);
});

describe('of attempts by outcome', () => {
  /** Growth of the counter of `o1` by `work`. */
  async function growth(work: () => Promise<unknown>) {
    const before = await counts();
    await work();
    const after = await counts();
    return Object.fromEntries([...after].map(([outcome, value]) => [outcome, value - (before.get(outcome) ?? 0)]));
  }
  async function counts(): Promise<Map<string, number>> {
    const { values } = (await registry.getSingleMetric('webhook_org_attempts_total')?.get()) ?? { values: [] };
    const ofOrg = values.filter(({ labels }) => labels.org === 'o1');
    return new Map(ofOrg.map(({ labels, value }) => [String(labels.outcome), value]));
  }

  test.each([200, 500])('tests are counted as such, whatever is answered: %d', async (status) => {
    scene.receiver.fallback = { status };
    const grown = await growth(() => senderWith().sendNow(queued(aTest), TIMEOUT_MS));
    expect(grown).toEqual({ succeeded: 0, retry: 0, failed: 0, test: 1 });
  });

  test('those are not counted whose place another process has taken, nor does anything follow from them', async () => {
    scene.receiver.fallback = { status: 500 };
    const heard: string[] = [];
    const sender = senderWith({
      record: async (outcomes) => outcomes.map(({ made }) => made.eventId === 'e2'),
      failed: async () => void heard.push('failed'),
    });
    sender.onDue(() => heard.push('due'));
    const grown = await growth(() => send(sender, delivery, of('e2')));
    expect(grown).toEqual({ succeeded: 0, retry: 1, failed: 0, test: 0 });
    expect(heard).toEqual(['due', 'failed']);
  });
});

test('a webhook whose receiver is gone is disabled before that is recorded, so that no end in between forgets it', async () => {
  scene.receiver.fallback = { status: 410 };
  const happened: string[] = [];
  const faults = [new Error('No database')];
  const sender = senderWith({
    disable: async () => {
      const fault = faults.pop();
      if (fault) throw fault;
      happened.push('disabled');
    },
    record: async (outcomes) => outcomes.map(({ made }) => happened.push(`recorded ${made.statusCode}`) > 0),
  });
  await send(sender, delivery);
  // It is still planned, and falls due again.
  expect([scene.receiver.requests.length, happened]).toEqual([1, []]);
  await send(sender, delivery);
  expect(happened).toEqual(['disabled', 'recorded 410']);
});

test('attempts that end while others are being recorded are recorded together, and no connection waits for that', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const groups: string[][] = [];
  const sender = senderWith({
    async record(outcomes) {
      groups.push(outcomes.map(({ made }) => made.eventId).sort());
      await opened;
      return outcomes.map(() => true);
    },
  });
  const first = send(sender, of('e1'));
  await eventually(() => groups.length === 1);
  const later = send(sender, of('e2'), of('e3'), of('e4'), of('e5'));
  // More than there are connections.
  await scene.receiver.untilReceived(5);
  // Deliveries that are being recorded are not among those that are kept.
  await eventually(() => sender.heldIds().length === 0);
  open();
  await Promise.all([first, later]);
  expect(groups).toEqual([['e1'], ['e2', 'e3', 'e4', 'e5']]);
});

/** The log of a sender at work. */
function logOf(): { logger: Logger; lines: () => { msg: string }[] } {
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  return { logger, lines: () => lines.map((line) => JSON.parse(line)) };
}

test('an attempt that is recorded is over, whatever becomes of what follows from it', async () => {
  scene.receiver.fallback = { status: 500 };
  const { logger, lines } = logOf();
  const sender = senderWith({
    logger,
    failed: async () => {
      throw new Error('No database');
    },
  });
  await send(sender, delivery);
  expect(lines().map(({ msg }) => msg)).toEqual(['Failures were not looked at']);
  expect(await sender.sendNow(queued(aTest), TIMEOUT_MS)).toMatchObject({ statusCode: 500 });
});

test('the log tells of a 410 that ended a webhook and could not be recorded', async () => {
  scene.receiver.fallback = { status: 410 };
  const { logger, lines } = logOf();
  const record = async () => {
    throw new Error('No database');
  };
  await send(senderWith({ logger, record }), delivery);
  expect(lines()).toMatchObject([
    { deliveryId: delivery.id, msg: 'A 410 that disabled a webhook is not recorded' },
    { msg: 'Delivery interrupted; it will be taken up again' },
  ]);
});

describe('what cannot be signed', () => {
  const unsignable: [string, Partial<Target>, Partial<SenderDependencies>][] = [
    ["the webhook's secret", { secrets: undefined }, {}],
    [
      "the org's key",
      {},
      {
        privateKeys: async () => {
          throw new UnreadableError('signing_keys');
        },
      },
    ],
  ];
  test.each(unsignable)('for want of %s is tried again, and counts for nothing', async (_what, change, parts) => {
    const recorded: AttemptOutcome[] = [];
    const heard: string[] = [];
    const webhook = () => targetAt(scene.receiver.url, change);
    const sender = senderOver(scene.lanes, webhook, {
      ...parts,
      schedule: [0, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60],
      record: async (outcomes) => outcomes.map((outcome) => recorded.push(outcome) > 0),
      failed: async () => void heard.push('failed'),
    });
    for (let attempt = 1; attempt <= 10; attempt++) {
      const one = { ...delivery, id: `e1.w1.${attempt}`, attempt };
      sender.admit({ ...one, size: 2 });
      sender.send([queued(one, webhook())]);
      await eventually(() => !sender.holds(one.id));
    }
    const made = {
      phase: 'failed',
      statusCode: 0,
      responseBody: expect.stringMatching(/^Not sent: .* cannot be read/),
    };
    expect(recorded).toHaveLength(10);
    expect(recorded[0]).toMatchObject({ made, next: { attempt: 2 }, isUnsent: true });
    expect([scene.receiver.requests.length, heard, scene.lanes.deadCount]).toEqual([0, [], 0]);
  });
});
