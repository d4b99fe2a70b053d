import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mongo as driver, Schema } from 'mongoose';
import { AppError, BeingDeleted, Outdated } from '#chassis/domain/errors.ts';
import { openOutbox } from '#chassis/messaging/outbox.ts';
import { modelOf } from '#chassis/mongo/model.ts';
import { keptTotal } from '#chassis/mongo/totals.ts';
import { limitPerOrg } from '#chassis/records/limit-per-org.ts';
import { createWriter, type Transaction } from '#chassis/unit-of-work/write.ts';
import { openTestStore } from '../../support/backends/mongo.ts';
import { eventually } from '../../support/eventually.ts';
import {
  aThing,
  createdEvent,
  createThing,
  createThingAsking,
  deadRelay,
  keyedCall,
  things,
  thingsOf,
  writeCall,
  writeThing,
} from '../../support/writing.ts';
import { openFileStore } from './file-store.ts';

const { mongo, store } = await openFileStore();
const relay = deadRelay();
const writer = createWriter({ store, service: 'product', relay });
thingsOf(store);
await store.start();

afterEach(() => void jest.restoreAllMocks());
beforeEach(async () => {
  relay.rows.length = 0;
  await Promise.all(Object.values(store.connection.models).map((model) => model.deleteMany({})));
});

const countThings = () => thingsOf(store).countDocuments();
const countEvents = () => openOutbox(store).countDocuments();
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

