import { expect, test } from '@jest/globals';
import type { Document } from 'bson';
import fc from 'fast-check';
import { joinChanges, type PlannedChange, planChange } from '../../../../../deploy/mongo-engine/storage/change.ts';
import { type Collection, idIndexOf, indexFrom } from '../../../../../deploy/mongo-engine/storage/collection.ts';
import { StoredDocument } from '../../../../../deploy/mongo-engine/storage/stored-document.ts';

const SPECS: Document[] = [
  { key: { a: 1 } },
  { key: { a: 1 }, unique: true },
  { key: { b: 1, a: -1 }, unique: true, sparse: true },
  { key: { b: 1 }, partialFilterExpression: { a: 1 } },
];
const indexesOf = () => SPECS.map((spec, at) => indexFrom({ name: String(at), ...spec }, 20 + at, false, 0));
const collection = (): Collection => ({
  ...{ db: 'd', name: 'c', ns: 'd.c', ident: 16, options: {}, count: 0 },
  ...{ idIndex: idIndexOf(16), indexes: indexesOf() },
});

const value = fc.constantFrom(1, 2, 'x', [1, 2], [2, 3, 'x'], null);
const scalar = fc.constantFrom(1, 2, 'x', null);
const fields = fc.option(fc.record({ a: value, b: scalar }, { requiredKeys: [] }), { nil: undefined });

const stored = (document: Document | undefined) => document && StoredDocument.of({ _id: 7, ...document });

/** What is written of a change, in whichever order. */
function effectOf({ before, after, indexes, claims: [record, ...claims] }: PlannedChange) {
  const sorted = (keys: Buffer[]) => keys.map((key) => key.toString('hex')).sort();
  return {
    ...{ before: before?.bytes, after: after?.bytes, record: [record?.text, record?.owner] },
    indexes: indexes.map(({ removed, added, multikey }) => [sorted(removed), sorted(added), multikey]),
    claims: claims.map(({ text, owner, index }) => `${text} ${owner?.toString('hex')} ${index?.name}`).sort(),
  };
}

test('two changes of one document are what it was before the first and is after the second', () => {
  const at = collection();
  fc.assert(
    fc.property(fields, fields, fields, (before, between, after) => {
      // A change is of a document that is there before it or after it.
      fc.pre([before ?? between, between ?? after, before ?? after].every((one) => one !== undefined));
      const [first, second, third] = [stored(before), stored(between), stored(after)];
      const joined = joinChanges(
        planChange(at, { before: first, after: second }),
        planChange(at, { before: second, after: third }),
      );
      expect(effectOf(joined)).toEqual(effectOf(planChange(at, { before: first, after: third })));
    }),
    { numRuns: 1000 },
  );
});

test('an index that was made between them holds what the second leaves', () => {
  const [early, late] = [{ ...collection(), indexes: [] }, collection()];
  const [first, second, third] = [stored({ a: 1 }), stored({ a: 2 }), stored({ a: 'x' })];
  const joined = joinChanges(
    planChange(early, { before: first, after: second }),
    planChange(late, { before: second, after: third }),
  );
  expect(effectOf(joined)).toEqual(effectOf(planChange(late, { before: first, after: third })));
});

test('no document is decoded for it', () => {
  const at = collection();
  const documents = [{ a: 1 }, { a: 2 }].map((document) => stored(document) as StoredDocument);
  const first = planChange(at, { before: documents[0] });
  const second = planChange(at, { after: documents[1] });
  for (const document of documents) {
    document.rest();
    Object.defineProperty(document, 'document', { get: () => expect('decoded').toBe('at rest') });
  }
  expect(joinChanges(first, second).indexes.flatMap(({ added }) => added)).toHaveLength(3);
});
