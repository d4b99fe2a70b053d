import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { newId, openStore, type Store } from '#chassis/mongo/mongo.ts';
import { resealSweep } from '#chassis/mongo/resealing.ts';
import { registry } from '#chassis/runtime/metrics.ts';
import { WrongKeyError } from '#chassis/secrets/hashing-key.ts';
import { keyIdOf, UnreadableError } from '#chassis/secrets/seal.ts';
import { createWriter, type Writer } from '#chassis/unit-of-work/write.ts';
import { sharedMongo, silent } from '../../support/backends/mongo.ts';
import { aThing, createThing, deadRelay, keyedCall, type Thing, writeThing } from '../../support/writing.ts';

const [OLD, NEW, FURTHER] = [32, 32, 32].map((bytes) => randomBytes(bytes).toString('base64'));
const MINUTE = 60_000;
const DAY = 24 * 3600_000;

const mongo = await sharedMongo();
afterAll(() => mongo.stop());

let database: string;
let replicas: Replica[];
beforeEach(() => {
  database = `test_${newId()}`;
  replicas = [];
});
afterEach(async () => {
  await replicas[0]?.store.connection.dropDatabase();
  for (const { store } of replicas) await store.close();
});

/** Starts a process of a service with these keys in its ENCRYPTION_KEY. */
async function start(...keys: (string | undefined)[]): Promise<Replica> {
  const encryptionKeys = keys.map(String);
  const store = await openStore({ url: mongo.url, database, encryptionKeys, logger: silent });
  const notes = store.sealed.declare({ collection: 'notes', field: 'inner.text', aad: (id) => `notes:${id}` });
  const writer = createWriter({ store, service: 'test', relay: deadRelay() });
  const rows = store.connection.collection<Note>('notes');
  const replica = {
    store,
    writer,
    sweep: resealSweep(store, silent),
    write: (_id: string, text: string) => rows.insertOne({ _id, inner: { text: notes.seal(_id, Buffer.from(text)) } }),
    change: (_id: string, text: string) =>
      rows.updateOne({ _id }, { $set: { 'inner.text': notes.seal(_id, Buffer.from(text)) } }),
    async read(_id: string) {
      const note = await rows.findOne({ _id });
      return note && notes.open(_id, note.inner.text).toString();
    },
    async keyIdsAtRest() {
      const found = await rows.find().toArray();
      return [...new Set(found.map(({ inner }) => keyIdOf(inner.text)))];
    },
  };
  replicas.push(replica);
  await store.start();
  return replica;
}
interface Replica {
  store: Store;
  writer: Writer;
  sweep(now: Date): Promise<void>;
  write(id: string, text: string): Promise<unknown>;
  change(id: string, text: string): Promise<unknown>;
  read(id: string): Promise<string | null>;
  keyIdsAtRest(): Promise<string[]>;
}
interface Note {
  _id: string;
  inner: { text: Buffer };
}

async function gauge(name: string, field = 'notes.inner.text'): Promise<number | undefined> {
  const metric = await registry.getSingleMetric(name)?.get();
  return metric?.values.find(({ labels }) => labels.field === field)?.value;
}

/** Id of the key with which the replica encrypts new values and the hashing key. */
const idOf = ({ store }: Replica) => store.sealed.seal.keyIds[0];

test('a key is replaced in four steps, each of which two replicas take one after the other', async () => {
  let now = Date.now();
  const texts = new Map<string, string>();
  let former = [await start(OLD), await start(OLD)];
  const fingerprint = former[0]?.store.fingerprint('a@example.com');
  for (const keys of [[OLD], [OLD, NEW], [NEW, OLD], [NEW]]) {
    const [first, second] = [await start(...keys), await start(...keys)];
    for (const running of [
      [...former, first],
      [...former.slice(1), first, second],
      [first, second],
    ]) {
      for (const replica of running) {
        const id = newId();
        texts.set(id, `text of ${id}`);
        await replica.write(id, `text of ${id}`);
        await replica.sweep(new Date(now));
        for (const other of running) expect(await other.read(id)).toBe(`text of ${id}`);
        expect(replica.store.fingerprint('a@example.com')).toBe(fingerprint);
      }
    }
    now += 5 * MINUTE;
    for (const replica of [first, second]) await replica.sweep(new Date(now));
    now += 5 * MINUTE;
    for (const replica of [first, second]) await replica.sweep(new Date(now));
    expect(await gauge('sealed_values_under_older_keys')).toBe(0);
    expect(await first.keyIdsAtRest()).toEqual([idOf(first)]);
    former = [first, second];
  }
  for (const [id, text] of texts) expect(await former[0]?.read(id)).toBe(text);
}, 60_000);

test('what a process of the rollout seals with is left alone, and goes on being counted', async () => {
  const [before, after] = [await start(OLD, NEW), await start(NEW, OLD)];
  const now = Date.now();
  await before.write('1', 'one');
  await before.sweep(new Date(now));
  await after.sweep(new Date(now + MINUTE));
  expect(await after.keyIdsAtRest()).toEqual([idOf(before)]);
  expect(await gauge('sealed_values_under_older_keys')).toBe(1);
  await after.sweep(new Date(now + 4 * MINUTE));
  expect(await after.keyIdsAtRest()).toEqual([idOf(after)]);
});

