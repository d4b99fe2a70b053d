import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from '@jest/globals';
import type { Document } from 'bson';
import { Double, Int32, Long } from 'bson';
import fc from 'fast-check';
import { compileUpdate } from '#engine/semantics/update/update.ts';
import { documentFromFilter } from '#engine/semantics/update/upsert.ts';
import { encode } from '#engine/storage/bson.ts';
import { bsonValue } from '../../../../../../support/bson-values.ts';

const update = (form: Document, document: Document): Document => compileUpdate(form)(document, false);

describe('operators', () => {
  test.each<[Document, Document, Document]>([
    [{ $set: { a: 1, 'b.c': 2 } }, { x: 0 }, { x: 0, a: 1, b: { c: 2 } }],
    [{ $set: { 'a.10': 1 } }, { a: {} }, { a: { 10: 1 } }],
    [{ $set: { 'a.3': 4 } }, { a: [1] }, { a: [1, null, null, 4] }],
    [{ $unset: { 'a.0': 1 } }, { a: [1, 2] }, { a: [null, 2] }],
    [{ $unset: { a: '', 'b.c': 1 } }, { a: 1, b: { c: 1, d: 1 } }, { b: { d: 1 } }],
    [{ $inc: { a: 2, b: 1 } }, { a: 1 }, { a: 3, b: 1 }],
    [{ $inc: { a: 1 } }, { a: new Int32(2 ** 31 - 1) }, { a: Long.fromNumber(2 ** 31) }],
    [{ $inc: { a: 1 } }, { a: new Double(1) }, { a: new Double(2) }],
    [{ $max: { a: 'x', b: 1 } }, { a: 2, b: 5 }, { a: 'x', b: 5 }],
    [{ $setOnInsert: { a: 1 } }, { b: 1 }, { b: 1 }],
    [{ $addToSet: { a: 1, b: 2, c: 3 } }, { a: [1], b: [1] }, { a: [1], b: [1, 2], c: [3] }],
    [{ $addToSet: { a: [1] } }, { a: [1] }, { a: [1, [1]] }],
    [{ $unset: { 'a.b': 1, 'c.d': 1 } }, { a: [{ b: 1 }], c: 1 }, { a: [{ b: 1 }], c: 1 }],
  ])('%j on %j', (form, document, expected) => {
    expect(update(form, document)).toEqual(expected);
  });

  test('$setOnInsert applies to an upsert', () => {
    expect(compileUpdate({ $setOnInsert: { a: 1 } })({ b: 1 }, true)).toEqual({ b: 1, a: 1 });
  });

  test('new fields are added in the order of their names, numbers by value', () => {
    const updated = update({ $set: { b: 1, a: 1 }, $inc: { 'n.x10': 1, 'n.x9': 1 } }, { z: 1 });
    expect(Object.keys(updated)).toEqual(['z', 'a', 'b', 'n']);
    expect(Object.keys(updated.n)).toEqual(['x10', 'x9']);
  });
});

test('a replacement keeps the _id and puts it first', () => {
  expect(Object.keys(update({ b: 1, _id: 1 }, { _id: 1, a: 1 }))).toEqual(['_id', 'b']);
  expect(update({}, { _id: 1, a: 1 })).toEqual({ _id: 1 });
});

test.each<[Document, Document, number]>([
  [{ $set: 1 }, {}, 9],
  [{ $set: { a: 1 }, b: 1 }, {}, 115],
  [{ $set: { a: 1, 'a.b': 2 } }, {}, 40],
  [{ $set: { a: 1 }, $inc: { a: 1 } }, {}, 40],
  [{ $set: { _id: 2 } }, { _id: 1 }, 66],
  [{ _id: 2 }, { _id: 1 }, 66],
  [{ $inc: { a: 'x' } }, {}, 14],
  [{ $inc: { a: 1 } }, { a: 'x' }, 14],
  [{ $inc: { a: Long.ONE } }, { a: Long.MAX_VALUE }, 2],
  [{ $set: { 'a.b': 1 } }, { a: 1 }, 28],
  [{ $set: { 'a.b': 1 } }, { a: null }, 28],
  [{ $set: { 'a.b': 1 } }, { a: [] }, 28],
  [{ $set: { 'a..b': 1 } }, {}, 56],
  [{ a: 1, $set: { b: 1 } }, {}, 115],
  [{ $addToSet: { a: { $each: [1] } } }, { a: [] }, 115],
  [{ $addToSet: { a: 1 } }, { a: 1 }, 2],
  [{ $set: { 'a.$[].b': 1 } }, { a: [] }, 115],
])('%j on %j fails with %d', (form, document, code) => {
  expect(() => update(form, document)).toThrow(expect.objectContaining({ code }));
});

test('an update that came twice gives the same reference, and none writes into its input', () => {
  const paths = fc.constantFrom('a', 'b', 'a.b', 'c.0', 'b.c');
  const documents = fc.dictionary(fc.constantFrom('a', 'b', 'c'), bsonValue, { maxKeys: 3 });
  const idempotent = fc
    .tuple(fc.constantFrom('$set', '$unset', '$max', '$addToSet'), paths, bsonValue)
    .map(([name, path, value]): Document => ({ [name]: { [path]: value } }));
  fc.assert(
    fc.property(idempotent, documents, (form, document) => {
      const before = encode(document);
      let once: Document;
      try {
        once = update(form, document);
      } catch (error) {
        expect(error).toHaveProperty('code');
        return;
      }
      expect(encode(document)).toEqual(before);
      expect(update(form, once)).toBe(once);
    }),
    { numRuns: 1000 },
  );
});

describe('documentFromFilter', () => {
  test('takes as much memory as the filter', async () => {
    const module = import.meta.resolve('../../../../../../../deploy/local/mongo-engine/semantics/update/upsert.ts');
    const work = `import('${module}').then(({ documentFromFilter }) => {
      const fields = Array.from({ length: 1_500 }, (_, n) => ['f' + n + '.a'.repeat(180), n]);
      const made = documentFromFilter(Object.fromEntries(fields));
      require('node:worker_threads').parentPort.postMessage(Object.keys(made).length);
    })`;
    // Half more than is needed. To list every path within the filter's paths takes twice as much.
    const worker = new Worker(work, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 56 } });
    expect(await once(worker, 'message')).toEqual([1_500]);
    await worker.terminate();
  });

  test('takes as long as the filter has fields', () => {
    const filter = Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`f${n}`, n]));
    expect(documentFromFilter(filter)).toEqual(filter);
  });

  test.each<Document>([
    { $and: [{ a: 1 }, { a: 2 }] },
    { $and: [{ a: 1 }, { 'a.b': 2 }] },
    { $and: [{ 'a.b.c': 1 }, { x: 2 }, { a: 2 }] },
    { a: 1, 'a.b': 2 },
    { '_id.a': 1 },
  ])('refuses %j, which fixes one path twice', (filter) => {
    expect(() => documentFromFilter(filter)).toThrow(expect.objectContaining({ code: 115 }));
  });

  test('takes the fields that the filter fixes to one value, _id first', () => {
    const filter = {
      a: 1,
      'b.c': { $eq: 2 },
      d: { $gt: 3 },
      f: { $in: [4] },
      g: { $in: [1, 2] },
      $and: [{ h: 5 }],
      _id: 7,
    };
    const made = documentFromFilter(filter);
    expect(made).toEqual({ _id: 7, a: 1, b: { c: 2 }, f: 4, h: 5 });
    expect(Object.keys(made)[0]).toBe('_id');
  });
});
