import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Guard, openGuard } from '#chassis/guard.ts';
import { newId, type Store } from '#chassis/mongo.ts';
import { type Once, openOnce } from '#chassis/once.ts';
import { dropStore, openTestStore, sharedMongo, type TestMongo } from '../../support/mongo.ts';
import { aThing, thingsOf } from '../../support/writing.ts';

let mongo: TestMongo;
let store: Store;
let once: Once;
let guard: Guard;

beforeAll(async () => {
  mongo = await sharedMongo();
  store = await openTestStore(mongo);
  once = openOnce(store);
  guard = openGuard(store);
  thingsOf(store);
  await store.start();
}, 30_000);
afterAll(async () => {
  await dropStore(store);
  await mongo.stop();
});

/** A consumer whose effect is one thing by event. */
const consume = (consumer: string, eventId: string) =>
  store.transaction(async (session) => {
    if ((await once.seen(session, consumer, [eventId])).has(eventId)) return false;
    await thingsOf(store).insertMany([aThing({ orgId: eventId })], { session });
    return true;
  });
const effectsOf = (eventId: string) => thingsOf(store).countDocuments({ orgId: eventId });

test('the same message twice has one effect', async () => {
  const event = newId();
  expect([await consume('c', event), await consume('c', event)]).toEqual([true, false]);
  expect(await effectsOf(event)).toBe(1);
});

test('the same message ten times at once has one effect', async () => {
  const event = newId();
  const effects = await Promise.all(Array.from({ length: 10 }, () => consume('c', event)));
  expect(effects.filter(Boolean)).toHaveLength(1);
  expect(await effectsOf(event)).toBe(1);
});

test('each consumer sees a message for itself', async () => {
  const event = newId();
  expect([await consume('c', event), await consume('d', event)]).toEqual([true, true]);
});

test('of messages that come together, those that came before are named', async () => {
  const [known, fresh] = [newId(), newId()];
  await consume('c', known);
  const seen = store.transaction((session) => once.seen(session, 'c', [known, fresh, fresh]));
  expect([...(await seen)]).toEqual([known]);
  expect(await consume('c', fresh)).toBe(false);
});

test('a message whose effect failed has not been seen', async () => {
  const event = newId();
  const failing = store.transaction(async (session) => {
    await once.seen(session, 'c', [event]);
    throw new Error('No effect');
  });
  await expect(failing).rejects.toThrow('No effect');
  expect(await consume('c', event)).toBe(true);
});

const apply = (recordId: string, sequence: number, deleted = false, kind = 'client') =>
  store.transaction(async (session) =>
    (await guard.apply(session, kind, [{ recordId, sequence, deleted }])).has(recordId),
  );

test('what is not newer than what has come is dropped', async () => {
  const record = newId();
  expect(await apply(record, 2)).toBe(true);
  expect([await apply(record, 1), await apply(record, 2)]).toEqual([false, false]);
  expect(await apply(record, 3)).toBe(true);
});

test('a late update revives nothing that was deleted', async () => {
  const record = newId();
  expect(await apply(record, 3, true)).toBe(true);
  expect([await apply(record, 2), await apply(record, 4)]).toEqual([false, false]);
});

test('records and kinds do not disturb each other', async () => {
  const record = newId();
  await apply(record, 5);
  expect(await apply(newId(), 1)).toBe(true);
  expect(await apply(record, 1, false, 'style')).toBe(true);
});

test('in whatever order and however often events come, each that is applied is newer than all before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }), async (sequences) => {
      const record = newId();
      let latest = 0;
      for (const sequence of sequences) {
        expect(await apply(record, sequence)).toBe(sequence > latest);
        latest = Math.max(latest, sequence);
      }
    }),
    { numRuns: 15 },
  );
}, 30_000);
