import { expect, test } from '@jest/globals';
import { CommitPace } from '#engine/storage/commit-pace.ts';
import { DiskRoom } from '#engine/storage/disk-room.ts';

const MIB = 1024 * 1024;
const PLENTY = 1024 * MIB;

test.each<[string, number[], number, boolean]>([
  ['before the disk is known', [], PLENTY, false],
  ['on a quick disk', [0.4, 0.6, 0.5], PLENTY, true],
  ['on a slow disk', [9, 11, 10], PLENTY, false],
  ['after one commit that stopped for long', [0.5, 0.5, 100], PLENTY, false],
  ['when a disk that was slow has become quick', [10, ...Array(20).fill(0.5)], PLENTY, true],
  ['on a disk that others may fill meanwhile', [0.5], 64 * MIB, false],
])('the thread that answers clients may commit itself, or not: %s', (_, commits, spare, may) => {
  const pace = new CommitPace(new DiskRoom(() => spare));
  for (const ms of commits) pace.note(ms);
  expect(pace.mayBlock()).toBe(may);
});
