import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { eventually } from '../../../../support/eventually.ts';
import { RawConnection } from './raw-connection.ts';
import { EngineProcess } from './server.ts';

const { Long, UUID } = mongoose.mongo;
type Cursor = { id: bigint; firstBatch: unknown[]; nextBatch: unknown[] };

let engine: EngineProcess;
beforeAll(async () => {
  engine = await new EngineProcess().start();
});
afterAll(() => engine.remove());

const open = () => new RawConnection(engine.url);

describe('malformed input', () => {
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

  test('ends the connection at most, never the engine', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(arbitrary, framed), async (bytes) => {
        const connection = open();
        connection.socket.end(bytes);
        await connection.closed();
      }),
      { numRuns: 150 },
    );
    const connection = open();
    expect(await connection.command({ hello: 1, $db: 'admin' })).toMatchObject({ ok: 1 });
    connection.socket.destroy();
  });

  test.each([
    ['a command without a collection', { find: 5 }, 73],
    ['a field that nobody knows', { find: 'c', nonsense: 1 }, 115],
    ['an option that is not supported', { find: 'c', collation: { locale: 'en' } }, 115],
    ['a filter that is no document', { find: 'c', filter: 5 }, 14],
    ['a pipeline that is no list', { aggregate: 'c', pipeline: {}, cursor: {} }, 9],
    ['a change stream', { aggregate: 'c', pipeline: [{ $changeStream: {} }], cursor: {} }, 115],
    ['documents that are none', { insert: 'c', documents: 5 }, 40414],
    ['a collection name that cannot be', { insert: 'a$b', documents: [{}] }, 73],
    ['a capped collection', { create: 'capped', capped: true, size: 5 }, 115],
    ['a text index', { createIndexes: 'c', indexes: [{ key: { a: 'text' }, name: 'a' }] }, 115],
    ['the command bulkWrite', { bulkWrite: 1, ops: [] }, 59],
    ['a command named like an inherited property', { constructor: 1 }, 59],
  ])('%s is refused by name', async (_, command, code) => {
    const connection = open();
    const reply = await connection.command({ ...command, $db: 'd' });
    const failure = (reply.writeErrors as { code: number }[] | undefined)?.[0] ?? reply;
    expect(failure).toMatchObject({ code });
    connection.socket.destroy();
  });

  test('a command that the engine does not have is refused with where there is one that has it', async () => {
    const connection = open();
    const { errmsg } = await connection.command({ renameCollection: 'd.a', to: 'd.b', $db: 'admin' });
    expect(errmsg).toMatch(/renameCollection.*set MONGODB_URL/);
    connection.socket.destroy();
  });
});

