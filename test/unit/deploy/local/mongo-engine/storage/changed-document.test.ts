import { expect, test } from '@jest/globals';
import { Code, type Document, Int32, serialize } from 'bson';
import { compileUpdate } from '#engine/semantics/update/update.ts';
import { decode } from '#engine/storage/bson.ts';
import { encodeChanged } from '#engine/storage/changed-document.ts';

/** A document of bytes: bson's own encoder writes no undefined. */
function document(...fields: Buffer[]): Buffer {
  const body = Buffer.concat([...fields, Buffer.from([0])]);
  const length = Buffer.alloc(4);
  length.writeInt32LE(body.length + 4);
  return Buffer.concat([length, body]);
}
const element = (type: number, name: string, value: Buffer = Buffer.alloc(0)) =>
  Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), value]);
const int = (value: number) => Buffer.from([value, 0, 0, 0]);
const UNDEFINED = 6;
const NULL = 10;
const array = (...elements: ((name: string) => Buffer)[]) =>
  element(4, 'a', document(...elements.map((one, index) => one(String(index)))));
const undefinedAt = (name: string) => element(UNDEFINED, name);
const nullAt = (name: string) => element(NULL, name);
const intAt = (value: number) => (name: string) => element(16, name, int(value));
const documentAt =
  (...fields: Buffer[]) =>
  (name: string) =>
    element(3, name, document(...fields));

test.each<[string, ((name: string) => Buffer)[], (a: unknown[]) => unknown[], ((name: string) => Buffer)[]]>([
  ['that gets an element', [undefinedAt, nullAt], (a) => [...a, new Int32(3)], [undefinedAt, nullAt, intAt(3)]],
  [
    'of which elements move',
    [intAt(1), undefinedAt, intAt(2)],
    (a) => a.toReversed(),
    [intAt(2), undefinedAt, intAt(1)],
  ],
  ['that loses an element', [intAt(1), undefinedAt], (a) => a.slice(1), [undefinedAt]],
  [
    'of which a document is changed',
    [documentAt(undefinedAt('u'), intAt(1)('n')), undefinedAt],
    (a) => [{ ...(a[0] as object), n: new Int32(2) }, a[1]],
    [documentAt(undefinedAt('u'), intAt(2)('n')), undefinedAt],
  ],
  ['that is replaced', [undefinedAt], () => [new Int32(1)], [intAt(1)]],
])('an array %s keeps undefined', (_what, before, change, after) => {
  const bytes = document(intAt(7)('id'), array(...before));
  const stored = decode(bytes);
  const changed = { ...stored, a: change(stored.a as unknown[]) };
  expect(encodeChanged(changed, stored, bytes)).toEqual(document(intAt(7)('id'), array(...after)));
});

const dbRef = serialize(new Map<string, unknown>(Object.entries({ extra: 1, $id: 5, $ref: 'c' })));
const scoped = Buffer.from(serialize({ code: new Code('f', { far: new Date(0) }) }).subarray(4, -1));
scoped.writeBigInt64LE(568_971_820_800_000_000n, scoped.indexOf('\x09far\0') + 5);
/** bson decodes these fields to a DBRef, to null, and to a date that it cannot encode. */
const ODD = [element(3, 'r', Buffer.from(dbRef)), undefinedAt('u'), scoped];
const stored = (before: Buffer[], x: Buffer[], after: Buffer[]) =>
  document(...before, ...ODD, documentAt(documentAt(...ODD)('7'), ...x, ...ODD)('o'), ...after);
const [before, x, after] = ['before', 'x', 'after'].map(intAt(1)) as [Buffer, Buffer, Buffer];
const two = new Int32(2);

test.each<[string, Document, Buffer]>([
  ['a new field', { $set: { n: two } }, stored([before], [x], [after, intAt(2)('n')])],
  [
    'fields around them',
    { $set: { before: two, 'o.x': two, after: two } },
    stored([intAt(2)('before')], [intAt(2)('x')], [intAt(2)('after')]),
  ],
  ['one that goes', { $unset: { before: 1, 'o.x': 1 } }, stored([], [], [after])],
])(
  'values that an update of %s does not touch stay as they lie, whatever bson makes of them',
  (_, update, expected) => {
    const bytes = stored([before], [x], [after]);
    const read = decode(bytes);
    expect(encodeChanged(compileUpdate(update)(read, false), read, bytes)).toEqual(expected);
  },
);

test('a very long array is encoded anew', () => {
  const long = Array.from({ length: 20_001 }, () => intAt(1));
  const bytes = document(array(...long));
  const stored = decode(bytes);
  const changed = { a: [...(stored.a as unknown[]), new Int32(2)] };
  expect(encodeChanged(changed, stored, bytes)).toEqual(document(array(...long, intAt(2))));
});
