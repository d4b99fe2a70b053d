import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { Engine } from '../../../deploy/mongo-engine/engine.ts';
import { StoredDocument } from '../../../deploy/mongo-engine/storage/stored-document.ts';
import { eventually } from '../../support/eventually.ts';
import { type Client, connect, failure, type Server } from './server.ts';

type Session = ReturnType<Client['startSession']>;

let server: Server;
beforeAll(async () => {
  server = await connect();
});
afterAll(() => server.stop());

const fresh = () =>
  server.db.collection<{ _id: string; n?: number; email?: string }>(`c${new mongoose.mongo.ObjectId()}`);

async function begun(count = 1): Promise<Session[]> {
  const sessions = Array.from({ length: count }, () => server.client.startSession());
  for (const session of sessions) session.startTransaction();
  return sessions;
}

const end = (sessions: Session[]) => Promise.all(sessions.map((session) => session.endSession()));

describe('a transaction', () => {
  test('sees its own writes, others do not before the commit', async () => {
    const c = fresh();
    await c.insertMany([
      { _id: 'old', n: 1 },
      { _id: 'gone', n: 2 },
    ]);
    const [session] = (await begun()) as [Session];
    await c.insertOne({ _id: 'new', n: 5 }, { session });
    await c.updateOne({ _id: 'old' }, { $inc: { n: 10 } }, { session });
    await c.deleteOne({ _id: 'gone' }, { session });
    const inside = await c
      .find({ n: { $gt: 0 } }, { session })
      .sort({ n: -1 })
      .toArray();
    expect(inside).toEqual([
      { _id: 'old', n: 11 },
      { _id: 'new', n: 5 },
    ]);
    expect(await c.countDocuments({}, { session })).toBe(2);
    expect(await c.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'gone', n: 2 },
      { _id: 'old', n: 1 },
    ]);
    await session.commitTransaction();
    expect(await c.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'new', n: 5 },
      { _id: 'old', n: 11 },
    ]);
    await end([session]);
  });

  test('leaves nothing when it is aborted', async () => {
    const c = fresh();
    const [session] = (await begun()) as [Session];
    await c.insertOne({ _id: 'x' }, { session });
    await session.abortTransaction();
    expect(await c.countDocuments()).toBe(0);
    await c.insertOne({ _id: 'x' });
    await end([session]);
  });

  test('reads one state, whatever is written meanwhile', async () => {
    const c = fresh();
    await c.insertOne({ _id: 'a', n: 1 });
    const [session] = (await begun()) as [Session];
    expect(await c.findOne({ _id: 'a' }, { session })).toMatchObject({ n: 1 });
    await c.updateOne({ _id: 'a' }, { $set: { n: 2 } });
    await c.insertOne({ _id: 'b' });
    expect(await c.find({}, { session }).toArray()).toEqual([{ _id: 'a', n: 1 }]);
    await session.commitTransaction();
    await end([session]);
  });

  test('goes on over several batches of a cursor', async () => {
    const c = fresh();
    await c.insertMany(Array.from({ length: 500 }, (_, i) => ({ _id: String(i).padStart(3, '0') })));
    const [session] = (await begun()) as [Session];
    await c.insertOne({ _id: 'own' }, { session });
    expect(await c.find({}, { session, batchSize: 100 }).toArray()).toHaveLength(501);
    await session.commitTransaction();
    await end([session]);
  });
});

