import { expect, jest, test } from '@jest/globals';
import { newEventId } from '#chassis/messaging/outbox.ts';

test('ids are unique and sort by the order in which they were made, also when the clock goes back', () => {
  const clock = jest.spyOn(Date, 'now');
  const times = [1000, 1000, 2000, 1500, 2000, 2001];
  const ids = times.flatMap((time) => {
    clock.mockReturnValue(time);
    return Array.from({ length: 500 }, newEventId);
  });
  clock.mockRestore();
  expect(new Set(ids).size).toBe(3000);
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.every((id) => /^evt_[0-9a-f]{32}$/.test(id))).toBe(true);
});
