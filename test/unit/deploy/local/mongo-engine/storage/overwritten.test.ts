import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Overwritten } from '#engine/storage/overwritten.ts';
import { MAX_KEY_SIZE } from '#engine/storage/store.ts';

const bytes = fc.uint8Array({ minLength: 4, maxLength: 20 }).map((array) => Buffer.from(array));
/** A key of any length, with four bytes again and again: to make up each byte would take longer than the rest. */
const key = fc.tuple(fc.nat(MAX_KEY_SIZE), bytes).map(([length, some]) => Buffer.alloc(length, some));
const notes = fc.array(fc.tuple(key, fc.option(bytes)), { maxLength: 150, size: 'max' });
const text = (key: Buffer, before: Buffer | null) => `${key.toString('latin1')}: ${before?.toString('latin1')}`;

test('what was noted comes back, the newest first, and nothing after it was cleared', () => {
  fc.assert(
    fc.property(notes, notes, (first, second) => {
      const overwritten = new Overwritten();
      for (const given of [first, second]) {
        for (const [key, before] of given) overwritten.note(key, before);
        const found = Array.from(overwritten.backwards(), ({ key, before }) => text(key, before));
        expect(found).toEqual(given.toReversed().map(([key, before]) => text(key, before)));
        overwritten.clear();
      }
    }),
  );
});
