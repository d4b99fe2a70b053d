import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { eventually } from '../../../../support/eventually.ts';
import { inTransaction, numbered, RawConnection } from './raw-connection.ts';
import { EngineProcess } from './server.ts';

const { Long } = mongoose.mongo;

const engine = await new EngineProcess().start();
afterAll(() => engine.remove());

const open = () => new RawConnection(engine.url);

/** Kills the engine, and starts it again. */
async function crash(): Promise<RawConnection> {
  await engine.stop('SIGKILL');
  await engine.start();
  return open();
}

test('malformed input ends the connection at most, never the engine', async () => {
  const arbitrary = fc.uint8Array({ minLength: 1, maxLength: 200 });
  const framed = fc
    .tuple(fc.constantFrom(2013, 2004, 2012, 0), fc.uint8Array({ maxLength: 100 }))
    .map(([opCode, body]) => {
      const message = Buffer.alloc(16 + body.length);
      message.writeInt32LE(message.length, 0);
      message.writeInt32LE(opCode, 12);
      message.set(body, 16);
      return message;
    });
  await fc.assert(
    fc.asyncProperty(fc.oneof(arbitrary, framed), async (bytes) => {
      const connection = open();
      connection.socket.end(bytes);
      await connection.closed();
    }),
    { numRuns: 150 },
  );
  expect(await open().command({ hello: 1 })).toMatchObject({ ok: 1 });
});

describe('a retried write', () => {
  const session = numbered(1);
  const update = (number: number) => ({
    update: 'retry',
    updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } }, upsert: true }],
    ...session,
    txnNumber: Long.fromNumber(number),
  });

  test('is answered again and not made again, also by the next process', async () => {
    const connection = open();
    const first = await connection.command(update(1));
    expect(await connection.command(update(1))).toEqual(first);
    await connection.command(update(2));
    expect(await connection.command(update(1))).toMatchObject({ code: 225 });
    const next = await crash();
    expect(await next.command(update(2))).toMatchObject({ n: 1, nModified: 1 });
    expect(await next.find({ find: 'retry' })).toEqual([{ _id: 1, n: 2 }]);
  });

  test('is not answered with what an older one did that ended behind it', async () => {
    const [a, b, c] = [open(), open(), open()];
    expect(await a.command({ insert: 'older', documents: [{ _id: 1, n: 0 }] })).toMatchObject({ n: 1 });
    const transaction = inTransaction();
    const updateOf = (_id: number) => ({ update: 'older', updates: [{ q: { _id }, u: { $inc: { n: 1 } } }] });
    await a.command({ ...updateOf(1), ...transaction, startTransaction: true });
    const write = numbered(1);
    const older = b.command({ ...updateOf(1), ...write });
    // The older write must already wait for the transaction when the newer one arrives.
    await setTimeout(50);
    const newer = { ...updateOf(2), ...write, txnNumber: Long.fromNumber(2) };
    expect(await c.command(newer)).toMatchObject({ n: 0 });
    expect(await a.commit(transaction)).toEqual({ ok: 1 });
    expect(await older).toMatchObject({ n: 1 });
    expect(await c.command(newer)).toMatchObject({ n: 0 });
  });

  test('that is still on its way is waited for', async () => {
    const replies = await Promise.all([open(), open()].map((connection) => connection.command(update(9))));
    expect(replies[0]).toEqual(replies[1]);
  });

  test('is refused under the number of a transaction, however that has ended, and its commit may be sent again', async () => {
    const { lsid } = numbered(0);
    let connection = open();
    const insert = (number: number, more = {}) =>
      connection.command({
        insert: 'numbers',
        documents: [{ number }],
        lsid,
        txnNumber: Long.fromNumber(number),
        ...more,
      });
    const refused = async (number: number) =>
      expect(await insert(number)).toMatchObject({ code: 72, codeName: 'InvalidOptions' });
    for (const [at, end] of (['abort', 'commit'] as const).entries()) {
      await insert(at, { autocommit: false, startTransaction: true });
      await refused(at);
      const transaction = { lsid, txnNumber: Long.fromNumber(at), autocommit: false };
      expect(await connection[end](transaction)).toEqual({ ok: 1 });
      await refused(at);
    }
    connection = await crash();
    await refused(1);
    const last = { lsid, txnNumber: Long.ONE, autocommit: false };
    expect(await connection.commit(last)).toEqual({ ok: 1 });
    expect(await connection.commit({ ...last, txnNumber: Long.fromNumber(9) })).toMatchObject({ code: 251 });
    expect(await insert(2)).toMatchObject({ n: 1 });
    expect(await connection.find({ find: 'numbers' })).toHaveLength(2);
  });
});

