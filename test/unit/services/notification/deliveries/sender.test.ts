import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pino from 'pino';
import type { PendingDelivery } from '../../../../../services/notification/deliveries/domain/delivery.ts';
import type { Target } from '../../../../../services/notification/deliveries/domain/target.ts';
import { Lanes } from '../../../../../services/notification/deliveries/lanes.ts';
import { Sender, type SenderDependencies } from '../../../../../services/notification/deliveries/sender.ts';
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
const test1: PendingDelivery = { ...delivery, eventType: 'webhook.test', isTest: true };

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
    record: async () => undefined,
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
  const sent = senderWith().sendNow(queued(test1), TIMEOUT_MS);
  await receiver.untilReceived(1);
  await lanes.sweep(Date.now() + 61_000);
  answer();
  expect(await sent).toMatchObject({ statusCode: 200 });
});
