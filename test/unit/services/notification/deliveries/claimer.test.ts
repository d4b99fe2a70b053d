import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Claimer } from '../../../../../services/notification/deliveries/claimer.ts';
import { DueWebhooks } from '../../../../../services/notification/deliveries/due-webhooks.ts';
import type { DeliveryRepository, DueDelivery } from '../../../../../services/notification/deliveries/repository.ts';
import type { Sender } from '../../../../../services/notification/deliveries/sender.ts';
import type { EventRepository } from '../../../../../services/notification/events/repository.ts';
import { eventually } from '../../../../support/eventually.ts';
import { logger, receiverAndLanes, senderOver, targetAt } from './support.ts';

const LEASE_MS = 60_000;

let claimer: Claimer;
/** State of the webhooks now. */
let path: string;
/** All webhooks are. */
let isGone: boolean;
let eventsRead: Promise<void>;
beforeEach(() => {
  isGone = false;
  path = '/hook';
  eventsRead = Promise.resolve();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await claimer.stop();
});
const scene = receiverAndLanes();

const delivery = (webhookId: string): DueDelivery => ({
  ...{ id: `e1.${webhookId}.1`, orgId: 'o1', webhookId, eventId: 'e1', eventType: 'client.created', attempt: 1 },
  ...{ isTest: false, createdAt: new Date(), phase: 'pending', dueAt: new Date(), size: 2 },
});
/** A claimer and its sender, over a database that does what it is told to. */
function open(deliveries: Partial<DeliveryRepository>) {
  const webhook = (id: string) => targetAt(`${scene.receiver.url}${path}`, { id });
  const sender = senderOver(scene.lanes, webhook);
  const targets = {
    find: async (ids: string[]) => new Map(isGone ? [] : ids.map((id) => [id, webhook(id)])),
    findSubscribers: async () => () => [],
  };
  const events = {
    async find() {
      await eventsRead;
      return new Map([['e1', { payload: '{}', traceparent: null, at: new Date() }]]);
    },
  };
  claimer = new Claimer({
    ...{ targets, sender, lanes: scene.lanes, logger, agenda: new DueWebhooks(), leaseMs: LEASE_MS },
    events: events as unknown as EventRepository,
    deliveries: { claim: async (due: object[]) => due, ...deliveries } as unknown as DeliveryRepository,
  });
  return sender;
}

/** Tells of what is due of both webhooks. */
function note(sender: Sender): void {
  for (const id of ['w1', 'w2']) sender.postpone({ id, orgId: 'o1' }, Date.now());
}

test('where the read of one webhook fails, nothing of another stays in hand, and the next look takes it all', async () => {
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const reads: string[] = [];
  const sender = open({
    async findDue(webhookId) {
      reads.push(webhookId);
      if (reads.length === 1) {
        fail();
        throw new Error('No database');
      }
      if (reads.length === 2) await late.promise;
      return { due: [delivery(webhookId)], nextAt: undefined };
    },
  });
  note(sender);
  await failed;
  // The look is over by then.
  await new Promise(setImmediate);
  late.resolve();
  await new Promise(setImmediate);
  expect(reads).toEqual(['w1', 'w2']);
  expect(['w1', 'w2'].filter((id) => sender.holds(delivery(id).id))).toEqual([]);
  await scene.receiver.untilReceived(2);
  await eventually(() => !['w1', 'w2'].some((id) => sender.holds(delivery(id).id)));
});

test('what waits for a webhook that is gone goes at full speed, though its endpoint was dead', async () => {
  const webhook = { id: 'w1', orgId: 'o1' };
  for (let made = 0; made < 10; made++) await scene.lanes.lane(webhook).attempt(async () => false);
  expect(scene.lanes.deadCount).toBe(1);
  const cancelled: string[] = [];
  isGone = true;
  const sender = open({
    findDue: async () => ({ due: cancelled.length === 0 ? [delivery('w1')] : [], nextAt: undefined }),
    cancel: async (ids) => void cancelled.push(...ids),
  });
  sender.postpone(webhook, Date.now());
  await eventually(() => cancelled.length > 0);
  expect(cancelled).toEqual([delivery('w1').id]);
  expect(scene.lanes.deadCount).toBe(0);
});

test('what was admitted and not handed over is not kept from other processes', async () => {
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  const sender = open({
    findDue: async (webhookId) => ({ due: webhookId === 'w1' ? [delivery(webhookId)] : [], nextAt: undefined }),
    claim: async (due) => {
      await taken;
      return due;
    },
  });
  note(sender);
  await eventually(() => sender.holds(delivery('w1').id));
  expect(sender.heldIds()).toEqual([]);
  take();
  await scene.receiver.untilReceived(1);
});

test('what was read of a webhook before it was changed is not taken for what it is now', async () => {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  eventsRead = promise;
  const sender = open({
    findDue: async (webhookId) => ({ due: webhookId === 'w1' ? [delivery(webhookId)] : [], nextAt: undefined }),
    claim: async (due) => {
      take();
      return due;
    },
  });
  note(sender);
  await taken;
  await new Promise(setImmediate);
  path = '/present';
  const later = performance.now() + 1000;
  jest.spyOn(performance, 'now').mockImplementation(() => later);
  goOn();
  const [request] = await scene.receiver.untilReceived(1);
  expect(request?.path).toBe('/present');
});