test('a replica of which nobody has heard for hours is cleaned up after, too', async () => {
  const [before, after] = [await start(OLD, NEW), await start(NEW, OLD)];
  const now = Date.now();
  await after.sweep(new Date(now));
  await after.sweep(new Date(now + 5 * 60 * MINUTE));
  await before.write('1', 'one');
  await before.sweep(new Date(now + 10 * 60 * MINUTE));
  await after.sweep(new Date(now + 10 * 60 * MINUTE));
  await after.sweep(new Date(now + 10 * 60 * MINUTE + 4 * MINUTE));
  expect(await after.keyIdsAtRest()).toEqual([idOf(after)]);
});

test('a value that changes while it is sealed anew keeps its change', async () => {
  const [before, after] = [await start(OLD, NEW), await start(NEW, OLD)];
  await before.write('1', 'one');
  const rows = after.store.connection.collection<Note>('notes');
  const bulkWrite = rows.bulkWrite.bind(rows);
  jest.spyOn(rows, 'bulkWrite').mockImplementation(async (...operations) => {
    await after.change('1', 'changed');
    return bulkWrite(...operations);
  });
  await after.sweep(new Date());
  expect(await after.read('1')).toBe('changed');
});

test('a write with an Idempotency-Key is recognised through all steps, by whichever hash of its body', async () => {
  const [one, two] = [aThing(), aThing()];
  const replayed = async ({ store, writer }: Replica, thing: Thing, key: string, hashes: string) => {
    const alone = await writeThing(store, writer, thing, keyedCall(key, hashes));
    const together = await createThing(store, writer, thing, keyedCall(key, hashes));
    return [alone.replayed, together.replayed];
  };
  const [before, preparing, switched] = [await start(OLD), await start(OLD, NEW), await start(NEW, OLD)];
  expect(await replayed(before, one, '1', 'by-old')).toEqual([false, true]);
  expect(await replayed(preparing, one, '1', 'by-old,by-new')).toEqual([true, true]);
  expect(await replayed(preparing, two, '2', 'by-old,by-new')).toEqual([false, true]);
  for (const [thing, key] of [
    [one, '1'],
    [two, '2'],
  ] as const) {
    expect(await replayed(switched, thing, key, 'by-new,by-old')).toEqual([true, true]);
  }
  await switched.sweep(new Date(Date.now() + MINUTE));
  const after = await start(NEW);
  await expect(replayed(after, two, '2', 'by-further')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});

test('answers under an older key are counted until they have expired', async () => {
  const before = await start(OLD, NEW);
  const now = Date.now();
  await writeThing(before.store, before.writer, aThing(), keyedCall('k'));
  await before.sweep(new Date(now));
  const after = await start(NEW, OLD);
  await after.sweep(new Date(now + DAY));
  expect(await gauge('sealed_values_under_older_keys', 'idempotency.sealed')).toBe(1);
  // The next day, the old answer has expired and new ones are stored.
  await after.store.connection.collection('idempotency').updateMany({}, { $set: { createdAt: new Date(now + DAY) } });
  await after.sweep(new Date(now + DAY));
  expect(await gauge('sealed_values_under_older_keys', 'idempotency.sealed')).toBe(0);
});

test('a value whose key is gone is counted, and an answer whose key is gone is not made twice', async () => {
  const before = await start(OLD, NEW);
  await before.write('1', 'one');
  const thing = aThing();
  await writeThing(before.store, before.writer, thing, keyedCall('k'));
  // Re-encrypts the hashing key with the new key. The old key is then removed too early.
  const between = await start(NEW, OLD);
  await between.sweep(new Date(Date.now() + DAY));
  await before.write('2', 'two');
  const after = await start(NEW);
  await after.sweep(new Date());
  expect(await gauge('sealed_values_unreadable')).toBe(1);
  expect(await after.read('1')).toBe('one');
  await expect(after.read('2')).rejects.toThrow(UnreadableError);
  await expect(writeThing(after.store, after.writer, thing, keyedCall('k'))).rejects.toMatchObject({
    code: 'internal_error',
    message: expect.stringContaining('was done'),
  });
});

test('a value that nobody can read is looked at for an hour, and a further one anew', async () => {
  const lost = await start(OLD, NEW);
  await lost.sweep(new Date());
  const lose = (id: string) => lost.write(id, 'lost');
  // Re-encrypts the hashing key with the new key.
  const between = await start(NEW, OLD);
  await between.sweep(new Date(Date.now() + DAY));
  await lose('1');
  const after = await start(NEW);
  const rows = after.store.connection.collection<Note>('notes');
  const look = jest.spyOn(rows, 'find');
  const begin = Date.now() + 2 * DAY;
  const looksIn = async (minute: number) => {
    look.mockClear();
    await after.sweep(new Date(begin + minute * MINUTE));
    return look.mock.calls.length;
  };
  expect([await looksIn(0), await looksIn(59)]).toEqual([1, 1]);
  await lose('2');
  expect([await looksIn(60), await looksIn(119), await looksIn(121)]).toEqual([1, 1, 0]);
  expect(await gauge('sealed_values_unreadable')).toBe(2);
});

test('a process without the right key refuses to start, and says so without naming a key', async () => {
  await start(OLD);
  const store = await openStore({ url: mongo.url, database, encryptionKeys: [String(FURTHER)], logger: silent });
  const refusal = await store.start().catch((error) => error);
  await store.close();
  expect(refusal).toBeInstanceOf(WrongKeyError);
  expect(refusal.message).toContain('ENCRYPTION_KEY does not hold the key');
  for (const key of [OLD, FURTHER]) expect(refusal.message).not.toContain(String(key));
  expect(store.ready()).toContain('ENCRYPTION_KEY');
});
