import { afterAll, describe, expect, jest, test } from '@jest/globals';
import mongoose from 'mongoose';
import { COMMANDS, type Declared } from '#engine/protocol/commands/commands.ts';
import { engineInProcess } from './engine-in-process.ts';
import { inTransaction, numbered, RawConnection } from './raw-connection.ts';

const { Binary, Double, Int32, Long } = mongoose.mongo;
const { serialize } = mongoose.mongo.BSON;
type Command = Record<string, unknown>;

const server = await engineInProcess();
const connection = new RawConnection(server.url);
await connection.command({ insert: 'c', documents: [{ _id: 1, a: [1] }] });
afterAll(() => server.stop());

async function codeOf(command: Command | Buffer): Promise<unknown> {
  const reply = await connection.command(command);
  const errors = reply.writeErrors as { code: number }[] | undefined;
  return (errors?.[0] ?? reply).code;
}

const nope = { a: { $nope: 1 } };
const fields = (count: number) => Array.from({ length: count }, (_, i) => `f${i}`);
const deep = fields(100).join('.');

function nested(depth: number): Command {
  let made: Command = {};
  for (let i = 1; i < depth; i++) made = { a: made };
  return made;
}

describe('the arguments of commands', () => {
  test.each<[string, Command, number | undefined]>([
    ['an update that is a number', { update: 'c', updates: [{ q: {}, u: 5 }] }, 9],
    ['an update of nothing', { update: 'c', updates: [{ q: {} }] }, 40414],
    ['a statement that is none', { update: 'c', updates: [5] }, 14],
    ['a statement with more', { update: 'c', updates: [{ q: {}, u: {}, bogus: 1 }] }, 115],
    ['an upsert that is a text', { update: 'c', updates: [{ q: {}, u: {}, upsert: 'yes' }] }, 14],
    ['a findAndModify by a number', { findAndModify: 'c', update: 5 }, 9],
    ['a delete without a limit', { delete: 'c', deletes: [{ q: {} }] }, 40414],
    ['a negative batch', { find: 'c', batchSize: -1 }, 51024],
    ['a cursor that is none', { getMore: {}, collection: 'c' }, 14],
    ['cursors that are none', { killCursors: 'c', cursors: ['x'] }, 14],
    ['an unknown verbosity', { explain: { find: 'c' }, verbosity: 'bogus' }, 2],
    ['an aggregate of a database', { aggregate: 1, pipeline: [], cursor: {} }, 115],
    ['a pipeline as an update', { update: 'c', updates: [{ q: {}, u: [{ $set: { a: 1 } }] }] }, 115],
    [
      'an accumulator that no service sends',
      { aggregate: 'c', pipeline: [{ $group: { _id: null, x: { $sum: '$a' } } }], cursor: {} },
      115,
    ],
    [
      'a group by an expression',
      { aggregate: 'c', pipeline: [{ $group: { _id: { $add: 1 }, n: { $sum: 1 } } }], cursor: {} },
      115,
    ],
    ['a pipeline that is no list', { aggregate: 'c', pipeline: 5, cursor: {} }, 14],
    ['a command without a collection', { find: 5 }, 73],
    ['a field that nobody knows', { find: 'c', nonsense: 1 }, 115],
    ['a filter that is no document', { find: 'c', filter: 5 }, 14],
    ['documents that are none', { insert: 'c', documents: 5 }, 40414],
    ['a collection name that cannot be', { insert: 'a$b', documents: [{}] }, 73],
    ['the command bulkWrite', { bulkWrite: 1, ops: [] }, 59],
    ['a command named like an inherited property', { constructor: 1 }, 59],
    ['a cursor that is not there', { getMore: Long.fromNumber(5), collection: 'c' }, 43],
    ['an unknown operator', { find: 'absent', filter: nope }, 115],
    ['a mixed projection of nothing', { find: 'absent', projection: { a: 1, b: 0 } }, 31254],
    ['an unknown operator of an update', { update: 'absent', updates: [{ q: {}, u: { $nope: 1 } }] }, 115],
    ['a sort in the order of the documents', { find: 'c', sort: { $natural: 1 } }, 115],
    ['an explain of a count', { explain: { count: 'c' } }, 115],
    ['no statements', { update: 'c', updates: [] }, 16],
    ['too many statements', { delete: 'c', deletes: Array(100_001).fill({ q: { _id: 0 }, limit: 1 }) }, 16],
    ['an update that nests too deep', { update: 'c', updates: [{ q: {}, u: { $set: { [deep]: nested(150) } } }] }, 15],
    ['too many indexes', { createIndexes: 'c', indexes: fields(64).map((name) => ({ key: { [name]: 1 }, name })) }, 67],
    ['no index', { createIndexes: 'c', indexes: [] }, 2],
    ['a namespace of 255 bytes', { create: 'x'.repeat(253) }, undefined],
    ['a namespace of 256 bytes', { create: 'x'.repeat(254) }, 73],
    ['null for no argument', { find: 'c', filter: null, sort: null, hint: null }, undefined],
    ['numbers of any type', { find: 'c', limit: new Double(1), skip: Long.ZERO }, undefined],
    ['a database of 64 bytes', { insert: 'c', documents: [{}], $db: 'x'.repeat(64) }, 73],
    ['a session by many bytes', { find: 'c', lsid: { id: new Binary(Buffer.alloc(3_000), 4) } }, 14],
    ['a number of a transaction that is none', { find: 'c', ...numbered(1), txnNumber: 'x' }, 14],
    ['a number of a transaction without a session', { find: 'c', txnNumber: Long.fromNumber(1) }, 72],
    ['an unknown read concern', { find: 'c', readConcern: { level: 'bogus' } }, 2],
    ['a database with a dot', { find: 'c', $db: 'a.b' }, 73],
    ['a write concern of too many', { find: 'c', writeConcern: { w: 51 } }, 2],
    ['a namespace of 127 letters of two bytes', { insert: 'ä'.repeat(127), documents: [{}] }, 73],
  ])('%s', async (_, command, code) => {
    expect(await codeOf(command)).toBe(code);
  });

  test('a command that the engine does not have is refused with where there is one that has it', async () => {
    const { errmsg } = await connection.command({ renameCollection: 'd.a', to: 'd.b', $db: 'admin' });
    expect(errmsg).toMatch(/renameCollection.*set MONGODB_URL/);
  });

  test('sessions beyond a hundred thousand', async () => {
    const { engine, stop } = await engineInProcess();
    const idOf = (n: number) => Buffer.from(String(n).padStart(16));
    for (let n = 0; n < 100_000; n++) engine.sessions.get(idOf(n));
    expect(() => engine.sessions.get(idOf(100_000))).toThrow(expect.objectContaining({ code: 261 }));
    expect(engine.sessions.get(idOf(5)).id).toEqual(idOf(5));
    await stop();
  });

  test('a command that takes no number makes no session', async () => {
    const { engine, url, stop } = await engineInProcess();
    const get = jest.spyOn(engine.sessions, 'get');
    expect(await new RawConnection(url).command({ listCollections: 1, ...numbered(1) })).toMatchObject({ code: 50768 });
    expect(get).not.toHaveBeenCalled();
    await stop();
  });

  test.each<[string, Command]>([
    ['a later statement with a read concern', { readConcern: { level: 'local' } }],
    ['a statement with a write concern', { writeConcern: { w: 1 } }],
  ])('%s has no place in a transaction', async (_, concern) => {
    const transaction = inTransaction();
    expect(await codeOf({ find: 'c', ...transaction, startTransaction: true })).toBeUndefined();
    expect(await codeOf({ find: 'c', ...transaction, ...concern })).toBe(72);
    expect(await connection.commit({ ...transaction, writeConcern: { w: 1 } })).toEqual({ ok: 1 });
  });

  test.each([{ w: 1 }, { w: 'majority', j: true, wtimeout: 5 }, { w: new Int32(0) }])('%j is held', async (concern) => {
    const reply = await connection.command({ insert: 'easy', documents: [{}], writeConcern: concern });
    expect(reply).not.toHaveProperty('writeConcernError');
  });
});

