import { afterAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { type EngineInProcess, engineInProcess } from './engine-in-process.ts';
import { RawConnection } from './raw-connection.ts';

const { BSON, Code } = mongoose.mongo;
type Items = ReturnType<EngineInProcess['db']['collection']>;

const server = await engineInProcess();
let last = 0;
afterAll(() => server.stop());

/** A document with its fields in this order. */
const ordered = (...fields: [string, unknown][]) => new Map<string, unknown>(fields);

/** The bytes of an insert command with a document section. The engine stores the document as it was sent. */
function insertOf(insert: string, document: Buffer): Buffer {
  const field = Buffer.from('documents\0');
  const size = Buffer.alloc(4);
  size.writeInt32LE(size.length + field.length + document.length);
  return Buffer.concat([BSON.serialize({ insert, $db: 'd' }), Buffer.of(1), size, field, document]);
}

/** The raw bytes of each field that the updates in this test do not change, at the top level and in the field `o`. */
function untouchedIn(bytes: Uint8Array): string[] {
  return [...BSON.onDemand.parseToElements(bytes)].flatMap(([, nameAt, nameSize, at, size]) => {
    const name = Buffer.from(bytes.subarray(nameAt, nameAt + nameSize)).toString();
    if (name === 'o') return untouchedIn(bytes.subarray(at, at + size));
    const isTouched = ['_id', 'before', 'after', 'x', 'n'].includes(name);
    return isTouched ? [] : [Buffer.from(bytes.subarray(nameAt - 1, at + size)).toString('hex')];
  });
}

test.each<[string, object]>([
  ['a new field', { $set: { n: 1 } }],
  ['fields around them', { $set: { before: 'x', after: 2, 'o.x': 3 } }],
  ['one that goes', { $unset: { before: 1, 'o.x': 1 } }],
])('values that an update of %s does not touch stay as they lie, whatever bson makes of them', async (_, update) => {
  const name = `c${++last}`;
  const [c, raw] = [false, true].map((raw) => server.db.collection(name, { raw })) as [Items, Items];
  const reference = ordered(['extra', 1], ['$id', 5], ['$ref', 'c']);
  const scoped = new Code('f', { far: new Date(0), past: new Date(0) });
  const odd = () => ordered(['r', reference], ['undef', null], ['code', scoped]);
  const fields: [string, unknown][] = [
    ['_id', 1],
    ['before', 1],
    ['r', reference],
    ['undef', null],
    ['d', odd()],
    ['code', scoped],
  ];
  const document = ordered(...fields, ['o', ordered(['7', odd()], ['x', 1], ['undef', null])], ['after', 1]);
  const stored = Buffer.from(BSON.serialize(document));
  const eachOf = (element: string, change: (at: number) => void) => {
    for (let at = stored.indexOf(element); at >= 0; at = stored.indexOf(element, at + 1)) change(at);
  };
  eachOf('\x0aundef\0', (at) => stored.writeUInt8(6, at));
  eachOf('\x09far\0', (at) => stored.writeBigInt64LE(568_971_820_800_000_000n, at + 5));
  eachOf('\x09past\0', (at) => stored.writeBigInt64LE(-568_971_820_800_000_000n, at + 6));
  expect(await new RawConnection(server.url).command(insertOf(name, stored))).toMatchObject({ n: 1 });

  const untouched = async () => untouchedIn((await raw.findOne({ _id: 1 as never })) as never);
  const before = await untouched();
  expect(before).toHaveLength(6);
  expect(before).toContain(Buffer.from('\x06undef\0').toString('hex'));
  expect(await c.updateOne({ _id: 1 as never }, update)).toMatchObject({ modifiedCount: 1 });
  expect(await untouched()).toEqual(before);
});
