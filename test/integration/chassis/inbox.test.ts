import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openSequenceGuard } from '#chassis/messaging/sequence-guard.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { openIdempotency } from '#chassis/unit-of-work/idempotency.ts';
import { aThing, thingsOf } from '../../support/writing.ts';
import { openFileStore } from './file-store.ts';

const { store } = await openFileStore();
const once = openIdempotency(store);
const guard = openSequenceGuard(store);
thingsOf(store);
await store.start();

/** Handles an event for a consumer by adding one thing. Returns false if the event was handled before. */
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

const apply = (recordId: string, sequence: number, deleted = false, { kind = 'client', orgId = 'o1' } = {}) =>
  store.transaction(async (session) => {
    const news = await guard.apply(session, [{ orgId, kind, recordId, sequence, deleted }]);
    return news.length === 1;
  });

test('a late update revives nothing that was deleted', async () => {
  const record = newId();
  expect(await apply(record, 3, true)).toBe(true);
  expect([await apply(record, 2), await apply(record, 4)]).toEqual([false, false]);
});

test('what is read of the record itself counts at the sequence that has come, and no older', async () => {
  const [record, gone] = [newId(), newId()];
  const read = (recordId: string, sequence: number) =>
    store.transaction(async (session) => {
      const mark = { orgId: 'o1', kind: 'client', recordId, sequence, isRead: true };
      return (await guard.apply(session, [mark])).length === 1;
    });
  await apply(record, 3);
  expect([await read(record, 2), await read(record, 3), await read(record, 3)]).toEqual([false, true, true]);
  expect([await read(record, 4), await apply(record, 4)]).toEqual([true, false]);
  await apply(gone, 3, true);
  expect([await read(gone, 3), await read(gone, 4)]).toEqual([false, false]);
});

test('records and kinds do not disturb each other', async () => {
  const record = newId();
  await apply(record, 5);
  expect(await apply(newId(), 1)).toBe(true);
  expect(await apply(record, 1, false, { kind: 'style' })).toBe(true);
});

test('orgs do not disturb each other, whatever they call their records', async () => {
  const record = newId();
  const [mine, theirs] = [{ orgId: newId() }, { orgId: newId() }];
  expect(await apply(record, 5, false, mine)).toBe(true);
  expect(await apply(record, 1, false, theirs)).toBe(true);
  expect(await apply(record, 5, false, mine)).toBe(false);
  expect(await apply(record, 6, true, mine)).toBe(true);
  expect([await apply(record, 2, false, theirs), await apply(record, 3, false, theirs)]).toEqual([true, true]);
  expect([await apply(record, 7, false, mine), await apply(record, 3, false, theirs)]).toEqual([false, false]);
});

test('of marks that come together in one transaction, those that are news are returned', async () => {
  const [known, fresh] = [newId(), newId()];
  await apply(known, 2);
  const marks = [
    { orgId: 'o1', kind: 'client', recordId: known, sequence: 2 },
    { orgId: 'o2', kind: 'client', recordId: known, sequence: 1 },
    { orgId: 'o1', kind: 'client', recordId: fresh, sequence: 1 },
  ];
  expect(await store.transaction((session) => guard.apply(session, marks))).toEqual(marks.slice(1));
});

describe('beside a replica of an earlier version, which knows records without their org', () => {
  /** Handles an event as the earlier version did, with the same queries. */
  const applyEarlier = (record: string, sequence: number, deleted = false) =>
    store.transaction(async (session) => {
      const guards = store.connection.collection<{ _id: string; sequence: number; deletedAt?: Date }>('guards');
      const _id = `client:${record}`;
      const before = await guards.findOne({ _id }, { session });
      if (before && (before.deletedAt !== undefined || before.sequence >= sequence)) return false;
      const change = { $set: { sequence, ...(deleted && { deletedAt: new Date() }) } };
      await guards.updateOne({ _id }, change, { session, upsert: true });
      return true;
    });

  /** Replicas that handle the events: of this version alone, or of both. */
  const replicas = fc.constantFrom(fc.constant(false), fc.boolean());

  test('and alone, each event that is applied is newer than all before, in whatever order and however often they come', async () => {
    const events = replicas.chain((isEarlier) =>
      fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), isEarlier), { minLength: 1, maxLength: 9 }),
    );
    await fc.assert(
      fc.asyncProperty(events, async (sent) => {
        const record = newId();
        let latest = 0;
        for (const [sequence, isEarlier] of sent) {
          const news = await (isEarlier ? applyEarlier(record, sequence) : apply(record, sequence));
          expect(news).toBe(sequence > latest);
          latest = Math.max(latest, sequence);
        }
      }),
      { numRuns: 40 },
    );
  }, 30_000);

  test('both remember what the other was told of a deletion', async () => {
    const [record, other] = [newId(), newId()];
    expect([await applyEarlier(record, 3, true), await apply(record, 4)]).toEqual([true, false]);
    expect([await apply(other, 3, true), await applyEarlier(other, 4)]).toEqual([true, false]);
  });

  test('one event at once, and another of the same record, are applied in their order or the older is dropped', async () => {
    for (let round = 0; round < 10; round++) {
      const record = newId();
      await Promise.all([apply(record, 1), applyEarlier(record, 2)]);
      expect([await apply(record, 2), await applyEarlier(record, 2), await apply(record, 3)]).toEqual([
        false,
        false,
        true,
      ]);
    }
  });
});
