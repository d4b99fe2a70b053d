import { expect, test } from '@jest/globals';
import { Overwritten } from '#engine/storage/overwritten.ts';
import { collectGarbage } from '../../../../../support/collect-garbage.ts';

test('keys that were noted take about their bytes', () => {
  const overwritten = new Overwritten();
  const used = () => {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const keys = 300_000;
  for (let n = 0; n < keys; n++)
    overwritten.note(Buffer.from(`a key of some fifty bytes, as those of indexes: ${n}`), null);
  expect((used() - before) / keys).toBeLessThan(96);
  expect(overwritten.backwards().next().value?.key.toString()).toContain(String(keys - 1));
});
