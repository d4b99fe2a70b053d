import { describe, expect, test } from '@jest/globals';
import {
  afterAttempt,
  deliveryId,
  type PostResult,
  startDelivery,
} from '../../../../../../services/notification/deliveries/domain/delivery.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const event = { id: 'evt_1', orgId: 'o1', type: 'client.created', payload: '{}' };
const pending = startDelivery(event, 'w1', { now, dueAt: later(5000) });
const result = (statusCode: number, rest: Partial<PostResult> = {}): PostResult => ({
  deliveredAt: now,
  durationMs: 12,
  statusCode,
  responseBody: '',
  ...rest,
});
const plan = { schedule: [0, 1000, 2000], now: later(20), random: 0.5 };

test('the same event, webhook and attempt are the same delivery', () => {
  expect(pending.id).toBe(deliveryId('evt_1', 'w1', 1));
  expect(deliveryId('evt_1', 'w2', 1)).not.toBe(pending.id);
});

describe('an attempt', () => {
  test.each([200, 201, 204, 299])('that was answered %i has succeeded, and there is no next', (status) => {
    expect(afterAttempt(pending, result(status), plan)).toEqual({
      made: expect.objectContaining({ phase: 'succeeded' }),
    });
  });

  test.each([0, 199, 301, 302, 400, 404, 429, 500, 503])(
    'that was answered %i has failed, and the next is planned',
    (status) => {
      const { made, next } = afterAttempt(pending, result(status), plan);
      expect(made).toMatchObject({ phase: 'failed', nextAttemptAt: later(1020) });
      expect(next).toEqual({
        ...pending,
        id: deliveryId('evt_1', 'w1', 2),
        attempt: 2,
        createdAt: later(20),
        dueAt: later(1020),
      });
    },
  );

  test('that was the last of the schedule has no next', () => {
    const last = { ...pending, attempt: 3 };
    expect(afterAttempt(last, result(500), plan)).toEqual({
      made: expect.objectContaining({ phase: 'failed', attempt: 3, nextAttemptAt: null }),
    });
  });

  test('that was answered 410 has no next, whatever Retry-After says', () => {
    expect(afterAttempt(pending, result(410, { retryAfterMs: 10 }), plan)).not.toHaveProperty('next');
  });

  test('of a test has no next', () => {
    const isTest = startDelivery(event, 'w1', { now, dueAt: now, isTest: true });
    expect(afterAttempt(isTest, result(500), plan)).not.toHaveProperty('next');
  });

  test('keeps what it was and what came of it', () => {
    const { dueAt: _, ...attempt } = pending;
    const { made } = afterAttempt(pending, result(503, { responseBody: 'busy', retryAfterMs: 5000 }), plan);
    const came = { statusCode: 503, responseBody: 'busy', durationMs: 12, deliveredAt: now };
    expect(made).toEqual({ ...attempt, ...came, phase: 'failed', nextAttemptAt: later(5020) });
  });
});
