import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import mongoose from 'mongoose';
import { COMMANDS, type Declared } from '../../../../../deploy/local/mongo-engine/protocol/commands/commands.ts';
import { decode, encode } from '../../../../../deploy/local/mongo-engine/storage/bson.ts';
import { type EngineInProcess, engineInProcess } from './engine-in-process.ts';
import { RawConnection } from './raw-connection.ts';

const { Binary, Double, Int32, Long, UUID } = mongoose.mongo;
const { serialize, deserialize } = mongoose.mongo.BSON;
type Command = Record<string, unknown>;

let server: EngineInProcess;
let connection: RawConnection;
beforeAll(async () => {
  server = await engineInProcess();
  connection = new RawConnection(server.url);
  await connection.command({ insert: 'c', documents: [{ _id: 1, a: [1] }], $db: 'd' });
});
afterAll(async () => {
  connection.socket.destroy();
  await server.stop();
});

async function codeOf(command: Command | Buffer): Promise<unknown> {
  const body = Buffer.isBuffer(command) ? command : { ...command, $db: command.$db ?? 'd' };
  const reply = await connection.command(body);
  const errors = reply.writeErrors as { code: number }[] | undefined;
  return (errors?.[0] ?? reply).code;
}

const pipeline = (...stages: unknown[]): Command => ({ aggregate: 'c', pipeline: stages, cursor: {} });
const computed = (expression: unknown): Command => pipeline({ $project: { x: expression } });
const grouped = (accumulator: unknown): Command => pipeline({ $group: { _id: null, x: accumulator } });

const fields = (count: number) => Array.from({ length: count }, (_, i) => `f${i}`);
const key = Object.fromEntries(fields(33).map((name) => [name, 1]));
const deep = fields(100).join('.');

function nested(depth: number): Command {
  let made: Command = {};
  for (let i = 1; i < depth; i++) made = { a: made };
  return made;
}

