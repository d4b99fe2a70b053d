import { expect, test } from '@jest/globals';
import type { Document } from 'bson';
import fc from 'fast-check';
import type { Catalog } from '#engine/storage/catalog.ts';
import {
  applyChange,
  applyChanges,
  type Change,
  joinChanges,
  type KeptChange,
  keepChange,
  planChange,
} from '#engine/storage/change.ts';
import { type Collection, idIndexOf, indexFrom } from '#engine/storage/collection.ts';
import { unpackKeys } from '#engine/storage/key-changes.ts';
import { StoredDocument } from '#engine/storage/stored-document.ts';
import type { Writer } from '#engine/storage/writer.ts';

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

/** As a transaction keeps it. */
const kept = (at: Collection, change: Change) => keepChange(planChange(at, change));

/** The writes of a change, in whichever order. */
function effectOf({ before, after, record, keys, planned }: KeptChange) {
  const sorted = (all: Buffer[]) => all.map((key) => key.toString('hex')).sort();
  const indexes = unpackKeys(keys, planned).map(({ index, removed, added, multikey }) => ({
    ...{ index: index.name, removed: sorted(removed), added: sorted(added), multikey },
  }));
  return { before: before?.bytes, after: after?.bytes, record: record.toString('hex'), indexes };
}

test('a kept change has the keys that were planned', () => {
  const at = collection();
  fc.assert(
    fc.property(fields, fields, (before, after) => {
      fc.pre((before ?? after) !== undefined);
      const planned = planChange(at, { before: stored(before), after: stored(after) });
      expect(unpackKeys(keepChange(planned).keys, at.indexes)).toEqual(planned.indexes);
    }),
    { numRuns: 1000 },
  );
});

test('planned or kept, a change touches its record and its unique keys: until it is visible nobody else may write them', () => {
  const at = collection();
  const touchedBy = (apply: (writer: Writer, catalog: Catalog) => void) => {
    const touched: string[] = [];
    const nothing = () => undefined;
    const writer = { touched, put: nothing, remove: nothing, get: nothing, onRevert: nothing };
    apply(writer as unknown as Writer, { addToCount: nothing, save: nothing } as unknown as Catalog);
    return touched.sort();
  };
  fc.assert(
    fc.property(fields, fields, (before, after) => {
      fc.pre((before ?? after) !== undefined);
      const planned = planChange(at, { before: stored(before), after: stored(after) });
      const claimed = planned.claims.map(({ text }) => text).sort();
      expect(touchedBy((writer, catalog) => applyChange(planned, writer, catalog))).toEqual(claimed);
      expect(touchedBy((writer, catalog) => [...applyChanges([keepChange(planned)], writer, catalog)])).toEqual(
        claimed,
      );
    }),
  );
});

test('two changes of one document are what it was before the first and is after the second', () => {
  const at = collection();
  fc.assert(
    fc.property(fields, fields, fields, (before, between, after) => {
      // A change is of a document that is there before it or after it.
      fc.pre([before ?? between, between ?? after, before ?? after].every((one) => one !== undefined));
      const [first, second, third] = [stored(before), stored(between), stored(after)];
      const joined = joinChanges(
        kept(at, { before: first, after: second }),
        planChange(at, { before: second, after: third }),
      );
      expect(effectOf(joined)).toEqual(effectOf(kept(at, { before: first, after: third })));
    }),
    { numRuns: 1000 },
  );
});

test('an index that was made between them holds what the second leaves', () => {
  const [early, late] = [{ ...collection(), indexes: [] }, collection()];
  const [first, second, third] = [stored({ a: 1 }), stored({ a: 2 }), stored({ a: 'x' })];
  const joined = joinChanges(
    kept(early, { before: first, after: second }),
    planChange(late, { before: second, after: third }),
  );
  expect(effectOf(joined)).toEqual(effectOf(kept(late, { before: first, after: third })));
});

test('no document is decoded for it', () => {
  const at = collection();
  const documents = [{ a: 1 }, { a: 2 }].map((document) => stored(document) as StoredDocument);
  const first = kept(at, { before: documents[0] });
  const second = planChange(at, { after: documents[1] });
  for (const document of documents) {
    document.rest();
    Object.defineProperty(document, 'document', { get: () => expect('decoded').toBe('at rest') });
  }
  const { keys } = joinChanges(first, second);
  expect(unpackKeys(keys, at.indexes).flatMap(({ added }) => added)).toHaveLength(3);
});
