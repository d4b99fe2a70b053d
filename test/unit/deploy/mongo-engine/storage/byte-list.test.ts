import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ByteList } from '../../../../../deploy/mongo-engine/storage/byte-list.ts';
import { MAX_KEY_SIZE } from '../../../../../deploy/mongo-engine/storage/store.ts';

const entry = fc.uint8Array({ maxLength: MAX_KEY_SIZE, size: 'max' }).map((bytes) => Buffer.from(bytes));
const entries = fc.array(entry, { maxLength: 150, size: 'max' });

test('holds what it was given, in its order, and again after it was cleared', () => {
  fc.assert(
    fc.property(entries, entries, (first, second) => {
      const list = new ByteList();
      for (const given of [first, second]) {
        for (const bytes of given) list.push(bytes);
        expect(Array.from({ length: list.length }, (_, index) => list.get(index))).toEqual(given);
        list.clear();
      }
    }),
  );
});
