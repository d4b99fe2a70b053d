import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ByteList } from '#engine/storage/byte-list.ts';
import { MAX_KEY_SIZE } from '#engine/storage/store.ts';

/** Entries of any length, and four bytes again and again: to make up each byte would take longer than the list does. */
const entry = fc
  .tuple(fc.nat({ max: MAX_KEY_SIZE }), fc.uint8Array({ minLength: 4, maxLength: 4 }))
  .map(([length, bytes]) => Buffer.alloc(length, bytes));
const entries = fc.array(entry, { maxLength: 150, size: 'max' });

const texts = (all: Buffer[]) => all.map((bytes) => bytes.toString('latin1'));

test('holds what it was given, in its order, and again after it was cleared', () => {
  fc.assert(
    fc.property(entries, entries, (first, second) => {
      const list = new ByteList();
      for (const given of [first, second]) {
        for (const bytes of given) list.push(bytes);
        expect(texts(Array.from({ length: list.length }, (_, index) => list.get(index)))).toEqual(texts(given));
        list.clear();
      }
    }),
  );
});
