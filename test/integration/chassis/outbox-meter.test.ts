import { expect, jest, test } from '@jest/globals';
import { createBacklogMeter } from '#chassis/messaging/backlog-meter.ts';
import { openOutbox } from '#chassis/messaging/outbox.ts';
import { OutboxMeter } from '#chassis/messaging/outbox-meter.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import { outboxAge, outboxDepth } from '#chassis/runtime/metrics.ts';
import { createWriter } from '#chassis/unit-of-work/write.ts';
import { aThing, deadRelay, writeThing } from '../../support/writing.ts';
import { openFileStore } from './file-store.ts';

const { store } = await openFileStore();
await store.start();

test('one replica counts what waits; each says that events do not leave, and why', async () => {
  const outbox = openOutbox(store);
  const { eventId } = await writeThing(
    store,
    createWriter({ store, service: 'product', relay: deadRelay() }),
    aThing(),
  );
  const said: object[] = [];
  const logger = { error: (line: object) => said.push(line) } as unknown as Logger;
  const reason = new Error('insufficient resources');
  const replica = () => new OutboxMeter({ store, outbox, service: 'product', logger });
  const first = replica();
  await first.measure(reason);
  expect(first.stuck).toBeUndefined();
  expect(await gaugeOf(outboxDepth)).toBe(1);

  await outbox.updateOne({ _id: eventId }, { createdAt: new Date(Date.now() - 60_000) });
  const second = replica();
  await second.measure(reason);
  expect(await gaugeOf(outboxDepth)).toBe(0);
  expect(await gaugeOf(outboxAge)).toBeGreaterThan(59);
  expect(second.stuck).toMatch(/^events do not leave: the oldest has waited 6\d s$/);
  await second.measure(reason);
  expect(said).toEqual([{ seconds: expect.any(Number), err: reason }]);
});

/** Milliseconds after which a lease that is not renewed is free. */
const LEASE_MS = 10_001;

test('a backlog is counted by one replica, no further than it tells, and by another when that is gone', async () => {
  const gauge = { set: jest.fn() };
  const count = jest.fn(async (most: number) => Math.min(most, 250_000));
  const replica = () => createBacklogMeter({ store, name: 'meter', gauge, count });
  const [one, other] = [replica(), replica()];
  await one();
  await one();
  await other();
  expect(gauge.set.mock.calls).toEqual([[100_000], [100_000], [0]]);
  expect(count).toHaveBeenCalledTimes(2);

  const now = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + LEASE_MS);
  await other();
  await one();
  expect(gauge.set.mock.calls.slice(3)).toEqual([[100_000], [0]]);
});

async function gaugeOf(gauge: typeof outboxDepth): Promise<number | undefined> {
  return (await gauge.get()).values.find(({ labels }) => labels.component === 'product')?.value;
}
