import { expect, test } from '@jest/globals';
import { afterAttempt, startDelivery } from '../../../../../../services/notification/deliveries/domain/delivery.ts';
import { firstHour, successRate, tally } from '../../../../../../services/notification/deliveries/domain/health.ts';

const now = new Date('2026-03-02T12:59:59.999Z');
const hour = Date.parse('2026-03-02T12:00:00.000Z') / 3600_000;
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const plan = { schedule: [0], now, random: 0.5 };
const event = { id: 'evt_1', orgId: 'o1', type: 'client.created', payload: '{}' };

function made(webhookId: string, deliveredAt: Date, statusCode = 200) {
  const result = { deliveredAt, durationMs: 1, statusCode, responseBody: '' };
  return afterAttempt(startDelivery(event, webhookId, { now, dueAt: now }), result, plan).made;
}

test('attempts are counted by webhook and by the hour in which they began', () => {
  const attempts = [
    made('w1', now),
    made('w1', before(10), 500),
    made('w1', before(59), 0),
    made('w1', before(60)),
    made('w2', now, 404),
  ];
  expect(tally(attempts)).toEqual([
    { orgId: 'o1', webhookId: 'w1', hour, attempts: 3, failures: 2, lastFailureAt: before(10) },
    { orgId: 'o1', webhookId: 'w1', hour: hour - 1, attempts: 1, failures: 0, lastFailureAt: null },
    { orgId: 'o1', webhookId: 'w2', hour, attempts: 1, failures: 1, lastFailureAt: now },
  ]);
});

test('the last 24 hours begin in the hour of a day ago', () => {
  expect(firstHour(now)).toBe(hour - 24);
  expect(firstHour(before(59))).toBe(hour - 24);
});

test.each([
  [3, 0, 1],
  [4, 1, 0.75],
  [2, 2, 0],
  [0, 0, null],
])('of %i attempts with %i failures the rate is %p', (attempts, failures, rate) => {
  expect(successRate({ attempts, failures })).toBe(rate);
});