describe('the arguments of commands', () => {
  test.each<[string, Command, number]>([
    ['an update that is a number', { update: 'c', updates: [{ q: {}, u: 5 }] }, 9],
    ['an update by stages that are none', { update: 'c', updates: [{ q: {}, u: [5] }] }, 9],
    ['an update of nothing', { update: 'c', updates: [{ q: {} }] }, 40414],
    ['a statement that is none', { update: 'c', updates: [5] }, 14],
    ['a statement with more', { update: 'c', updates: [{ q: {}, u: {}, bogus: 1 }] }, 40415],
    ['an upsert that is a text', { update: 'c', updates: [{ q: {}, u: {}, upsert: 'yes' }] }, 14],
    ['array filters that are none', { update: 'c', updates: [{ q: {}, u: {}, arrayFilters: [1] }] }, 14],
    [
      'array filters that are no filters',
      { update: 'c', updates: [{ q: {}, u: { $set: { 'a.$[x]': 1 } }, arrayFilters: [{ $or: 5 }] }] },
      2,
    ],
    ['a findAndModify by a number', { findAndModify: 'c', update: 5 }, 9],
    ['documents that are numbers', { insert: 'c', documents: [1] }, 14],
    ['no documents', { insert: 'c' }, 40414],
    ['an _id with an operator', { insert: 'c', documents: [{ _id: { $x: 1 } }] }, 52],
    ['an _id with one deep in it', { insert: 'c', documents: [{ _id: { a: [{ $x: 1 }] } }] }, 52],
    ['a delete without a limit', { delete: 'c', deletes: [{ q: {} }] }, 40414],
    ['a cursor with more', { aggregate: 'c', pipeline: [], cursor: { bogus: 1 } }, 40415],
    ['a negative batch', { find: 'c', batchSize: -1 }, 51024],
    ['a skip that is a text', { find: 'c', skip: '1' }, 14],
    ['a hint that is a number', { find: 'c', hint: 5 }, 9],
    ['a distinct of nothing', { distinct: 'c' }, 40414],
    ['a cursor that is none', { getMore: {}, collection: 'c' }, 14],
    ['cursors that are none', { killCursors: 'c', cursors: ['x'] }, 14],
    ['sessions that are none', { endSessions: [{ id: 'x' }] }, 14],
    ['a ping with more', { ping: 1, bogus: 1 }, 40415],
    ['an unknown verbosity', { explain: { find: 'c' }, verbosity: 'bogus' }, 2],
    ['an explain of more', { explain: { find: 'c', bogus: 1 } }, 40415],
    ['an aggregate of a database', { aggregate: 1, pipeline: [], cursor: {} }, 115],
    ['let', { find: 'c', let: { a: 1 } }, 115],
    ['an explain of a stage that is none', { explain: { aggregate: 'c', pipeline: [5], cursor: {} } }, 9],
    ['an explain of an unknown stage', { explain: { aggregate: 'c', pipeline: [{ $nope: 1 }], cursor: {} } }, 40324],
    [
      'a format that is none',
      { ...computed({ $dateToString: { date: '$at', format: '%Q' } }), aggregate: 'none' },
      18536,
    ],
    ['no statements', { update: 'c', updates: [] }, 16],
    ['no documents in a list', { insert: 'c', documents: [] }, 16],
    ['too many statements', { delete: 'c', deletes: Array(100_001).fill({ q: { _id: 0 }, limit: 1 }) }, 16],
    ['an update that nests too deep', { update: 'c', updates: [{ q: {}, u: { $set: { [deep]: nested(150) } } }] }, 15],
    [
      'bits of null',
      {
        update: 'c',
        updates: [
          { q: {}, u: [{ $set: { x: null } }] },
          { q: {}, u: { $bit: { x: { or: 5 } } } },
        ],
      },
      2,
    ],
    ['two positions', { find: 'c', filter: { a: 1, b: 1 }, projection: { 'a.$': 1, 'b.$': 1 } }, 31276],
    ['a projection of an operator', { find: 'c', projection: { $x: 1 } }, 16410],
    ['a result that is too large', pipeline({ $project: { x: { $range: [0, 3e6] } } }), 10334],
    ['too many indexes', { createIndexes: 'c', indexes: fields(64).map((name) => ({ key: { [name]: 1 }, name })) }, 67],
    ['no index', { createIndexes: 'c', indexes: [] }, 2],
    ['a namespace of 256 bytes', { create: 'x'.repeat(254) }, 73],
    ['a database of 64 bytes', { insert: 'c', documents: [{}], $db: 'x'.repeat(64) }, 73],
    ['a namespace of 127 letters of two bytes', { insert: 'ä'.repeat(127), documents: [{}] }, 73],
  ])('%s', async (_, command, code) => {
    expect(await codeOf(command)).toBe(code);
  });

  test.each<[string, Command, number]>([
    ['a session that is none', { lsid: { id: 5 } }, 14],
    ['a session by any bytes', { lsid: { id: new Binary(Buffer.alloc(16)) } }, 14],
    ['a session by many bytes', { lsid: { id: new Binary(Buffer.alloc(3_000), 4) } }, 207],
    ['a session with more', { lsid: { id: new UUID(), bogus: 1 } }, 40415],
    ['a number of a transaction that is none', { lsid: { id: new UUID() }, txnNumber: 'x' }, 14],
    ['a number of a transaction without a session', { txnNumber: Long.fromNumber(1) }, 72],
    ['an unknown read concern', { readConcern: { level: 'bogus' } }, 2],
    ['a read concern with more', { readConcern: { bogus: 1 } }, 40415],
    ['a negative time', { maxTimeMS: -1 }, 51024],
    ['a fraction of a time', { maxTimeMS: 0.5 }, 2],
    ['a time beyond an int', { maxTimeMS: 2 ** 31 }, 2],
    ['a database without a name', { $db: '' }, 73],
    ['a database with a dot', { $db: 'a.b' }, 73],
    ['a write concern of too many', { writeConcern: { w: 51 } }, 9],
    ['a write concern with more', { writeConcern: { bogus: 1 } }, 40415],
    ['an unknown version of the API', { apiVersion: '2' }, 2],
  ])('%s', async (_, generic, code) => {
    expect(await codeOf({ find: 'c', ...generic })).toBe(code);
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
    const raw = new RawConnection(url);
    const ping = { ping: 1, lsid: { id: new UUID() }, txnNumber: Long.fromNumber(1), $db: 'd' };
    expect(await raw.command(ping)).toMatchObject({ code: 50768 });
    raw.socket.destroy();
    expect(get).not.toHaveBeenCalled();
    await stop();
  });

  test.each<[string, Command]>([
    ['a later statement with a read concern', { readConcern: { level: 'local' } }],
    ['a statement with a write concern', { writeConcern: { w: 1 } }],
  ])('%s has no place in a transaction', async (_, concern) => {
    const transaction = { lsid: { id: new UUID() }, txnNumber: Long.fromNumber(1), autocommit: false };
    expect(await codeOf({ find: 'c', ...transaction, startTransaction: true })).toBeUndefined();
    expect(await codeOf({ find: 'c', ...transaction, ...concern })).toBe(72);
    expect(
      await codeOf({ commitTransaction: 1, ...transaction, $db: 'admin', writeConcern: { w: 1 } }),
    ).toBeUndefined();
  });

  test.each([
    [{ w: 5 }, 100],
    [{ w: 'bogus' }, 79],
  ])('a write is made, and tells that nobody can be so careful: %j', async (writeConcern, code) => {
    const insert = { insert: 'careful', documents: [{}], writeConcern, $db: 'd' };
    expect(await connection.command(insert)).toMatchObject({ ok: 1, n: 1, writeConcernError: { code } });
  });

  test.each([{ w: 1 }, { w: 'majority', j: true, wtimeout: 5 }, { w: new Int32(0) }])('%j is held', async (concern) => {
    const reply = await connection.command({ insert: 'easy', documents: [{}], writeConcern: concern, $db: 'd' });
    expect(reply).not.toHaveProperty('writeConcernError');
  });

  test('a namespace may have 255 bytes', async () => {
    const collection = 'x'.repeat(253);
    expect(await codeOf({ insert: collection, documents: [{}] })).toBeUndefined();
  });

  test('null is an argument that is left out, and numbers of any type are numbers', async () => {
    const find = { find: 'c', filter: null, sort: null, hint: null, collation: null, let: {}, $db: 'd' };
    expect(await connection.command({ ...find, limit: new Double(1), skip: Long.ZERO })).toMatchObject({ ok: 1 });
  });
});

