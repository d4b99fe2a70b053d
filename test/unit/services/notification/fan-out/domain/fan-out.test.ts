import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  divideStep,
  divideWebhooks,
  type FanOut,
  SHARE,
  stepLength,
} from '../../../../../../services/notification/fan-out/domain/fan-out.ts';

const webhooks = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`);
const fanOut = (eventId: string, count: number): FanOut => ({
  ...{ eventId, orgId: 'o1', type: 'client.created', size: 2, webhookIds: webhooks(count) },
  createdAt: new Date(),
});

test.each([
  { count: 0, left: SHARE, now: 0 },
  { count: 4, left: -10, now: 4 },
  { count: 5, left: 0, now: 0 },
  { count: 5, left: -10, now: 0 },
  { count: 5, left: 3, now: 3 },
  { count: 100, left: SHARE, now: 100 },
  { count: SHARE + 1, left: SHARE, now: SHARE },
])('of $count webhooks $now have their deliveries at once where $left are left', ({ count, left, now }) => {
  const divided = divideWebhooks(webhooks(count), left);
  expect(divided.now).toHaveLength(now);
  expect([...divided.now, ...divided.later]).toEqual(webhooks(count));
});

test.each([
  { counts: [], most: 10, expected: 0 },
  { counts: [10], most: 10, expected: 1 },
  { counts: [11], most: 10, expected: 1 },
  { counts: [3, 3, 3], most: 10, expected: 3 },
  { counts: [3, 3, 5, 1], most: 10, expected: 3 },
])('of $counts webhooks a step of $most takes $expected events', ({ counts, most, expected }) => {
  expect(stepLength(counts, most)).toBe(expected);
});

test('step after step makes each delivery once, none larger than it may be', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 12 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 30 }), (counts, most) => {
      const all = counts.map((count, index) => fanOut(`e${index}`, count));
      const made: string[] = [];
      for (let waiting = all; waiting.length > 0; ) {
        const taken = stepLength(
          waiting.map(({ webhookIds }) => webhookIds.length),
          most,
        );
        const step = divideStep(waiting.slice(0, taken), most);
        const deliveries = step.flatMap(({ now }) => now.webhookIds.map((id) => `${now.eventId}.${id}`));
        expect(deliveries.length).toBeGreaterThan(0);
        expect(deliveries.length).toBeLessThanOrEqual(most);
        made.push(...deliveries);
        const left = step.filter(({ later }) => later.length > 0);
        waiting = [...left.map(({ now, later }) => ({ ...now, webhookIds: later })), ...waiting.slice(taken)];
      }
      expect(made.sort()).toEqual(
        all.flatMap(({ eventId, webhookIds }) => webhookIds.map((id) => `${eventId}.${id}`)).sort(),
      );
    }),
  );
});
