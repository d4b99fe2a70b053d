import { expect, test } from '@jest/globals';
import { DiskRoom } from '#engine/storage/disk-room.ts';

const MIB = 1024 * 1024;
const PLENTY = 1024 * MIB;

test.each([
  [PLENTY, true],
  [17 * MIB, true],
  [16 * MIB, false],
  [0, false],
])('of %d free bytes more than 16 MiB are free: %s', (free, more) => {
  expect(new DiskRoom(() => free).hasMoreThan(16 * MIB)).toBe(more);
});

test('what had plenty may still lack what is more than that', () => {
  const room = new DiskRoom(() => 2 * PLENTY);
  expect([0, 1].map((now) => room.hasMoreThan(3 * PLENTY, now))).toEqual([false, false]);
});

test.each([
  [64 * PLENTY, [1, 1, 2]],
  [PLENTY, [1, 2, 3]],
])('with %d bytes free the disk is asked again when others can have filled it', (spare, asked) => {
  let times = 0;
  const room = new DiskRoom(() => {
    times++;
    return spare;
  });
  expect([0, 9, 11].map((now) => room.hasMoreThan(MIB, now) && times)).toEqual(asked);
});
