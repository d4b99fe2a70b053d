import { expect, test } from '@jest/globals';
import { BSONRegExp, Code, Decimal128, type Document, Timestamp } from 'bson';
import fc from 'fast-check';
import { compileProjection, wholeFieldsOf } from '#engine/semantics/project/project.ts';
import { decode, encode } from '#engine/storage/bson.ts';
import { decoderFor, fieldCutter, fieldDecoder } from '#engine/storage/field-decoder.ts';
import { bsonValue } from '../../../../../support/bson-values.ts';

const NAMES = ['a', 'b', 'ab', 'é', ''];
const rare = fc.constantFrom(
  new Code('x'),
  new Code('x', { y: 1 }),
  new BSONRegExp('a', 'i'),
  new Decimal128('1.50'),
  new Timestamp(5n),
);
const documents = fc.dictionary(fc.constantFrom(...NAMES), fc.oneof({ weight: 9, arbitrary: bsonValue }, rare));

test('fields are decoded as in the whole document, whatever lies between them', () => {
  fc.assert(
    fc.property(documents, fc.subarray(NAMES), (document, names) => {
      const bytes = encode(document);
      const whole = Object.entries(decode(bytes));
      expect(fieldDecoder(names)(bytes)).toEqual(Object.fromEntries(whole.filter(([name]) => names.includes(name))));
    }),
  );
});

test('whole fields are cut out of a document as a projection of the decoded document has them', () => {
  const projections = fc.dictionary(fc.constantFrom('_id', 'a', 'b', 'ab', 'é', 'z'), fc.constantFrom(1, true), {
    minKeys: 1,
  });
  fc.assert(
    fc.property(documents, projections, fc.boolean(), (document, included, hidesId) => {
      const projection = hidesId ? { ...included, _id: 0 } : included;
      const names = wholeFieldsOf(projection);
      const project = compileProjection(projection);
      const bytes = encode({ _id: 7, ...document });
      if (!names) return expect(hidesId && Object.keys(projection).length === 1).toBe(true);
      return expect(fieldCutter(names)(bytes)).toEqual(encode(project(decode(bytes), bytes.length)));
    }),
  );
  for (const other of [{ a: 0 }, { 'a.b': 1 }, { a: 1, size: { $bsonSize: '$$ROOT' } }, {}])
    expect(wholeFieldsOf(other)).toBeUndefined();
});

const bytes = encode({ a: 1, b: { c: 2 }, d: 3, e: 4 });
const known = (filter: Document, sort?: Document) => Object.keys(decoderFor(filter, sort)(bytes));

test('a query decodes what its filter and its sort look into', () => {
  expect(known({ a: 1 })).toEqual(['a']);
  expect(known({ $and: [{ 'b.c': 2 }, { $or: [{ e: 5 }] }] }, { a: -1 })).toEqual(['a', 'b', 'e']);
  expect(known({ $or: [{ $expr: { $eq: ['$d', 3] } }, { a: 1 }] })).toEqual(['a', 'b', 'd', 'e']);
});