describe('the first writer wins', () => {
  const transient = (error: Error & Record<string, unknown>) =>
    (error as unknown as { hasErrorLabel(label: string): boolean }).hasErrorLabel('TransientTransactionError');

  test('a document that another transaction has written is a write conflict', async () => {
    const c = fresh();
    await c.insertOne({ _id: 'w', n: 0 });
    const [first, second] = (await begun(2)) as [Session, Session];
    await c.updateOne({ _id: 'w' }, { $inc: { n: 1 } }, { session: first });
    const error = await failure(c.updateOne({ _id: 'w' }, { $inc: { n: 1 } }, { session: second }));
    expect(error).toMatchObject({ code: 112 });
    expect(transient(error)).toBe(true);
    await first.commitTransaction();
    expect(await c.findOne({ _id: 'w' })).toMatchObject({ n: 1 });
    await end([first, second]);
  });

  test('a document that was written since the snapshot is a write conflict', async () => {
    const c = fresh();
    await c.insertOne({ _id: 'w', n: 0 });
    const [session] = (await begun()) as [Session];
    await c.findOne({ _id: 'w' }, { session });
    await c.updateOne({ _id: 'w' }, { $inc: { n: 5 } });
    const error = await failure(c.updateOne({ _id: 'w' }, { $inc: { n: 1 } }, { session }));
    expect(error).toMatchObject({ code: 112 });
    await end([session]);
  });

  test('a unique value that another transaction takes is a conflict before it is a duplicate', async () => {
    const c = fresh();
    await c.createIndex({ email: 1 }, { unique: true });
    const [first, second] = (await begun(2)) as [Session, Session];
    await c.insertOne({ _id: 'a', email: 'same' }, { session: first });
    const error = failure(c.insertOne({ _id: 'b', email: 'same' }, { session: second }));
    if (server.embedded) expect(await error).toMatchObject({ code: 112 });
    await first.commitTransaction();
    expect([112, 11000]).toContain((await error).code);
    expect(await c.countDocuments()).toBe(1);
    await end([first, second]);
  });

  test('a plain write waits for the transaction that holds its document', async () => {
    const c = fresh();
    await c.insertOne({ _id: 'w', n: 0 });
    const [session] = (await begun()) as [Session];
    await c.updateOne({ _id: 'w' }, { $inc: { n: 1 } }, { session });
    const order: string[] = [];
    const plain = c.updateMany({}, { $inc: { n: 10 } }).then(() => order.push('plain'));
    await c.findOne({});
    await session.commitTransaction().then(() => order.push('commit'));
    await plain;
    expect(order).toContain('plain');
    expect(await c.findOne({ _id: 'w' })).toMatchObject({ n: 11 });
    await end([session]);
  });

  test('a plain write waits no longer than its maxTimeMS', async () => {
    if (!server.embedded) return;
    const c = fresh();
    await c.insertOne({ _id: 'w', n: 0 });
    const [session] = (await begun()) as [Session];
    await c.updateOne({ _id: 'w' }, { $inc: { n: 1 } }, { session });
    const late = c.updateOne({ _id: 'w' }, { $inc: { n: 10 } }, { maxTimeMS: 30 });
    expect(await failure(late)).toMatchObject({ code: 50 });
    await session.commitTransaction();
    expect(await c.findOne({ _id: 'w' })).toMatchObject({ n: 1 });
    await end([session]);
  });

  test('retried transactions lose no increment', async () => {
    const c = fresh();
    await c.insertOne({ _id: 'w', n: 0 });
    const increment = () =>
      server.client.withSession((session) =>
        session.withTransaction(async () => {
          const { n = 0 } = (await c.findOne({ _id: 'w' }, { session })) ?? {};
          await c.updateOne({ _id: 'w' }, { $set: { n: n + 1 } }, { session });
        }),
      );
    await Promise.all(Array.from({ length: 8 }, increment));
    expect(await c.findOne({ _id: 'w' })).toMatchObject({ n: 8 });
  }, 30_000);

  test('transfers beside plain increments keep the sum', async () => {
    const c = fresh();
    await c.insertMany(['a', 'b', 'c'].map((_id) => ({ _id, n: 100 })));
    const transfer = (from: string, to: string) =>
      server.client.withSession((session) =>
        session.withTransaction(async () => {
          await c.updateOne({ _id: from }, { $inc: { n: -1 } }, { session });
          await c.updateOne({ _id: to }, { $inc: { n: 1 } }, { session });
        }),
      );
    const pairs = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['b', 'a'],
      ['a', 'c'],
    ] as [string, string][];
    const plain = Array.from({ length: 10 }, () => c.updateOne({ _id: 'a' }, { $inc: { n: 1 } }));
    await Promise.all([...pairs.map(([from, to]) => transfer(from, to)), ...plain]);
    const all = await c.find().toArray();
    expect(all.reduce((sum, { n = 0 }) => sum + n, 0)).toBe(310);
  }, 30_000);
});

describe('failures', () => {
  test('a duplicate key ends the transaction', async () => {
    const c = fresh();
    await c.insertOne({ _id: 'taken' });
    const [session] = (await begun()) as [Session];
    await c.insertOne({ _id: 'x' }, { session });
    expect(await failure(c.insertOne({ _id: 'taken' }, { session }))).toMatchObject({ code: 11000 });
    expect(await failure(c.insertOne({ _id: 'y' }, { session }))).toMatchObject({ code: 251 });
    await session.abortTransaction();
    expect(await c.countDocuments()).toBe(1);
    await end([session]);
  });

  test('a session that ends gives up what it holds', async () => {
    const c = fresh();
    await c.insertOne({ _id: 'w', n: 0 });
    const [session] = (await begun()) as [Session];
    await c.updateOne({ _id: 'w' }, { $inc: { n: 1 } }, { session });
    await session.endSession();
    await eventually(() => c.updateOne({ _id: 'w' }, { $inc: { n: 10 } }));
    expect(await c.findOne({ _id: 'w' })).toMatchObject({ n: 10 });
  });
});

test.each(['committed', 'aborted'])('a transaction that was %s keeps nothing of what it wrote', async (outcome) => {
  const folder = mkdtempSync(join(tmpdir(), 'mongo-engine-'));
  const engine = new Engine(folder, (error) => {
    throw error;
  });
  const collection = await engine.ensureCollection('d', 'c');
  const transaction = engine.begin(1n);
  transaction.apply(collection, [{ after: StoredDocument.of({ _id: 1 }) }]);
  expect(transaction.overlay(collection)?.size).toBe(1);
  if (outcome === 'committed') await transaction.commit(() => {});
  else engine.abort(transaction);
  expect(transaction.state).toBe(outcome);
  expect(transaction.overlay(collection)).toBeUndefined();
  await engine.close();
  rmSync(folder, { recursive: true });
});
