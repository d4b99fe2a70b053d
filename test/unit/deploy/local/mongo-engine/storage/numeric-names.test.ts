import { expect, test } from '@jest/globals';
import { serialize } from 'bson';
import fc from 'fast-check';
import { decode, encode } from '../../../../../../deploy/local/mongo-engine/storage/bson.ts';

const name = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    '2',
    '10',
    '007',
    '4294967295',
    'a',
    'b',
    '_id',
    '_bsontype',
    '\uE000_bsontype',
    '\uE0001',
    '\uE000\uE0001',
    '\uE000',
    '-1',
  ),
  fc.string({ maxLength: 3 }).filter((text) => !text.includes('\0') && text.isWellFormed() && text !== '__proto__'),
);
const { document } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.integer(),
    fc.string({ maxLength: 4 }).filter((text) => text.isWellFormed()),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('document'),
  ),
  document: fc
    .uniqueArray(fc.tuple(name, tie('value')), { maxLength: 6, selector: ([key]) => key })
    .map((all) => new Map(all)),
}));

test('what is decoded and encoded again is the same, whatever its fields are called', () => {
  fc.assert(
    fc.property(document, (written) => {
      const bytes = Buffer.from(serialize(written as Map<string, unknown>, { ignoreUndefined: false }));
      expect(encode(decode(bytes)).equals(bytes)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('a name that comes from the bytes is one that the engine can look up', () => {
  const bytes = Buffer.from(
    serialize(
      new Map([
        ['b', 1],
        ['2', 3],
      ]),
    ),
  );
  expect(Object.keys(decode(bytes))[0]).toBe('b');
});
