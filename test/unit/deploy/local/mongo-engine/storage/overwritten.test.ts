import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Overwritten } from '#engine/storage/overwritten.ts';
import { MAX_KEY_SIZE } from '#engine/storage/store.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const bytes = (maxLength: number) => fc.uint8Array({ maxLength, size: 'max' }).map((array) => Buffer.from(array));
const note = fc.tuple(bytes(MAX_KEY_SIZE), fc.option(bytes(20)));

test('what was noted comes back, the newest first, and nothing after it was cleared', () => {
  fc.assert(
    fc.property(fc.array(note, { maxLength: 200 }), fc.array(note, { maxLength: 3 }), (first, second) => {
      const overwritten = new Overwritten();
      for (const notes of [first, second]) {
        for (const [key, before] of notes) overwritten.note(key, before);
        expect([...overwritten.backwards()]).toEqual(notes.toReversed().map(([key, before]) => ({ key, before })));
        overwritten.clear();
      }
    }),
  );
});

test('keys that were noted take about their bytes', () => {
  const overwritten = new Overwritten();
  const used = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const keys = 100_000;
  for (let n = 0; n < keys; n++)
    overwritten.note(Buffer.from(`a key of some fifty bytes, as those of indexes: ${n}`), null);
  expect((used() - before) / keys).toBeLessThan(96);
  expect(overwritten.backwards().next().value?.key.toString()).toContain(String(keys - 1));
});
