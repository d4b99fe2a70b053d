import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pino from 'pino';
import { registry } from '#chassis/runtime/metrics.ts';
import type { PendingDelivery } from '../../../../../services/notification/deliveries/domain/delivery.ts';
import type { Target } from '../../../../../services/notification/deliveries/domain/target.ts';
import { Lanes } from '../../../../../services/notification/deliveries/lanes.ts';
import { Sender, type SenderDependencies } from '../../../../../services/notification/deliveries/sender.ts';
import { eventually } from '../../../../support/eventually.ts';
import { type Receiver, startReceiver } from '../../../../support/receiver.ts';

const TIMEOUT_MS = 10_000;

let receiver: Receiver;
let lanes: Lanes;
beforeEach(async () => {
  receiver = await startReceiver();
  lanes = new Lanes({ connections: 2, maxWaiting: 10, mayReach: () => true });
});
afterEach(async () => {
  await lanes.close();
  await receiver.close();
});

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

const target = (): Target => ({
  id: 'w1',
  orgId: 'o1',
  url: receiver.url,
  events: ['*'],
  isActive: true,
  secrets: [],
});

const queued = (one: PendingDelivery) => ({
  delivery: one,
  target: target(),
  payload: '{}',
  traceparent: null,
  readAt: Date.now(),
});

/** A sender whose database takes everything. */
function senderWith(parts: Partial<SenderDependencies> = {}): Sender {
  return new Sender({
    lanes,
    logger: pino({ level: 'silent' }),
    schedule: [0, 60],
    timeoutMs: TIMEOUT_MS,
    targets: {
      find: async () => new Map([['w1', target()]]),
      findSubscribers: async () => () => [target()],
    },
    record: async (outcomes) => outcomes.map(() => true),
    settle: async () => undefined,
    cancel: async () => undefined,
    privateKeys: async () => [],
    disable: async () => undefined,
    failed: async () => undefined,
    payload: async () => '{}',
    ...parts,
  });
}

test('a test that waits for its answer keeps its connections when idle ones are let go', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  receiver.fallback = { after: answered };
  const sent = senderWith().sendNow(queued(aTest), TIMEOUT_MS);
  await receiver.untilReceived(1);
  await lanes.sweep(Date.now() + 61_000);
  answer();
  expect(await sent).toMatchObject({ statusCode: 200 });
});

/** Posts the deliveries and waits until they are settled, or left. */
async function send(sender: Sender, ...deliveries: PendingDelivery[]): Promise<void> {
  for (const one of deliveries) sender.admit({ ...one, size: 2 });
  sender.send(deliveries.map(queued));
  await eventually(() => deliveries.every(({ id }) => !sender.holds(id)));
}

describe('of attempts by outcome', () => {
  /** How much the counter of `o1` grows by `work`. */
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
    receiver.fallback = { status };
    const grown = await growth(() => senderWith().sendNow(queued(aTest), TIMEOUT_MS));
    expect(grown).toEqual({ succeeded: 0, retry: 0, failed: 0, test: 1 });
  });

  test('those are not counted whose place another process has taken, nor does anything follow from them', async () => {
    receiver.fallback = { status: 500 };
    const heard: string[] = [];
    const sender = senderWith({
      record: async (outcomes) => outcomes.map(({ made }) => made.eventId === 'e2'),
      failed: async () => void heard.push('failed'),
    });
    sender.onDue(() => heard.push('due'));
    const grown = await growth(() => send(sender, delivery, { ...delivery, id: 'e2.w1.1', eventId: 'e2' }));
    expect(grown).toEqual({ succeeded: 0, retry: 1, failed: 0, test: 0 });
    expect(heard).toEqual(['due', 'failed']);
  });
});

test('a webhook whose receiver is gone is disabled before that is recorded, so that no end in between forgets it', async () => {
  receiver.fallback = { status: 410 };
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
  expect([receiver.requests.length, happened]).toEqual([1, []]);
  await send(sender, delivery);
  expect(happened).toEqual(['disabled', 'recorded 410']);
});
