import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { COMMANDS, type Declared } from '../../../deploy/mongo-engine/protocol/commands/commands.ts';
import { type EngineInProcess, engineInProcess } from './engine-in-process.ts';
import { RawConnection } from './raw-connection.ts';

const { Double, Int32, Long, UUID } = mongoose.mongo;
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

async function codeOf(command: Command): Promise<unknown> {
  const reply = await connection.command({ ...command, $db: 'd' });
  const errors = reply.writeErrors as { code: number }[] | undefined;
  return (errors?.[0] ?? reply).code;
}

const pipeline = (...stages: unknown[]): Command => ({ aggregate: 'c', pipeline: stages, cursor: {} });
const computed = (expression: unknown): Command => pipeline({ $project: { x: expression } });
const grouped = (accumulator: unknown): Command => pipeline({ $group: { _id: null, x: accumulator } });

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
    ['a rename to nowhere', { renameCollection: 'd.c' }, 40414],
    ['an aggregate of a database', { aggregate: 1, pipeline: [], cursor: {} }, 115],
    ['let', { find: 'c', let: { a: 1 } }, 115],
    ['no index', { createIndexes: 'c', indexes: [] }, 2],
  ])('%s', async (_, command, code) => {
    expect(await codeOf(command)).toBe(code);
  });

  test.each<[string, Command, number]>([
    ['a session that is none', { lsid: { id: 5 } }, 14],
    ['a session with more', { lsid: { id: new UUID(), bogus: 1 } }, 40415],
    ['a number of a transaction that is none', { lsid: { id: new UUID() }, txnNumber: 'x' }, 14],
    ['an unknown read concern', { readConcern: { level: 'bogus' } }, 2],
    ['a read concern with more', { readConcern: { bogus: 1 } }, 40415],
    ['a negative time', { maxTimeMS: -1 }, 51024],
    ['a write concern of too many', { writeConcern: { w: 51 } }, 9],
    ['a write concern with more', { writeConcern: { bogus: 1 } }, 40415],
    ['an unknown version of the API', { apiVersion: '2' }, 2],
  ])('%s', async (_, generic, code) => {
    expect(await codeOf({ find: 'c', ...generic })).toBe(code);
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
    renameCollection: { to: 'd.c2' },
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
    [computed({ $switch: { branches: [], bogus: 1 } }), 40067],
    [computed({ $filter: { input: '$a', cond: true, bogus: 1 } }), 28647],
    [{ update: 'c', updates: [{ q: {}, u: { $currentDate: { a: { $type: 'date', bogus: 1 } } } }] }, 2],
  ])('%j is refused by %i', async (command, code) => {
    expect(await codeOf(command)).toBe(code);
  });
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