describe.each([
  ['write', writeThing],
  ['create', createThing],
  ['create, once it has asked something', createThingAsking],
])('%s', (_name, add) => {
  test('puts down the state, its event and its total, and hands the event to the relay', async () => {
    const thing = aThing();
    const written = await add(store, writer, thing, writeCall({ address: '192.0.2.1' }));
    expect(written).toEqual({ value: { id: thing._id }, eventId: relay.rows[0]?._id, replayed: false });
    expect(await thingsOf(store).findById(thing._id).lean()).toEqual(thing);
    const row = await openOutbox(store).findById(written.eventId).lean();
    expect(row).toMatchObject({
      orgId: 'o1',
      subject: 'events.product.thing.created',
      recordId: thing._id,
      actor: 'user:u1',
      address: '192.0.2.1',
      requestId: 'req-1',
      publishedAt: null,
    });
    expect(JSON.parse(row?.envelope ?? '')).toMatchObject({ id: written.eventId, org_id: 'o1', sequence: 1 });
    expect(await keptTotal(store.connection, 'o1', 'things')).toBe(1);
  });

  test('leaves nothing behind when the state is refused', async () => {
    await add(store, writer, aThing({ name: 'taken' }));
    await expect(add(store, writer, aThing({ name: 'taken' }))).rejects.toMatchObject({ code: 11000 });
    expect([await countThings(), await countEvents()]).toEqual([1, 1]);
    expect(await keptTotal(store.connection, 'o1', 'things')).toBe(1);
    expect(relay.rows).toHaveLength(1);
  });

  test('answers the same key and body with the same value and event, without a second effect', async () => {
    const first = await add(store, writer, aThing(), keyedCall('key'));
    const second = await add(store, writer, aThing(), keyedCall('key'));
    expect(second).toEqual({ ...first, replayed: true });
    expect([await countThings(), await countEvents()]).toEqual([1, 1]);
  });

  test('refuses the same key with another body', async () => {
    await add(store, writer, aThing(), keyedCall('key'));
    const reused = add(store, writer, aThing(), keyedCall('key', 'another body'));
    await expect(reused).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await countThings()).toBe(1);
  });

  test('takes the same key anew for another caller, operation or org', async () => {
    const principal = { kind: 'user', id: 'u1', orgId: 'o1', role: 'staff' } as const;
    const { context } = keyedCall('key');
    await add(store, writer, aThing(), writeCall(context));
    await add(store, writer, aThing(), writeCall({ ...context, principal: { ...principal, id: 'u2' } }));
    await add(store, writer, aThing(), writeCall({ ...context, principal: { ...principal, kind: 'key' } }));
    await add(store, writer, aThing(), writeCall({ ...context, principal: { ...principal, orgId: 'o2' } }));
    await add(store, writer, aThing(), keyedCall('key', 'body', 'POST /others'));
    expect(await countThings()).toBe(5);
    expect(relay.rows.map(({ actor }) => actor).slice(0, 3)).toEqual(['user:u1', 'user:u2', 'key:u1']);
  });

  test('an outcome that is not known stays so when its key cannot be looked up', async () => {
    const transaction = async () => {
      const keys = modelOf<unknown>(store.connection, 'Kept', new Schema()).collection;
      jest.spyOn(keys, 'find').mockImplementation(() => {
        throw new AppError('upstream_unavailable', 'The database is unavailable');
      });
      throw new AppError('outcome_unknown', 'Nobody knows');
    };
    const doubtful = createWriter({ store: { ...store, transaction }, service: 'product', relay });
    const write = add(store, doubtful, aThing(), keyedCall('key'));
    await expect(write).rejects.toMatchObject({ code: 'outcome_unknown' });
  });

  test('does not keep a refusal under its key', async () => {
    await add(store, writer, aThing({ name: 'taken' }));
    await expect(add(store, writer, aThing({ name: 'taken' }), keyedCall('key'))).rejects.toThrow();
    expect(await add(store, writer, aThing(), keyedCall('key'))).toMatchObject({ replayed: false });
  });

  test('has one effect for 50 writes at once with one key, from two processes', async () => {
    const other = await openTestStore(mongo, store.connection.name);
    const writers = [
      { store, writer },
      { store: other, writer: createWriter({ store: other, service: 'product', relay }) },
    ];
    thingsOf(other);
    await other.start();
    // A database that is busy for seconds answers some with upstream_unavailable. Such a caller sends the write again.
    const send = async (index: number) => {
      for (let tries = 1; ; tries++) {
        const process = writers[index % 2] ?? writers[0];
        try {
          return await add(process?.store ?? store, process?.writer ?? writer, aThing(), keyedCall('key'));
        } catch (error) {
          if (codeOf(error) !== 'upstream_unavailable' || tries === 3) throw error;
        }
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => send(index)));
    const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [codeOf(outcome.reason)] : []));
    expect(new Set(answers.map(({ value }) => value.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(refusals.filter((code) => code !== 'idempotency_in_progress')).toEqual([]);
    expect([await countThings(), await countEvents()]).toEqual([1, 1]);
    await other.close();
  }, 30_000);

  test('answers as the first of two with one key, also when the second fails because of the first', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => add(store, writer, aThing({ name: 'only one' }), keyedCall('key'))),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [codeOf(outcome.reason)] : []));
    expect(refusals.filter((code) => code !== 'idempotency_in_progress')).toEqual([]);
    expect(await countThings()).toBe(1);
  });

  test('refuses a second call at once while a long one with its key runs, and answers it when that is done', async () => {
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const work = async (unit: Transaction) => {
      const thing = aThing();
      await unit.insert(things(store), [thing]);
      unit.emit(createdEvent(thing));
      reached.resolve();
      await gate.promise;
      return { id: thing._id };
    };
    const first = writer.write(keyedCall('key'), work, { takesLong: true });
    await reached.promise;
    const again = () => add(store, writer, aThing(), keyedCall('key'));
    await expect(again()).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    gate.resolve();
    const { value, eventId, replayed } = await first;
    expect(replayed).toBe(false);
    expect(await again()).toEqual({ value, eventId, replayed: true });
    expect([await countThings(), await countEvents()]).toEqual([1, 1]);
  });

  test('a repeat that waited for the first call to end gets its answer, and does nothing in vain', async () => {
    const gate = Promise.withResolvers<void>();
    const [begun, worked] = [jest.fn(), jest.fn()];
    const writeLocked = () =>
      writer.write(keyedCall('key'), async (tx) => {
        begun();
        await tx.lock('thing');
        worked();
        await gate.promise;
        tx.emit(createdEvent(aThing()));
        return { done: true };
      });
    const first = writeLocked();
    await eventually(() => worked.mock.calls.length === 1);
    const second = writeLocked();
    // The second call has found no stored answer, and waits for the lock.
    await eventually(() => begun.mock.calls.length === 2);
    gate.resolve();
    expect(await second).toEqual({ ...(await first), replayed: true });
    expect(worked).toHaveBeenCalledTimes(1);
  });

  test('keeps totals exact through 100 writes at once and as many removals', async () => {
    const kept = Array.from({ length: 20 }, () => aThing());
    await Promise.all(kept.map((thing) => add(store, writer, thing)));
    const removals = kept.map(({ _id }) =>
      writer.write(writeCall(), async (tx) => {
        await thingsOf(store).deleteOne({ _id }, { session: tx.session });
        tx.count('things', -1);
      }),
    );
    const additions = Array.from({ length: 100 }, () => add(store, writer, aThing()));
    // Wait for all calls, also after a failure, so that none runs during the next test.
    const outcomes = await Promise.allSettled([...additions, ...removals]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await keptTotal(store.connection, 'o1', 'things')).toBe(100);
    expect(await countThings()).toBe(100);
  }, 30_000);
});

