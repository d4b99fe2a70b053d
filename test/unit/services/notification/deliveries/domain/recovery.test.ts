import { expect, test } from '@jest/globals';
import { isGivenUp } from '../../../../../../services/notification/deliveries/domain/recovery.ts';

const now = new Date('2026-11-23T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3600_000);

test.each([
  { pausedAt: undefined, over: false },
  { pausedAt: hoursAgo(0), over: false },
  { pausedAt: hoursAgo(24), over: false },
  { pausedAt: hoursAgo(24.1), over: true },
])('a recovery that waits for its webhook since $pausedAt is given up: $over', ({ pausedAt, over }) => {
  expect(isGivenUp(pausedAt ? { pausedAt } : {}, now)).toBe(over);
});