describe('whatever stands where an argument should', () => {
  const scalars = [null, 1, -1, Number.NaN, 'x', '', true];
  const containers = [[], [null], [1], [{}], {}, { a: 1 }, { $a: 1 }, { a: { $a: 1 } }];
  const ordinary: Record<string, Command> = {
    aggregate: { pipeline: [{ $match: {} }], cursor: {} },
    update: { updates: [{ q: {}, u: { $set: { b: 1 } } }] },
    delete: { deletes: [{ q: { none: 1 }, limit: 0 }] },
    insert: { documents: [{}] },
    findAndModify: { update: { $set: { b: 1 } } },
    createIndexes: { indexes: [{ key: { z: 1 }, name: 'z' }] },
  };

  test.each(Object.keys(COMMANDS))("%s fails by its own words, never by JavaScript's", async (name) => {
    const { fields } = COMMANDS[name] as Declared;
    const entries = Object.entries(fields).flatMap(([list, { entries = {} }]) =>
      Object.keys(entries).map((e) => [list, e]),
    );
    for (const value of [...scalars, ...containers]) {
      const bodies: Command[] = Object.keys(fields).map((field) => ({
        [name]: 'c',
        ...ordinary[name],
        [field]: value,
      }));
      bodies.push({ ...ordinary[name], [name]: value });
      for (const [list = '', entry = ''] of entries) {
        const [statement] = (ordinary[name] as Record<string, Command[]>)[list] ?? [];
        bodies.push({ [name]: 'c', [list]: [{ ...statement, [entry]: value }] });
      }
      for (const body of bodies) {
        const reply = await connection.command({ ...body, [name]: body[name], $db: body.$db ?? 'd' });
        expect([body, reply.code]).not.toEqual([body, 1]);
      }
    }
  });
});