test.each([
  ['create', createThing],
  ['create, once it has asked something', createThingAsking],
])('a refused %s spoils none of those that share its transaction', async (_name, insert) => {
  await insert(store, writer, aThing({ name: 'taken' }));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) => insert(store, writer, aThing(n % 10 === 0 ? { name: 'taken' } : {}))),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  expect([await countThings(), await countEvents()]).toEqual([28, 28]);
  expect(await keptTotal(store.connection, 'o1', 'things')).toBe(28);
});

test('writes that meet on one record are run again until each has had its effect', async () => {
  const thing = aThing({ size: 0 });
  await writeThing(store, writer, thing);
  const grow = () =>
    writer.write(writeCall(), async ({ session }) => {
      const found = await thingsOf(store).findById(thing._id).session(session).lean();
      await thingsOf(store).updateOne({ _id: thing._id }, { $set: { size: (found?.size ?? 0) + 1 } }, { session });
    });
  await Promise.all(Array.from({ length: 20 }, grow));
  expect((await thingsOf(store).findById(thing._id).lean())?.size).toBe(20);
}, 30_000);

test('a write that loses every race until its deadline is to be made again, and was not made', async () => {
  const thing = aThing();
  await writeThing(store, writer, thing);
  const holder = await store.connection.startSession();
  holder.startTransaction();
  await thingsOf(store).updateOne({ _id: thing._id }, { $set: { size: 2 } }, { session: holder });
  const loser = writer.write({ ...writeCall(), deadline: Date.now() + 300 }, async ({ session }) => {
    await thingsOf(store).updateOne({ _id: thing._id }, { $set: { size: 3 } }, { session });
  });
  await expect(loser).rejects.toMatchObject({ code: 'upstream_unavailable', retryAfter: 1 });
  await holder.abortTransaction();
  await holder.endSession();
});

test.each([
  ['count', 'totals', 'bulkWrite'],
  ['guard', 'thingGuards', 'updateOne'],
] as const)(
  'a write that loses the race to be the first at the %s of an org is run again',
  async (_name, name, method) => {
    const requireRoom = limitPerOrg(store, {
      resource: 'Thing',
      guards: 'thingGuards',
      max: 1,
      refusal: 'One is enough',
      count: ({ session }) => thingsOf(store).countDocuments().session(session),
    });
    const named = Object.values(store.connection.models).filter(({ collection }) => collection.name === name);
    const taken = new driver.MongoServerError({ code: 11000, message: 'E11000 duplicate key error' });
    const [insertion] = named.map(({ collection }) => jest.spyOn(collection, method).mockRejectedValueOnce(taken));
    const add = writer.write(writeCall(), async (tx) => {
      await requireRoom(tx, 'o1');
      await thingsOf(store).create([aThing()], { session: tx.session });
      tx.count('things', 1);
    });
    await expect(add).resolves.toBeDefined();
    expect(insertion).toHaveBeenCalledTimes(2);
    expect([await countThings(), await keptTotal(store.connection, 'o1', 'things')]).toEqual([1, 1]);
  },
);

test('an event without an org is refused before anything is written', async () => {
  const nobody = { ...writeCall(), context: { requestId: 'job' } };
  await expect(writeThing(store, writer, aThing(), nobody)).rejects.toThrow('belongs to no org');
  expect(await countThings()).toBe(0);
});

