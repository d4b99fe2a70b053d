import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import mongoose from 'mongoose';
import { StoredDocument } from '#engine/storage/stored-document.ts';
import { eventually } from '../../../../support/eventually.ts';
import { engineInProcess } from './engine-in-process.ts';
import { inTransaction, RawConnection } from './raw-connection.ts';
import { type Client, connect, failure } from './server.ts';

type Session = ReturnType<Client['startSession']>;

const server = await connect();
const own = await engineInProcess();
afterAll(() => Promise.all([server.stop(), own.stop()]));

const fresh = () =>
  server.db.collection<{ _id: string; n?: number; email?: string }>(`c${new mongoose.mongo.ObjectId()}`);

const sessions: Session[] = [];
afterEach(() => Promise.all(sessions.splice(0).map((session) => session.endSession())));

/** A session with a transaction. It ends with the test. */
function begin(): Session {
  const session = server.client.startSession();
  session.startTransaction();
  sessions.push(session);
  return session;
}

test('a transaction hands a unique value on, whichever document it has written first', async () => {
  const c = fresh();
  await c.createIndex({ email: 1 }, { unique: true });
  await c.insertOne({ _id: 'old', email: 'a' });
  const session = begin();
  await c.insertOne({ _id: 'new', email: 'b' }, { session });
  await c.updateOne({ _id: 'old' }, { $set: { email: 'c' } }, { session });
  await c.updateOne({ _id: 'new' }, { $set: { email: 'a' } }, { session });
  await session.commitTransaction();
  expect(await c.findOne({ email: 'a' })).toMatchObject({ _id: 'new' });
  expect(await failure(c.insertOne({ _id: 'third', email: 'a' }))).toMatchObject({ code: 11000 });
});

test('every reply tells a time, which rises with what is written', async () => {
  if (!server.embedded) return;
  const c = fresh();
  const session = server.client.startSession();
  await c.insertOne({ _id: 'x' }, { session });
  const written = session.operationTime as mongoose.mongo.Timestamp;
  await c.find({}, { session }).toArray();
  await failure(server.db.command({ nope: 1 }, { session }));
  expect(session.clusterTime?.clusterTime.greaterThanOrEqual(written)).toBe(true);
  await c.updateOne({}, { $set: { n: 1 } }, { session });
  expect(session.operationTime?.greaterThan(written)).toBe(true);
  await session.endSession();
});

describe('the first writer wins', () => {
  test('a unique value that another transaction takes is a conflict before it is a duplicate', async () => {
    const c = fresh();
    await c.createIndex({ email: 1 }, { unique: true });
    const [first, second] = [begin(), begin()];
    await c.insertOne({ _id: 'a', email: 'same' }, { session: first });
    const error = failure(c.insertOne({ _id: 'b', email: 'same' }, { session: second }));
    if (server.embedded) expect(await error).toMatchObject({ code: 112 });
    await first.commitTransaction();
    expect([112, 11000]).toContain((await error).code);
    expect(await c.countDocuments()).toBe(1);
  });

  test('a plain write waits for the transaction that holds its document, and no longer than its maxTimeMS', async () => {
    const c = fresh();
    await c.insertOne({ _id: 'w', n: 0 });
    const session = begin();
    await c.updateOne({ _id: 'w' }, { $inc: { n: 1 } }, { session });
    if (server.embedded) {
      const late = c.updateOne({ _id: 'w' }, { $inc: { n: 100 } }, { maxTimeMS: 30 });
      expect(await failure(late)).toMatchObject({ code: 50 });
    }
    const order: string[] = [];
    const plain = c.updateMany({}, { $inc: { n: 10 } }).then(() => order.push('plain'));
    await c.findOne({});
    await session.commitTransaction().then(() => order.push('commit'));
    await plain;
    expect(order).toContain('plain');
    expect(await c.findOne({ _id: 'w' })).toMatchObject({ n: 11 });
  });
});

describe('in this process,', () => {
  /** Begins a transaction, and closes the connection. Resolves when the engine has noticed it. */
  async function left(transaction: object): Promise<void> {
    const connection = new RawConnection(own.url);
    const insert = { insert: 'left', documents: [{ _id: 1 }], startTransaction: true, ...transaction };
    expect(await connection.command(insert)).toMatchObject({ ok: 1 });
    const { endsAt = 0 } = own.engine.sessions.open()[0] ?? {};
    connection.socket.destroy();
    await eventually(() => (own.engine.sessions.open()[0]?.endsAt ?? 0) < endsAt);
  }

  test('a transaction whose connection has closed ends when nobody goes on with it, or at the end of its lifetime', async () => {
    const [alone, late] = [inTransaction(), inTransaction()];
    await left(alone);
    own.engine.abortOverdue(performance.now() + 10_000);
    await left(late);
    const other = new RawConnection(own.url);
    expect(await other.command({ find: 'left', ...late })).toMatchObject({ ok: 1 });
    own.engine.abortOverdue(performance.now() + 61_000);
    for (const transaction of [alone, late]) expect(await other.commit(transaction)).toMatchObject({ code: 251 });
  });

  test('a transaction whose connection has closed goes on with its session on another, where its commit may be sent again', async () => {
    const transaction = inTransaction();
    await left(transaction);
    const other = new RawConnection(own.url);
    expect(await other.command({ insert: 'left', documents: [{ _id: 2 }], ...transaction })).toMatchObject({ n: 1 });
    own.engine.abortOverdue(performance.now() + 30_000);
    expect(await other.commit(transaction)).toEqual({ ok: 1 });
    expect(await other.commit(transaction)).toEqual({ ok: 1 });
    expect(await own.db.collection('left').countDocuments()).toBe(2);
  });

  test('a statement of a transaction that names an _id looks at nothing else that the transaction has written', async () => {
    const c = own.db.collection<{ _id: number; n: number }>('c');
    const session = own.client.startSession();
    session.startTransaction();
    const upserts = [1, 2, 3, 4, 2].map((_id) => ({
      updateOne: { filter: { _id }, update: { $inc: { n: 1 } }, upsert: true },
    }));
    await c.bulkWrite(upserts, { session });
    // A find calls `rest` on each document that it has read, so the calls count the documents.
    const looked = jest.spyOn(StoredDocument.prototype, 'rest');
    expect(await c.find({ _id: { $in: [3] } }, { session }).toArray()).toEqual([{ _id: 3, n: 1 }]);
    expect(await c.find({ _id: { $in: [2, 5] } }, { session }).toArray()).toEqual([{ _id: 2, n: 2 }]);
    expect(looked).toHaveBeenCalledTimes(2);
    expect(await c.find({ n: 2 }, { session }).toArray()).toEqual([{ _id: 2, n: 2 }]);
    expect(looked).toHaveBeenCalledTimes(2 + 4);
    await session.commitTransaction();
    await session.endSession();
    looked.mockRestore();
  });

  test.each(['committed', 'aborted'])('a transaction that was %s keeps nothing of what it wrote', async (outcome) => {
    const { engine } = own;
    const collection = await engine.ensureCollection('d', outcome);
    const transaction = engine.begin(1n);
    transaction.apply(collection, { after: StoredDocument.of({ _id: 1 }) });
    expect(transaction.overlay(collection)?.size).toBe(1);
    if (outcome === 'committed') await transaction.commit(() => {});
    else engine.abort(transaction);
    expect(transaction.state).toBe(outcome);
    expect(transaction.overlay(collection)).toBeUndefined();
  });
});
