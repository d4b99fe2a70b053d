import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { StreamState } from '#chassis/messaging/bus-session.ts';
import type { EventBus } from '#chassis/messaging/event-bus.ts';
import { type OutboxRow, openOutbox } from '#chassis/messaging/outbox.ts';
import { Publisher } from '#chassis/messaging/relay.ts';
import { createStreamRecovery } from '#chassis/messaging/stream-recovery.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { createWriter } from '#chassis/unit-of-work/write.ts';
import { dropStore, openTestStore, sharedMongo, silent, type TestMongo } from '../../support/backends/mongo.ts';
import { aThing, deadRelay, writeThing } from '../../support/writing.ts';

const HOUR = 3600_000;
/** Continues a refill after each batch. */
const alone = async () => true;
let mongo: TestMongo;
let store: Store;
beforeAll(async () => {
  mongo = await sharedMongo();
  store = await openTestStore(mongo);
  await store.start();
}, 30_000);
afterAll(async () => {
  await dropStore(store);
  await mongo.stop();
});

test('what a shortened stream has lost is found by a process that never saw it whole', async () => {
  const outbox = openOutbox(store);
  const { eventId } = await writeThing(
    store,
    createWriter({ store, service: 'product', relay: deadRelay() }),
    aThing(),
  );
  const published = new Date(Date.now() - HOUR);
  await outbox.updateOne({ _id: eventId }, { publishedAt: published });
  const lookAs = (streamState: StreamState) =>
    createStreamRecovery({ store, outbox, bus: { streamState: async () => streamState }, logger: silent })(alone);

  const whole = wholeStream();
  await lookAs(whole);
  expect(await outbox.findById(eventId).lean()).toMatchObject({ publishedAt: published });
  await lookAs({ ...whole, messages: 60, lastSequence: 60, lastTime: Date.now() - 2 * HOUR });
  expect(await outbox.findById(eventId).lean()).toMatchObject({ publishedAt: null, refills: 1 });
});

test('what a lost stream took is published again though it was not yet marked', async () => {
  const outbox = openOutbox(store);
  const { eventId } = await writeThing(
    store,
    createWriter({ store, service: 'product', relay: deadRelay() }),
    aThing(),
  );
  const row = await outbox.findById(eventId).lean();
  if (!row) throw new Error('No row');
  const publisher = new Publisher({ publish: async () => {} } as unknown as EventBus, outbox, silent);
  const marked = publisher.publish(row).then(() => publisher.settle());
  const whole = wholeStream();
  const lookAs = (streamState: StreamState) =>
    createStreamRecovery({ store, outbox, bus: { streamState: async () => streamState }, logger: silent })(alone);
  await lookAs(whole);
  await lookAs({ ...whole, created: Date.now(), messages: 0, lastSequence: 0 });
  await marked;
  const waiting = await outbox.findById(eventId).lean();
  expect(waiting).toMatchObject({ publishedAt: null, refills: expect.any(Number) });

  await publisher.publish({ ...row, ...waiting });
  await publisher.settle();
  expect(await outbox.findById(eventId).lean()).toMatchObject({ publishedAt: expect.any(Date) });
});

test('what is marked while the stream is looked at is not lost with it', async () => {
  const outbox = openOutbox(store);
  await createStreamRecovery({ store, outbox, bus: { streamState: async () => wholeStream() }, logger: silent })(alone);
  const row = await writeRow();
  const publisher = new Publisher({ publish: async () => {} } as unknown as EventBus, outbox, silent);
  await publisher.publish(row);
  const streamState = async () => {
    await publisher.settle();
    return lostStream();
  };
  await createStreamRecovery({ store, outbox, bus: { streamState }, logger: silent })(alone);
  expect(await outbox.findById(row._id).lean()).toMatchObject({ publishedAt: null, refills: 1 });
});

test('what a process with a faster clock has marked is not lost with the stream', async () => {
  const outbox = openOutbox(store);
  const { _id } = await writeRow();
  await outbox.updateOne({ _id }, { publishedAt: new Date(Date.now() + 5_000) });
  await createStreamRecovery({ store, outbox, bus: { streamState: async () => lostStream() }, logger: silent })(alone);
  expect(await outbox.findById(_id).lean()).toMatchObject({ publishedAt: null, refills: 1 });
});

async function writeRow(): Promise<OutboxRow> {
  const relay = deadRelay();
  await writeThing(store, createWriter({ store, service: 'product', relay }), aThing());
  const [row] = relay.rows;
  if (!row) throw new Error('No row');
  return row;
}

/** State of an empty stream that has just been recreated. */
function lostStream(): StreamState {
  return { created: Date.now(), messages: 0, firstSequence: 1, lastSequence: 0, firstTime: 0, lastTime: 0 };
}

function wholeStream(): StreamState {
  const now = Date.now();
  const times = { created: now - 90 * HOUR, firstTime: now - 80 * HOUR, lastTime: now };
  return { ...times, messages: 100, firstSequence: 1, lastSequence: 100 };
}