test('inserts that share a transaction are each held to the body of their own key', async () => {
  await createThing(store, writer, aThing(), keyedCall('key'));
  // The first two creates begin their transactions immediately, so the other two wait and share a transaction.
  const [, , other, same] = await Promise.allSettled([
    createThing(store, writer, aThing()),
    createThing(store, writer, aThing()),
    createThing(store, writer, aThing(), keyedCall('key', 'another body')),
    createThing(store, writer, aThing(), keyedCall('key')),
  ]);
  expect(other).toMatchObject({ status: 'rejected', reason: { code: 'idempotency_key_reused' } });
  expect(same).toMatchObject({ status: 'fulfilled', value: { replayed: true } });
  expect(await countThings()).toBe(3);
});

describe('what creates look up alike', () => {
  let reads: number;
  const look = async () => ++reads;
  beforeEach(() => {
    reads = 0;
  });

  test('is read once for a transaction, and anew for the next', async () => {
    const create = () => writer.create(writeCall(), (tx) => tx.readOnce('look', look));
    const values = (await Promise.all(Array.from({ length: 12 }, create))).map(({ value }) => value);
    // The first two creates begin their transactions immediately. All others wait and share the next one.
    expect(values.slice(0, 2).sort()).toEqual([1, 2]);
    expect(new Set(values.slice(2))).toEqual(new Set([3]));
  });

  test('is read anew when the transaction is run again', async () => {
    const lost = new driver.MongoServerError({ message: 'A race', errorLabels: ['TransientTransactionError'] });
    const { value } = await writer.create(writeCall(), async (tx) => {
      const read = await tx.readOnce('look', look);
      if (read === 1) throw lost;
      return read;
    });
    expect(value).toBe(2);
  });
});