test('two indexes of one name, or of one key under two names, are refused', async () => {
  const create = (...indexes: Command[]) => codeOf({ createIndexes: 'indexed', indexes });
  const a = { key: { a: 1 }, name: 'a_1' };
  expect(await create(a, { ...a, key: { b: 1 } })).toBe(86);
  expect(await create(a, a)).toBe(68);
  expect(await create(a, { ...a, name: 'x' })).toBe(85);
  expect(await create(a)).toBeUndefined();
  expect(await create(a)).toBeUndefined();
  expect(await create({ ...a, key: { b: 1 } })).toBe(86);
  expect(await create({ ...a, unique: true })).toBe(86);
  expect(await create({ ...a, partialFilterExpression: { b: 1 } })).toBe(86);
  expect(await create({ ...a, expireAfterSeconds: 5 })).toBe(85);
  expect(await create({ ...a, name: 'x' })).toBe(85);
  expect(await create({ ...a, name: 'unique', unique: true })).toBeUndefined();
});

test.each([1, -1])('a date that JavaScript does not have is refused, and one at its end is kept (%i)', async (sign) => {
  const command = Buffer.from(serialize({ insert: 'far', documents: [{ _id: sign, at: new Date(0) }], $db: 'd' }));
  const at = command.indexOf('\x09at\0') + 4;
  command.writeBigInt64LE(BigInt(sign) * 8_640_000_000_000_001n, at);
  expect(await codeOf(command)).toBe(115);
  command.writeBigInt64LE(BigInt(sign) * 8_640_000_000_000_000n, at);
  expect(await codeOf(command)).toBeUndefined();
  const found = await server.db.collection('far').findOne({ _id: sign as never });
  expect(found?.at).toEqual(new Date(sign * 8.64e15));
});

test.each([
  [170, undefined],
  [190, 15],
  [20_000, 15],
])('a document of %i levels is answered with code %p', async (levels, code) => {
  const deep = Buffer.alloc(8 * levels - 3);
  for (let i = 0; i < levels; i++) {
    deep.writeInt32LE(deep.length - 8 * i, 7 * i);
    if (i < levels - 1) deep.write('\x03a', 7 * i + 4, 'latin1');
  }
  const size = Buffer.alloc(4);
  size.writeInt32LE(14 + deep.length);
  const command = Buffer.from(serialize({ insert: 'deep', $db: 'd' }));
  expect(await codeOf(Buffer.concat([command, Buffer.of(1), size, Buffer.from('documents\0'), deep]))).toBe(code);
});

test.each<[Command, number]>([
  [{ limit: 2.5 }, 2],
  [{ limit: 0.5 }, 4],
  [{ skip: 1.5 }, 3],
  [{ batchSize: 1.5 }, 1],
  [{ limit: -0.5 }, 4],
])('%j counts without its fraction', async (options, length) => {
  const documents = [1, 2, 3, 4].map((_id) => ({ _id }));
  await connection.command({ insert: 'four', documents });
  expect(await connection.find({ find: 'four', ...options })).toHaveLength(length);
});
