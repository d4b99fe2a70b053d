import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { StreamState } from '#chassis/messaging/bus-session.ts';
import type { EventBus } from '#chassis/messaging/event-bus.ts';
import { type Outbox, type OutboxRow, openOutbox } from '#chassis/messaging/outbox.ts';
import { createRelay, Publisher } from '#chassis/messaging/relay.ts';
import { createStreamRecovery } from '#chassis/messaging/stream-recovery.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { dropStore, openTestStore, sharedMongo, silent } from '../../support/backends/mongo.ts';
import { eventually } from '../../support/eventually.ts';

const HOUR = 3600_000;
const BATCH = 50;
const mongo = await sharedMongo();
afterAll(() => mongo.stop());
let store: Store;
let outbox: Outbox;
beforeEach(async () => {
  store = await openTestStore(mongo);
  outbox = openOutbox(store);
  await store.start();
});
afterEach(() => dropStore(store));

/** State of an empty stream that has just been recreated. */
const lostStream = (): StreamState => ({
  created: Date.now(),
  messages: 0,
  firstSequence: 1,
  lastSequence: 0,
  firstTime: 0,
  lastTime: 0,
});
const lost = lostStream();

function wholeStream(): StreamState {
  const now = Date.now();
  const times = { created: now - 90 * HOUR, firstTime: now - 80 * HOUR, lastTime: now };
  return { ...times, messages: 100, firstSequence: 1, lastSequence: 100 };
}

/** The recovery of another process. It finds the stream in this state, or continues an interrupted refill. */
const aRecovery = (state: StreamState | (() => Promise<StreamState>) = lost) => {
  const streamState = typeof state === 'function' ? state : async () => state;
  return createStreamRecovery({ store, outbox, bus: { streamState }, logger: silent, batch: BATCH });
};
/** Continues a refill after each batch. */
const goOn = async () => true;

const aPublisher = () => new Publisher({ publish: async () => {} } as unknown as EventBus, outbox, silent);

/** Inserts outbox rows that are an hour old. */
async function addRows(count: number, publishedAt: Date | null): Promise<void> {
  const createdAt = anHourAgo();
  const rows = Array.from({ length: count }, (_, i) => ({
    _id: `${publishedAt ? 'marked' : 'unmarked'}-${i}`,
    orgId: 'o1',
    subject: 'events.product.thing.created',
    type: 'thing.created',
    recordId: `r${i}`,
    envelope: '{}',
    actor: null,
    address: null,
    requestId: 'req-1',
    traceparent: null,
    createdAt,
    publishedAt,
  }));
  await outbox.insertMany(rows);
}

const anHourAgo = () => new Date(Date.now() - HOUR);
const refilled = () => outbox.countDocuments({ publishedAt: null, refills: 1 });

describe('one row', () => {
  const row = async () => (await outbox.findOne().lean()) as OutboxRow;

  test('that a shortened stream has lost is found by a process that never saw it whole', async () => {
    await addRows(1, anHourAgo());
    const { publishedAt } = await row();
    const whole = wholeStream();
    await aRecovery(whole)(goOn);
    expect(await row()).toMatchObject({ publishedAt });
    await aRecovery({ ...whole, messages: 60, lastSequence: 60, lastTime: Date.now() - 2 * HOUR })(goOn);
    expect(await row()).toMatchObject({ publishedAt: null, refills: 1 });
  });

  test('that a lost stream took is published again though it was not yet marked', async () => {
    await addRows(1, null);
    const publisher = aPublisher();
    const marked = publisher.publish(await row()).then(() => publisher.settle());
    const whole = wholeStream();
    await aRecovery(whole)(goOn);
    await aRecovery({ ...whole, created: Date.now(), messages: 0, lastSequence: 0 })(goOn);
    await marked;
    expect(await row()).toMatchObject({ publishedAt: null, refills: expect.any(Number) });
    await publisher.publish(await row());
    await publisher.settle();
    expect(await row()).toMatchObject({ publishedAt: expect.any(Date) });
  });

  test('that is marked while the stream is looked at is not lost with it', async () => {
    await aRecovery(wholeStream())(goOn);
    await addRows(1, null);
    const publisher = aPublisher();
    await publisher.publish(await row());
    await aRecovery(async () => {
      await publisher.settle();
      return lostStream();
    })(goOn);
    expect(await row()).toMatchObject({ publishedAt: null, refills: 1 });
  });

  test('that a process with a faster clock has marked is not lost with the stream', async () => {
    await aRecovery(wholeStream())(goOn);
    await addRows(1, new Date(Date.now() + 5_000));
    await aRecovery(lostStream())(goOn);
    expect(await row()).toMatchObject({ publishedAt: null, refills: 1 });
  });
});

