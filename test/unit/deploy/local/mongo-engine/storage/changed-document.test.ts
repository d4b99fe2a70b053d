import { expect, test } from '@jest/globals';
import { Int32 } from 'bson';
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

test('a very long array is encoded anew', () => {
  const long = Array.from({ length: 20_001 }, () => intAt(1));
  const bytes = document(array(...long));
  const stored = decode(bytes);
  const changed = { a: [...(stored.a as unknown[]), new Int32(2)] };
  expect(encodeChanged(changed, stored, bytes)).toEqual(document(array(...long, intAt(2))));
});
