import { beforeEach, expect, test } from '@jest/globals';
import type { Streak } from '../../../../../services/notification/failing/domain/failing.ts';
import { createFailureWatch } from '../../../../../services/notification/failing/failure-watch.ts';

const HOUR = 3600_000;
const now = new Date('2026-03-06T00:00:00.000Z');
const webhook = { id: 'w1', orgId: 'o1', url: 'https://example.com/', events: ['*'], isActive: true, secrets: [] };
const fiveDays: Streak = { url: webhook.url, since: new Date(now.getTime() - 120 * HOUR), seenAt: now };

let looks = 0;
let disabled = 0;
let faults = 0;
beforeEach(() => {
  looks = 0;
  disabled = 0;
  faults = 0;
});

const watch = (streak: Streak | undefined) =>
  createFailureWatch({
    health: { hasSucceeded: async () => false },
    streaks: {
      find: async () => {
        looks += 1;
        return streak;
      },
      save: async () => undefined,
    },
    disable: async () => {
      if (faults-- > 0) throw new Error('No database');
      disabled += 1;
    },
  });

test('a flood of failures is one look, and the next comes an hour later', async () => {
  const failed = watch(undefined);
  await Promise.all(Array.from({ length: 20 }, () => failed(webhook, now)));
  await failed(webhook, new Date(now.getTime() + HOUR - 1));
  expect(looks).toBe(1);
  await failed(webhook, new Date(now.getTime() + HOUR));
  expect(looks).toBe(2);
});

test('a look that fails is repeated with the next failure', async () => {
  const failed = watch(fiveDays);
  faults = 1;
  await expect(failed(webhook, now)).rejects.toThrow('No database');
  await failed(webhook, now);
  expect([looks, disabled]).toEqual([2, 1]);
});
