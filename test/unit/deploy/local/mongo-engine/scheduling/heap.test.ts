import { expect, test } from '@jest/globals';
import { Growth } from '../../../../../../deploy/local/mongo-engine/scheduling/heap.ts';

const MEBIBYTE = 1024 * 1024;

test('memory is looked at for every 16 MiB that are added, whatever was let go before', () => {
  let looks = 0;
  const growth = new Growth(() => {
    looks++;
  });
  for (let n = 0; n < 40; n++) growth.add(MEBIBYTE);
  expect(looks).toBe(2);
  growth.add(-100 * MEBIBYTE);
  growth.add(16 * MEBIBYTE);
  expect(looks).toBe(3);
  growth.add(15 * MEBIBYTE);
  growth.forget();
  growth.add(15 * MEBIBYTE);
  expect(looks).toBe(3);
});