describe('what is prepared before a write', () => {
  const prepare = jest.fn<() => Promise<string>>();
  const add = (call = keyedCall('key')) =>
    writer.writePrepared(call, prepare, async ({ session }, name) => {
      await thingsOf(store).insertMany([aThing({ name })], { session, lean: true });
      return { name };
    });
  beforeEach(() => {
    prepare.mockReset();
    prepare.mockResolvedValue('prepared');
  });

  test('is not prepared again for a key that has its answer, whatever would come of it', async () => {
    const first = await add();
    prepare.mockRejectedValue(new AppError('upstream_unavailable', 'Nobody to ask'));
    expect(await add()).toEqual({ ...first, value: { name: 'prepared' }, replayed: true });
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  test('leaves nothing behind when it fails, and may be tried again with the same key', async () => {
    prepare.mockRejectedValueOnce(new AppError('upstream_unavailable', 'Nobody to ask'));
    await expect(add()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect(await countThings()).toBe(0);
    expect(await add()).toMatchObject({ replayed: false });
  });

  test('may fail when another call with the key has won meanwhile', async () => {
    prepare.mockImplementationOnce(async () => {
      await add();
      throw new AppError('upstream_unavailable', 'Nobody to ask');
    });
    expect(await add()).toMatchObject({ value: { name: 'prepared' }, replayed: true });
    expect(await countThings()).toBe(1);
  });

  test('is kept while the transaction is run again', async () => {
    const thing = aThing({ size: 0 });
    await writeThing(store, writer, thing);
    const grow = () =>
      writer.writePrepared(writeCall(), prepare, async ({ session }) => {
        await thingsOf(store).updateOne({ _id: thing._id }, { $inc: { size: 1 } }, { session });
      });
    await Promise.all(Array.from({ length: 10 }, grow));
    expect(prepare).toHaveBeenCalledTimes(10);
    expect((await thingsOf(store).findById(thing._id).lean())?.size).toBe(10);
  });
});

describe.each(['writePrepared', 'createPrepared'] as const)('%s of what changes after it was prepared', (method) => {
  let price = 1;
  const prepare = jest.fn(async () => price);
  const add = (waitLimit = 5_000) => {
    const call = { ...keyedCall('price'), deadline: Date.now() + waitLimit };
    return writer[method](call, prepare, async (tx, prepared) => {
      if (prepared !== price) throw new Outdated();
      await tx.insert(things(store), [aThing({ size: prepared })]);
      return { size: prepared };
    });
  };
  beforeEach(() => {
    prepare.mockReset();
    price = 1;
  });

  test('is prepared anew, and written once', async () => {
    prepare.mockImplementationOnce(async () => price++);
    prepare.mockImplementation(async () => price);
    expect(await add()).toMatchObject({ value: { size: 2 }, replayed: false });
    expect(prepare).toHaveBeenCalledTimes(2);
    expect(await countThings()).toBe(1);
    expect(await add()).toMatchObject({ value: { size: 2 }, replayed: true });
  });

  test('is a lost race, no conflict, when it changes until the deadline', async () => {
    prepare.mockImplementation(async () => price++);
    await expect(add(700)).rejects.toMatchObject({ code: 'upstream_unavailable', retryAfter: 1 });
    expect(await countThings()).toBe(0);
  });

  test('asks the owner of what is being deleted, and says so where that cannot be asked', async () => {
    const ask = jest.fn(async (_error: BeingDeleted) => void price++);
    const asking = createWriter({ store, service: 'product', relay });
    asking.askBeforeRetry(ask);
    prepare.mockImplementation(async () => price);
    const refer = () =>
      asking[method](writeCall(), prepare, async (_tx, prepared) => {
        if (prepared === 1) throw new BeingDeleted(['client:c1']);
        return {};
      });
    await refer();
    expect(ask.mock.calls.map(([{ targets }]) => targets)).toEqual([['client:c1']]);
    price = 1;
    ask.mockRejectedValue(new AppError('upstream_unavailable', 'Nobody to ask'));
    await expect(refer()).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('a write with a reservation', () => {
  const ends: string[] = [];
  const reserve = jest.fn(async (name: string) => ({
    during: <T>(write: Promise<T>) => write.finally(() => void ends.push(name)),
  }));
  const add = (work: () => void = () => {}) => {
    const call = keyedCall('reserved');
    const names = ['first', 'second'].values();
    return writer.writeReserved(
      call,
      () => reserve(names.next().value ?? 'more'),
      async (tx) => {
        work();
        await tx.insert(things(store), [aThing()]);
        return { kept: [...ends] };
      },
    );
  };
  beforeEach(() => {
    reserve.mockClear();
    ends.length = 0;
  });

  test('ends the reservation with each try, and reserves nothing for a repeated call', async () => {
    const outdatedOnce = jest.fn().mockImplementationOnce(() => {
      throw new Outdated();
    });
    const first = await add(outdatedOnce);
    expect(first.value).toEqual({ kept: ['first'] });
    expect(await add()).toEqual({ ...first, replayed: true });
    expect([reserve.mock.calls.flat(), ends]).toEqual([
      ['first', 'second'],
      ['first', 'second'],
    ]);
    expect(await countThings()).toBe(1);
  });

  test('fails if nothing can be reserved, unless another call with the key has won meanwhile', async () => {
    const refusal = new AppError('in_use', 'In use');
    reserve.mockRejectedValueOnce(refusal);
    await expect(add()).rejects.toMatchObject({ code: 'in_use' });
    reserve.mockImplementationOnce(async () => {
      await add();
      throw refusal;
    });
    expect(await add()).toMatchObject({ replayed: true });
    expect(await countThings()).toBe(1);
  });
});

describe('a write of very many events', () => {
  const many = Array.from({ length: 2_300 }, () => aThing());
  const writeAll = (end: () => void) =>
    writer.write(writeCall(), async (unit) => {
      for (let from = 0; from < many.length; from += 1_000) {
        const part = many.slice(from, from + 1_000);
        await unit.insert(things(store), part);
        for (const thing of part) unit.emit(createdEvent(thing));
      }
      end();
      return 'done';
    });

  test('puts each down once, and leaves to the sweep what is too much for the relay', async () => {
    const { eventId } = await writeAll(() => undefined);
    expect(await countEvents()).toBe(many.length);
    expect(await openOutbox(store).findById(eventId).lean()).toMatchObject({ recordId: many.at(-1)?._id });
    expect(new Set(relay.rows.map(({ _id }) => _id)).size).toBe(relay.rows.length);
  });

  test('puts down none when it fails in the end', async () => {
    const failure = new AppError('conflict', 'No');
    const failing = writeAll(() => {
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    expect([await countEvents(), relay.rows.length]).toEqual([0, 0]);
  });
});