test('a lost stream is filled from where the last process stopped, and each row counts the loss once', async () => {
  await addRows(3 * BATCH, null);
  await addRows(7 * BATCH + 1, anHourAgo());
  const stopAfter = (batches: number) => async () => --batches > 0;
  await aRecovery()(stopAfter(2));
  expect(await refilled()).toBe(2 * BATCH);
  let batches = 0;
  const dying = aRecovery()(async () => {
    if (++batches === 5) throw new Error('The database is gone');
    return true;
  });
  await expect(dying).rejects.toThrow('The database is gone');
  // The exact number is open, because a cursor may return a row a second time that was changed during the scan.
  const reached = await refilled();
  expect(reached).toBeGreaterThan(2 * BATCH);
  expect(reached).toBeLessThanOrEqual(5 * BATCH);

  await aRecovery()(goOn);
  expect(await refilled()).toBe(10 * BATCH + 1);
  await aRecovery()(goOn);
  expect(await refilled()).toBe(10 * BATCH + 1);
});

test('the same loss is found once, and another one again, also while the stream is filled', async () => {
  await addRows(2 * BATCH, anHourAgo());
  await aRecovery()(async () => false);
  const again = aRecovery({ ...lost, created: lost.created + 1 });
  await again(goOn);
  expect(await refilled()).toBe(2 * BATCH);
  await eventually(async () => {
    await again(goOn);
    return (await outbox.countDocuments({ publishedAt: null, refills: 2 })) === 2 * BATCH;
  });
});

test('what is published while a stream is filled is not published again', async () => {
  await addRows(4 * BATCH, anHourAgo());
  const publisher = aPublisher();
  let batches = 0;
  const publishUntil = (end: number) => async () => {
    for (const row of await outbox.find({ publishedAt: null }).limit(BATCH).lean()) await publisher.publish(row);
    await publisher.settle();
    return ++batches < end;
  };
  await aRecovery()(publishUntil(2));
  await aRecovery()(publishUntil(Number.POSITIVE_INFINITY));
  expect(await outbox.countDocuments({ publishedAt: { $ne: null }, refills: 1 })).toBe(4 * BATCH);
});

test('two processes at once fill a stream as one does', async () => {
  await addRows(2 * BATCH, null);
  await addRows(6 * BATCH, anHourAgo());
  await Promise.all([aRecovery()(goOn), aRecovery()(goOn), aRecovery()(goOn)]);
  expect(await refilled()).toBe(8 * BATCH);
  const states = await store.connection.collection('streams').find().toArray();
  expect(states).toEqual([{ _id: 'EVENTS', ...lost }]);
});

test('a relay publishes while it fills a stream', async () => {
  await addRows(2_500, anHourAgo());
  const published = new Set<string>();
  let stillMarked: Promise<number> | undefined;
  const bus = {
    connected: () => true,
    streamState: async () => lost,
    publish: async (_subject: string, _envelope: string, { id }: { id: string }) => {
      published.add(id);
      stillMarked ??= outbox.countDocuments({ refills: { $exists: false } }).exec();
    },
  } as unknown as EventBus;
  const relay = createRelay({ store, bus, service: 'product', logger: silent });
  await relay.start();
  await eventually(() => published.size === 2_500, 20_000);
  await relay.stop();
  expect(await stillMarked).toBeGreaterThan(0);

  expect(await outbox.countDocuments({ publishedAt: { $ne: null }, refills: 1 })).toBe(2_500);
});

test('a relay that is stopped leaves the rest to the next one', async () => {
  await addRows(2_500, anHourAgo());
  const bus = {
    connected: () => true,
    streamState: async () => lost,
    publish: async () => void stopped.resolve(),
  } as unknown as EventBus;
  const stopped = Promise.withResolvers<void>();
  const relay = createRelay({ store, bus, service: 'product', logger: silent });
  await relay.start();
  await stopped.promise;
  await relay.stop();
  expect(await outbox.countDocuments({ refills: { $exists: false } })).toBe(1_500);
  await aRecovery()(goOn);
  expect(await outbox.countDocuments({ refills: 1 })).toBe(2_500);
});