describe('a retried write', () => {
  const lsid = { id: new UUID() };
  const update = (number: number) => ({
    update: 'retry',
    updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } }, upsert: true }],
    lsid,
    txnNumber: Long.fromNumber(number),
    $db: 'd',
  });

  test('is answered again and not made again, also by the next process', async () => {
    const connection = open();
    const first = await connection.command(update(1));
    expect(await connection.command(update(1))).toEqual(first);
    await connection.command(update(2));
    expect(await connection.command(update(1))).toMatchObject({ code: 225 });
    await engine.stop('SIGKILL');
    await engine.start();
    const next = open();
    expect(await next.command(update(2))).toMatchObject({ n: 1, nModified: 1 });
    const { cursor } = (await next.command({ find: 'retry', $db: 'd' })) as { cursor: { firstBatch: unknown } };
    expect(cursor.firstBatch).toEqual([{ _id: 1, n: 2 }]);
    next.socket.destroy();
  });

  test('is not answered with what an older one did that ended behind it', async () => {
    const [a, b, c] = [open(), open(), open()];
    const insert = { insert: 'older', documents: [{ _id: 1, n: 0 }], $db: 'd' };
    expect(await a.command(insert)).toMatchObject({ n: 1 });
    const transaction = { lsid: { id: new UUID() }, txnNumber: Long.ONE, autocommit: false };
    const updateOf = (_id: number) => ({ update: 'older', updates: [{ q: { _id }, u: { $inc: { n: 1 } } }], $db: 'd' });
    await a.command({ ...updateOf(1), ...transaction, startTransaction: true });
    const session = { lsid: { id: new UUID() } };
    const older = b.command({ ...updateOf(1), ...session, txnNumber: Long.ONE });
    // The older write must already wait for the transaction when the newer one arrives.
    await setTimeout(50);
    const newer = { ...updateOf(2), ...session, txnNumber: Long.fromNumber(2) };
    expect(await c.command(newer)).toMatchObject({ n: 0 });
    expect(await a.command({ commitTransaction: 1, ...transaction, $db: 'admin' })).toEqual({ ok: 1 });
    expect(await older).toMatchObject({ n: 1 });
    expect(await c.command(newer)).toMatchObject({ n: 0 });
    for (const { socket } of [a, b, c]) socket.destroy();
  });

  test('that is still on its way is waited for', async () => {
    const connections = [open(), open()];
    const replies = await Promise.all(connections.map((connection) => connection.command(update(9))));
    expect(replies[0]).toEqual(replies[1]);
    for (const { socket } of connections) socket.destroy();
  });

  test('is refused under the number of a transaction, however that has ended', async () => {
    const session = { lsid: { id: new UUID() }, $db: 'd' };
    const end = { ...session, autocommit: false, $db: 'admin' };
    let connection = open();
    const insert = async (number: number, more = {}) =>
      connection.command({
        insert: 'numbers',
        documents: [{ number }],
        ...session,
        txnNumber: Long.fromNumber(number),
        ...more,
      });
    const refused = async (number: number) =>
      expect(await insert(number)).toMatchObject({ code: 72, codeName: 'InvalidOptions' });
    for (const [at, name] of ['abortTransaction', 'commitTransaction'].entries()) {
      const txnNumber = Long.fromNumber(at);
      await insert(at, { autocommit: false, startTransaction: true });
      await refused(at);
      expect(await connection.command({ [name]: 1, ...end, txnNumber })).toEqual({ ok: 1 });
      await refused(at);
    }
    connection.socket.destroy();
    await engine.stop('SIGKILL');
    await engine.start();
    connection = open();
    await refused(1);
    expect(await insert(2)).toMatchObject({ n: 1 });
    const { cursor } = (await connection.command({ find: 'numbers', $db: 'd' })) as { cursor: Cursor };
    expect(cursor.firstBatch).toHaveLength(2);
    connection.socket.destroy();
  });

  test('so is a retried commit, also after a crash', async () => {
    const session = { lsid: { id: new UUID() }, txnNumber: Long.fromNumber(3), autocommit: false, $db: 'd' };
    const connection = open();
    await connection.command({ insert: 'committed', documents: [{ _id: 1 }], startTransaction: true, ...session });
    const commit = { commitTransaction: 1, ...session, $db: 'admin' };
    expect(await connection.command(commit)).toEqual({ ok: 1 });
    expect(await connection.command(commit)).toEqual({ ok: 1 });
    await engine.stop('SIGKILL');
    await engine.start();
    const next = open();
    expect(await next.command(commit)).toEqual({ ok: 1 });
    expect(
      await next.command({ commitTransaction: 1, ...session, txnNumber: Long.fromNumber(4), $db: 'admin' }),
    ).toMatchObject({
      code: 251,
      errorLabels: ['TransientTransactionError'],
    });
    next.socket.destroy();
  });
});

test('what a client held that is gone without a word is free again', async () => {
  const connection = open();
  const insert = { insert: 'held', $db: 'protocol', documents: [{ _id: 1 }] };
  const transaction = { lsid: { id: new UUID() }, txnNumber: Long.fromNumber(1), autocommit: false };
  expect(await connection.command({ ...insert, ...transaction, startTransaction: true })).toMatchObject({ ok: 1 });

  const other = open();
  connection.socket.destroy();
  await eventually(async () => expect(await other.command(insert)).toMatchObject({ ok: 1, n: 1 }));
  other.socket.destroy();
});

test('what a client does not read is not answered ahead', async () => {
  const [lazy, other] = [open(), open()];
  const $db = 'lazy';
  await other.command({ insert: 'large', documents: [{ text: 'x'.repeat(1_000_000) }], $db });
  lazy.socket.pause();
  for (let i = 0; i < 60; i++) lazy.send({ find: 'large', $db });
  lazy.send({ insert: 'marks', documents: [{}], $db });
  const marks = async () =>
    ((await other.command({ find: 'marks', $db })) as { cursor: Cursor }).cursor.firstBatch.length;
  // In the time of so many finds, the engine could have answered all commands of the other client.
  for (let i = 0; i < 60; i++) await other.command({ find: 'large', $db });
  expect(await marks()).toBe(0);
  lazy.socket.removeAllListeners('data').resume();
  await eventually(async () => expect(await marks()).toBe(1));
  for (const { socket } of [lazy, other]) socket.destroy();
});