test('what a client held that is gone without a word is free again', async () => {
  const [connection, other] = [open(), open()];
  const insert = { insert: 'held', documents: [{ _id: 1 }] };
  expect(await connection.command({ ...insert, ...inTransaction(), startTransaction: true })).toMatchObject({ ok: 1 });
  connection.socket.destroy();
  await eventually(async () => expect(await other.command(insert)).toMatchObject({ ok: 1, n: 1 }));
});

test('what a client does not read is not answered ahead', async () => {
  const [lazy, other] = [open(), open()];
  await other.command({ insert: 'large', documents: [{ text: 'x'.repeat(1_000_000) }] });
  lazy.socket.pause();
  for (let i = 0; i < 60; i++) lazy.send({ find: 'large' });
  lazy.send({ insert: 'marks', documents: [{}] });
  // In the time of so many finds, the engine could have answered all commands of the other client.
  for (let i = 0; i < 60; i++) await other.command({ find: 'large' });
  expect(await other.find({ find: 'marks' })).toHaveLength(0);
  lazy.socket.removeAllListeners('data').resume();
  await eventually(async () => expect(await other.find({ find: 'marks' })).toHaveLength(1));
});

describe('a read that takes long', () => {
  const DOCUMENTS = 2_000;
  /** No index serves this filter, and the engine needs a long time for each document. */
  const filter = { $or: [...Array.from({ length: 300 }, (_, n) => ({ text: `${n}` })), { text: { $regex: 'bc' } }] };
  const pipeline = [{ $match: filter }, { $group: { _id: 1, n: { $sum: 1 } } }];
  const count = { aggregate: 'texts', pipeline, cursor: {} };
  const find = { find: 'texts', filter, batchSize: DOCUMENTS };

  beforeAll(async () => {
    const documents = Array.from({ length: DOCUMENTS }, (_, _id) => ({ _id, text: `${'ab'.repeat(1_000)}c` }));
    await open().command({ insert: 'texts', documents });
  });

  test('takes turns with others like it', async () => {
    const answered: number[] = [];
    const twice = async (connection: RawConnection, index: number) => {
      for (const _ of [1, 2]) {
        await connection.command(count);
        answered.push(index);
      }
    };
    await Promise.all([open(), open(), open()].map(twice));
    expect(answered.slice(0, 3).sort()).toEqual([0, 1, 2]);
  });

  test('ends with its transaction', async () => {
    const [long, other] = [open(), open()];
    const transaction = inTransaction();
    const first = { ...find, filter: {}, limit: 1, startTransaction: true, ...transaction };
    expect(await long.command(first)).toMatchObject({ ok: 1 });
    const reading = long.command({ ...count, ...transaction });
    expect(await other.abort(transaction)).toEqual({ ok: 1 });
    expect(await reading).toMatchObject({ code: 251, errorLabels: ['TransientTransactionError'] });
    expect(await other.command({ hello: 1 })).toMatchObject({ ok: 1 });
  });

  test('is told when its cursor is closed, and keeps others from it until then', async () => {
    const [long, other] = [open(), open()];
    const { cursor } = (await long.command({ ...find, batchSize: 0 })) as { cursor: { id: bigint } };
    const getMore = { getMore: cursor.id, collection: 'texts' };
    const reading = long.command(getMore);
    expect(await other.command(getMore)).toMatchObject({ code: 12051 });
    expect(await other.command({ killCursors: 'texts', cursors: [cursor.id] })).toMatchObject({ ok: 1 });
    expect(await reading).toMatchObject({ code: 237 });
    expect(await other.command(getMore)).toMatchObject({ code: 43 });
  });

  test('does not keep the engine from ending', async () => {
    open().send(count);
    expect(await engine.stop()).toBe(0);
    await engine.start();
  });
});