describe('whatever stands where an argument should', () => {
  const values = [
    null,
    1,
    -1,
    Number.NaN,
    'x',
    '',
    true,
    [],
    [null],
    [1],
    [{}],
    {},
    { a: 1 },
    { $a: 1 },
    { a: { $a: 1 } },
  ];
  const ordinary: Record<string, Command> = {
    aggregate: { pipeline: [{ $match: {} }], cursor: {} },
    update: { updates: [{ q: {}, u: { $set: { b: 1 } } }] },
    delete: { deletes: [{ q: { none: 1 }, limit: 0 }] },
    insert: { documents: [{}] },
    findAndModify: { update: { $set: { b: 1 } } },
    distinct: { key: 'a' },
    createIndexes: { indexes: [{ key: { z: 1 }, name: 'z' }] },
  };

  test.each(Object.keys(COMMANDS))("%s fails by its own words, never by JavaScript's", async (name) => {
    const { fields } = COMMANDS[name] as Declared;
    const entries = Object.entries(fields).flatMap(([list, { entries = {} }]) =>
      Object.keys(entries).map((e) => [list, e]),
    );
    for (const value of values) {
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

describe('the arguments of stages, accumulators and expressions', () => {
  test.each<[Command, number]>([
    [pipeline({ $sort: {} }), 15976],
    [pipeline({ $match: 5 }), 15959],
    [pipeline({ $sort: key }), 13103],
    [pipeline({ $addFields: { $x: 1 } }), 16410],
    [pipeline({ $project: { 'a.$': 1 } }), 16410],
    [pipeline({ $unset: 'a.$x' }), 16410],
    [pipeline({ $lookup: { from: 'c', localField: 'a', foreignField: 'a', as: '$o' } }), 16410],
    [pipeline({ $lookup: { from: 'c', localField: 'a', foreignField: 'a', as: 'x', bogus: 1 } }), 9],
    [pipeline({ $lookup: { from: 'c', as: 'x', pipeline: 5 } }), 9],
    [pipeline({ $lookup: { from: 'c', as: 'x', let: 5, pipeline: [] } }), 9],
    [pipeline({ $unwind: { path: '$a', bogus: 1 } }), 28811],
    [pipeline({ $unwind: { path: '$a', includeArrayIndex: 5 } }), 28810],
    [pipeline({ $unwind: 5 }), 15981],
    [pipeline({ $unionWith: { coll: 'c', bogus: 1 } }), 40415],
    [pipeline({ $unionWith: { coll: 'c', pipeline: [5] } }), 14],
    [pipeline({ $replaceRoot: { newRoot: '$a', bogus: 1 } }), 40415],
    [pipeline({ $facet: { x: [5] } }), 40323],
    [pipeline({ $sample: { size: 1 } }), 115],
    [pipeline({ $bucket: {} }), 115],
    [pipeline(5), 9],
    [grouped({ $firstN: { n: 1, input: '$a', bogus: 1 } }), 5787901],
    [grouped({ $top: { sortBy: { a: 1 }, output: '$a', bogus: 1 } }), 5788002],
    [grouped({ $top: { sortBy: 5, output: '$a' } }), 10065],
    [computed({ $sortArray: { input: '$a', sortBy: 1, bogus: 1 } }), 2942501],
    [computed({ $let: { vars: {}, in: 1, bogus: 1 } }), 16875],
    [computed({ $let: { vars: { A: 1 }, in: 1 } }), 9],
    [computed({ $year: [new Date(), new Date()] }), 40536],
    [computed({ $year: [] }), 40536],
    [pipeline({ $sortByCount: 5 }), 40149],
    [pipeline({ $sortByCount: 'a' }), 40148],
    [pipeline({ $sortByCount: { a: 1 } }), 40147],
    [pipeline({ $addFields: {} }), 40177],
    [{ find: 'c', sort: { 'a..b': 1 } }, 15998],
    [{ find: 'c', sort: { 'a.': 1 } }, 40353],
    [computed({ $switch: { branches: [], bogus: 1 } }), 40067],
    [computed({ $filter: { input: '$a', cond: true, bogus: 1 } }), 28647],
    [{ update: 'c', updates: [{ q: {}, u: { $currentDate: { a: { $type: 'date', bogus: 1 } } } }] }, 2],
  ])('%j is refused by %i', async (command, code) => {
    expect(await codeOf(command)).toBe(code);
  });
});

test.each<[Command, number]>([
  [{ $toDate: Long.MAX_VALUE }, 241],
  [{ $add: [new Date(0), 8.64e15 + 1] }, 15],
  [{ $subtract: [new Date(0), new Double(8.64e15 + 1)] }, 15],
  ...['year', 'day', 'hour'].map((unit): [Command, number] => [
    { $dateAdd: { startDate: new Date(0), unit, amount: 1e14, timezone: 'Europe/Rome' } },
    15,
  ]),
  [{ $dateTrunc: { date: new Date(-8.64e15), unit: 'year' } }, 15],
])('%j, which is no date, is refused by %i', async (expression, code) => {
  await connection.command({ insert: 'moments', documents: [{ _id: 1 }], $db: 'd' });
  expect(await codeOf({ ...computed(expression), aggregate: 'moments' })).toBe(code);
});

describe('two indexes', () => {
  const create = (...indexes: Command[]) => codeOf({ createIndexes: 'indexed', indexes });
  const [a, b] = [
    { key: { a: 1 }, name: 'a_1' },
    { key: { b: 1 }, name: 'b_1' },
  ];

  test('of one name, or of one key under two names, are refused', async () => {
    expect(await create(a, { ...b, name: 'a_1' })).toBe(86);
    expect(await create(a, a)).toBe(68);
    expect(await create(a, { ...a, name: 'x' })).toBe(85);
    expect(await create(a)).toBeUndefined();
    expect(await create(a)).toBeUndefined();
    expect(await create({ ...a, unique: true })).toBe(86);
    expect(await create({ ...a, partialFilterExpression: { b: 1 } })).toBe(86);
    expect(await create({ ...a, expireAfterSeconds: 5 })).toBe(85);
    expect(await create({ ...a, name: 'x' })).toBe(85);
    expect(await create({ ...a, name: 'unique', unique: true })).toBeUndefined();
  });
});

describe('what is long', () => {
  const list = Array.from({ length: 200_000 }, (_, i) => i);
  const collection = () => server.db.collection<{ _id: number; list: number[] }>('long');

  test('is read, pushed and joined by the many', async () => {
    await collection().insertOne({ _id: 1, list });
    expect(await collection().distinct('list')).toHaveLength(list.length);
    await collection().updateOne({}, { $push: { list: { $each: list, $position: 1 } } });
    const found = await collection().findOne({});
    expect(found?.list).toEqual([0, ...list, ...list.slice(1)]);
  });

  test('is too much for the values of a field', async () => {
    const texts = server.db.collection<{ _id: number; text: string }>('texts');
    for (const _id of [1, 2]) await texts.insertOne({ _id, text: String(_id).repeat(9_000_000) });
    expect(await codeOf({ distinct: 'texts', key: 'text' })).toBe(17217);
  });
});

test("a field that is named like bson's own is a field", async () => {
  const named = { insert: 'named', documents: [{ _id: 1, _bsontypX: 'Long', o: [{ _bsontypX: 1 }] }], $db: 'd' };
  const rename = (bytes: Uint8Array, from: string, to: string) =>
    Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(from, to), 'latin1');
  const bytes = rename(mongoose.mongo.BSON.serialize(named), '_bsontypX', '_bsontype');
  expect(encode(decode(bytes))).toEqual(bytes);
});

test.each<[Command, number]>([
  [{ $project: { x: '$$nope' } }, 17276],
  [{ $project: { x: { $map: { input: '$$this', in: '$$this' } } } }, 17276],
  [{ $project: { x: { $reduce: { input: '$a', initialValue: '$$value', in: 1 } } } }, 17276],
  [{ $project: { x: { $let: { vars: { v: 1, w: '$$v' }, in: '$$v' } } } }, 17276],
  [{ $match: { $expr: '$$nope' } }, 17276],
  [{ $lookup: { from: 'c', as: 'x', let: { v: 1 }, pipeline: [{ $match: { $expr: '$$w' } }] } }, 17276],
])('%j is refused where there is nothing to compute it for', async (stage, code) => {
  expect(await codeOf({ aggregate: 'none', pipeline: [stage], cursor: {} })).toBe(code);
  if ('$match' in stage) expect(await codeOf({ find: 'none', filter: stage.$match })).toBe(code);
});

describe('what is too large', () => {
  const large = 'x'.repeat(1_000_000);
  beforeAll(async () => {
    for (let _id = 0; _id < 18; _id++)
      await connection.command({ insert: 'large', documents: [{ _id, text: `${_id}${large}` }], $db: 'd' });
  });
  const of = (...stages: Command[]): Command => ({ aggregate: 'large', pipeline: stages, cursor: {} });

  test.each<[string, Command, number]>([
    ['the result of an aggregation', of({ $group: { _id: null, all: { $push: '$text' } } }), 10334],
    ['one of numbers alone', of({ $limit: 1 }, { $project: { x: { $range: [0, 2_000_000] } } }), 10334],
    ['a path', { update: 'large', updates: [{ q: {}, u: { $set: { [`b${'.b'.repeat(185)}`]: 1 } } }] }, 15],
  ])('%s', async (_, command, code) => {
    expect(await codeOf(command)).toBe(code);
  });

  /** The bytes of documents within each other. */
  function bytesOf(levels: number): Buffer {
    const bytes = Buffer.alloc(8 * levels - 3);
    for (let i = 0; i < levels; i++) {
      bytes.writeInt32LE(bytes.length - 8 * i, 7 * i);
      if (i < levels - 1) bytes.write('\x03a', 7 * i + 4, 'latin1');
    }
    return bytes;
  }

  test.each([
    [170, undefined],
    [190, 15],
    [198, 15],
    [5_000, 15],
    [20_000, 15],
  ])('a document of %i levels', async (levels, code) => {
    const command = Buffer.from(serialize({ insert: 'deep', documents: [{ _id: levels, a: {} }], $db: 'd' }));
    expect(deserialize(bytesOf(3))).toEqual({ a: { a: {} } });
    const [empty, deep] = [Buffer.from([5, 0, 0, 0, 0]), bytesOf(levels - 1)];
    const at = command.indexOf(empty);
    const body = Buffer.concat([command.subarray(0, at), deep, command.subarray(at + empty.length)]);
    for (const start of [0, command.indexOf('documents') + 10, command.indexOf('documents') + 17])
      body.writeInt32LE(body.readInt32LE(start) + deep.length - empty.length, start);
    expect(await codeOf(body)).toBe(code);
  });
});

test.each<[Command, number]>([
  [{ limit: 2.5 }, 2],
  [{ limit: 0.5 }, 4],
  [{ skip: 1.5 }, 3],
  [{ batchSize: 1.5 }, 1],
  [{ limit: -0.5 }, 4],
])('%j counts without its fraction', async (options, length) => {
  const documents = [1, 2, 3, 4].map((_id) => ({ _id }));
  await connection.command({ insert: 'four', documents, $db: 'd' });
  const { cursor } = (await connection.command({ find: 'four', ...options, $db: 'd' })) as {
    cursor: { firstBatch: unknown[] };
  };
  expect(cursor.firstBatch).toHaveLength(length);
});
