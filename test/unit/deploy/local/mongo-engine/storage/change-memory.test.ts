import { expect, test } from '@jest/globals';
import { keepChange, type PlannedChange, planChange } from '#engine/storage/change.ts';
import { type Collection, idIndexOf, indexFrom } from '#engine/storage/collection.ts';
import { StoredDocument } from '#engine/storage/stored-document.ts';
import { collectGarbage } from '../../../../../support/collect-garbage.ts';

const indexes = [{ key: { a: 1 } }, { key: { a: 1 }, unique: true }, { key: { b: 1 } }].map((spec, at) =>
  indexFrom({ name: String(at), ...spec }, 20 + at, false, 0),
);
const collection: Collection = {
  ...{ db: 'd', name: 'c', ns: 'd.c', ident: 16, options: {}, count: 0 },
  ...{ idIndex: idIndexOf(16), indexes },
};

test('kept, changes take less than half of the heap that they take as planned', () => {
  const heapOf = (form: (change: PlannedChange) => unknown) => {
    const before = heapUsed();
    const all = Array.from({ length: 5_000 }, (_, n) => {
      const after = StoredDocument.of({ _id: 7, a: n, b: 'x' });
      const change = form(planChange(collection, { after }));
      after.rest();
      return change;
    });
    const taken = heapUsed() - before;
    expect(all).toHaveLength(5_000);
    return taken;
  };
  const planned = heapOf((change) => change);
  expect(heapOf(keepChange)).toBeLessThan(planned / 2);
});

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
