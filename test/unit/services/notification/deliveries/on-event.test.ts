import { afterEach, expect, jest, test } from '@jest/globals';
import { type OnEventDependencies, onEvent } from '../../../../../services/notification/deliveries/on-event.ts';
import { receiverAndLanes, senderOver, targetAt } from './support.ts';

const scene = receiverAndLanes();
afterEach(() => void jest.restoreAllMocks());

const envelope = {
  ...{ id: 'e1', type: 'client.created', timestamp: new Date().toISOString(), api_version: 'v1' as const },
  ...{ org_id: 'o1', sequence: 1, data: { id: 'c1' } },
};

test('an event goes to no address that its webhook has had when the event came and has no more', async () => {
  let url = `${scene.receiver.url}/former`;
  const targets = {
    find: async () => new Map([['w1', targetAt(url)]]),
    async findSubscribers() {
      const read = targetAt(url);
      return () => [read];
    },
  };
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: changed, resolve: change } = Promise.withResolvers<void>();
  const purges = {
    async known() {
      ask();
      await changed;
      return () => false;
    },
    note: async () => undefined,
  };
  const accept = onEvent({
    ...{ targets, purges, leaseMs: 60_000 },
    sender: senderOver(scene.lanes, () => targetAt(url), { targets }),
    store: { transaction: (work: (session: undefined) => unknown) => work(undefined) },
    events: { append: async () => undefined },
    deliveries: { add: async () => undefined },
  } as unknown as OnEventDependencies);
  const accepted = accept({ envelope, subject: 'events.product.client.created', redelivered: false });
  await asked;
  url = `${scene.receiver.url}/present`;
  const later = performance.now() + 1000;
  jest.spyOn(performance, 'now').mockImplementation(() => later);
  change();
  await accepted;
  const [request] = await scene.receiver.untilReceived(1);
  expect(request?.path).toBe('/present');
});

test('of an event that waits for room, what was stored is noted for who reads it', async () => {
  const noted: string[] = [];
  const target = targetAt(scene.receiver.url);
  const postponed: unknown[] = [];
  const sender = { admit: () => false, send: () => undefined, releaseUnsent: () => undefined };
  const accept = onEvent({
    ...{ purges: { known: async () => () => false, note: async () => undefined }, leaseMs: 60_000 },
    targets: { findSubscribers: async () => () => [target, { ...target, id: 'w2' }] },
    sender: { ...sender, postpone: (one: unknown) => postponed.push(one) },
    store: { transaction: (work: (session: undefined) => unknown) => work(undefined) },
    events: { append: async () => undefined },
    deliveries: { add: async () => undefined },
    noteEvent: ({ id }: { id: string }) => noted.push(id),
  } as unknown as OnEventDependencies);
  await accept({ envelope, subject: 'events.product.client.created', redelivered: false });
  expect([noted, postponed]).toEqual([['e1'], [target, { ...target, id: 'w2' }]]);
});