describe('a read that takes long', () => {
  const DOCUMENTS = 2_000;
  const $db = 'reads';
  /** No index serves this filter, and the engine needs a long time for each document. */
  const filter = { $or: [...Array.from({ length: 300 }, (_, n) => ({ text: `${n}` })), { text: { $regex: 'bc' } }] };
  const count = {
    aggregate: 'texts',
    pipeline: [{ $match: filter }, { $group: { _id: 1, n: { $sum: 1 } } }],
    cursor: {},
    $db,
  };
  const counted = (n: number) => ({ cursor: { firstBatch: [{ n }] } });
  const find = { find: 'texts', filter, batchSize: DOCUMENTS, $db };

  beforeAll(async () => {
    const connection = open();
    const documents = Array.from({ length: DOCUMENTS }, (_, _id) => ({ _id, text: `${'ab'.repeat(1_000)}c` }));
    await connection.command({ insert: 'texts', documents, $db });
    connection.socket.destroy();
  });

  test('gives way to what is short, and sees nothing of what is written meanwhile', async () => {
    const [long, short] = [open(), open()];
    const answered: string[] = [];
    const counting = long.command(count).then((reply) => {
      answered.push('long');
      return reply;
    });
    const point = { find: 'texts', filter: { _id: 7 }, $db };
    expect(await short.command(point)).toMatchObject({ cursor: { firstBatch: [{ _id: 7 }] } });
    answered.push('short');
    const change = { q: { _id: DOCUMENTS - 1 }, u: { $set: { text: 'changed' } } };
    expect(await short.command({ update: 'texts', updates: [change], $db })).toMatchObject({ nModified: 1 });
    expect(await counting).toMatchObject(counted(DOCUMENTS));
    expect(answered).toEqual(['short', 'long']);
    expect(await long.command(count)).toMatchObject(counted(DOCUMENTS - 1));
    for (const { socket } of [long, short]) socket.destroy();
  });

  test('takes turns with others like it', async () => {
    const connections = Array.from({ length: 3 }, open);
    const answered: number[] = [];
    const twice = async (connection: RawConnection, index: number) => {
      for (const _ of [1, 2]) {
        await connection.command(count);
        answered.push(index);
      }
    };
    await Promise.all(connections.map(twice));
    expect(answered.slice(0, 3).sort()).toEqual([0, 1, 2]);
    for (const { socket } of connections) socket.destroy();
  });

  test('ends with its transaction', async () => {
    const [long, other] = [open(), open()];
    const transaction = { lsid: { id: new UUID() }, txnNumber: Long.fromNumber(1), autocommit: false };
    const first = { ...find, filter: {}, limit: 1, startTransaction: true, ...transaction };
    expect(await long.command(first)).toMatchObject({ ok: 1 });
    const reading = long.command({ ...count, ...transaction });
    expect(await other.command({ abortTransaction: 1, ...transaction, $db: 'admin' })).toEqual({ ok: 1 });
    expect(await reading).toMatchObject({ code: 251, errorLabels: ['TransientTransactionError'] });
    expect(await other.command({ hello: 1, $db: 'admin' })).toMatchObject({ ok: 1 });
    for (const { socket } of [long, other]) socket.destroy();
  });

  test('is told when its cursor is closed, and keeps others from it until then', async () => {
    const [long, other] = [open(), open()];
    const { cursor } = (await long.command({ ...find, batchSize: 0 })) as { cursor: { id: bigint } };
    const getMore = { getMore: cursor.id, collection: 'texts', $db };
    const reading = long.command(getMore);
    expect(await other.command(getMore)).toMatchObject({ code: 12051 });
    expect(await other.command({ killCursors: 'texts', cursors: [cursor.id], $db })).toMatchObject({ ok: 1 });
    expect(await reading).toMatchObject({ code: 237 });
    expect(await other.command(getMore)).toMatchObject({ code: 43 });
    for (const { socket } of [long, other]) socket.destroy();
  });

  test('has its time', async () => {
    const connection = open();
    expect(await connection.command({ ...count, maxTimeMS: 5 })).toMatchObject({ code: 50 });
    connection.socket.destroy();
  });

  test('does not keep the engine from ending', async () => {
    const connection = open();
    connection.send(count);
    expect(await engine.stop()).toBe(0);
    await engine.start();
  });
});
