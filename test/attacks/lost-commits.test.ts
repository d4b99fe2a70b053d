import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { openOutbox } from '#chassis/messaging/outbox.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { createWriter } from '#chassis/unit-of-work/write.ts';
import { dropStore, openTestStore, sharedMongo, type TestMongo } from '../support/backends/mongo.ts';
import {
  aThing,
  createThing,
  createThingAsking,
  deadRelay,
  keyedCall,
  thingsOf,
  writeCall,
  writeThing,
} from '../support/writing.ts';

let mongo: TestMongo;
let store: Store;

beforeAll(async () => {
  mongo = await sharedMongo();
  store = await openTestStore(mongo);
  // Creates the collections.
  createWriter({ store, service: 'product', relay: deadRelay() });
  thingsOf(store);
  await store.start();
}, 30_000);
afterAll(async () => {
  await dropStore(store);
  await mongo.stop();
});
beforeEach(async () => {
  await Promise.all(Object.values(store.connection.models).map((model) => model.deleteMany({})));
});

/** A writer whose commits fail without an answer. `takesPlace`: whether the server commits. */
function doubtful(takesPlace: boolean) {
  const relay = deadRelay();
  const transaction: Store['transaction'] = async (work, deadline) => {
    const refuse = () => {
      throw new AppError('outcome_unknown', 'The database was lost while it wrote');
    };
    if (takesPlace) return store.transaction(work, deadline).then(refuse);
    const undone = async (...args: Parameters<typeof work>) => {
      await work(...args);
      refuse();
    };
    await store.transaction(undone, deadline);
    return refuse();
  };
  return { writer: createWriter({ store: { ...store, transaction }, service: 'product', relay }), relay };
}

describe.each([
  ['write', writeThing],
  ['create', createThing],
  ['create, once it has asked something', createThingAsking],
])('%s, when the answer to its commit is lost', (_name, add) => {
  test.each([
    ['without a key', () => writeCall()],
    ['with a key', () => keyedCall('key')],
  ])('finds what took place, %s', async (_, call) => {
    const { writer } = doubtful(true);
    const thing = aThing();
    expect(await add(store, writer, thing, call())).toMatchObject({
      value: { id: thing._id },
      eventId: expect.stringMatching(/^evt_/),
    });
    expect([await thingsOf(store).countDocuments(), await openOutbox(store).countDocuments()]).toEqual([1, 1]);
  });

  test('publishes its event', async () => {
    const { writer, relay } = doubtful(true);
    const { eventId } = await add(store, writer, aThing());
    expect(relay.rows.map(({ _id }) => _id)).toEqual([eventId]);
  });

  test('stays in doubt where nothing is found', async () => {
    const { writer, relay } = doubtful(false);
    await expect(add(store, writer, aThing())).rejects.toMatchObject({ code: 'outcome_unknown' });
    expect(relay.rows).toEqual([]);
  });
});

test('writes that share a commit are all found', async () => {
  const { writer } = doubtful(true);
  const things = Array.from({ length: 20 }, () => aThing());
  const written = await Promise.all(things.map((thing) => createThing(store, writer, thing)));
  expect(written.map(({ value }) => value.id)).toEqual(things.map(({ _id }) => _id));
});
