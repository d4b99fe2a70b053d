import { expect, test } from '@jest/globals';
import { isGivenUp, resumed } from '../../../../../../services/notification/deliveries/domain/recovery.ts';

const now = new Date('2026-11-23T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3600_000);
const underWay = { since: hoursAgo(9), until: hoursAgo(8), position: { deliveredAt: hoursAgo(9), id: '' } };

test.each([
  { pausedAt: undefined, over: false },
  { pausedAt: hoursAgo(0), over: false },
  { pausedAt: hoursAgo(24), over: false },
  { pausedAt: hoursAgo(24.1), over: true },
])('a recovery that waits for its webhook since $pausedAt is given up: $over', ({ pausedAt, over }) => {
  expect(isGivenUp(pausedAt ? { pausedAt } : {}, now)).toBe(over);
});

test('what was not sent while its webhook was inactive is recovered as well', () => {
  expect(resumed({ ...underWay, pausedAt: hoursAgo(1) }, now).until).toEqual(now);
  expect(resumed(underWay, now)).toBe(underWay);
});
