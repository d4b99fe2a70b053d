import { describe, expect, test } from '@jest/globals';
import {
  afterAttempt,
  attemptRecord,
  deliveryId,
  type PostResult,
  startDelivery,
} from '../../../../../services/notification/deliveries/delivery.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const after = (ms: number) => new Date(now.getTime() + ms);
const event = { id: 'evt_1', orgId: 'o1', type: 'client.created' };
const pending = startDelivery(event, 'w1', { now, dueAt: after(5000) });
const result = (statusCode: number, rest: Partial<PostResult> = {}): PostResult => ({
  startedAt: now,
  durationMs: 12,
  statusCode,
  responseBody: '',
  ...rest,
});
const plan = { schedule: [0, 1000, 2000], now, random: 0.5 };

test('the same event and webhook make the same delivery', () => {
  expect(pending.id).toBe(deliveryId('evt_1', 'w1'));
  expect(deliveryId('evt_1', 'w2')).not.toBe(pending.id);
});

describe('after an attempt', () => {
  test.each([200, 201, 204, 299])('that was answered %i it has succeeded', (status) => {
    expect(afterAttempt(pending, result(status), plan)).toMatchObject({ phase: 'succeeded', attempts: 1 });
  });

  test.each([0, 199, 301, 302, 400, 404, 429, 500, 503])('that was answered %i the next is planned', (status) => {
    const next = afterAttempt(pending, result(status), plan);
    expect(next).toMatchObject({ phase: 'pending', attempts: 1, dueAt: after(1000) });
  });

  test('that was the last of the schedule it has failed', () => {
    const last = { ...pending, attempts: 2 };
    const failed = afterAttempt(last, result(500), plan);
    expect(failed).toMatchObject({ phase: 'failed', attempts: 3 });
    expect(failed).not.toHaveProperty('dueAt');
  });

  test('that was answered 410 it has failed for good', () => {
    expect(afterAttempt(pending, result(410, { retryAfterMs: 10 }), plan)).toMatchObject({ phase: 'failed' });
  });

  test('of a test there is no other', () => {
    const isTest = startDelivery(event, 'w1', { now, dueAt: now, isTest: true });
    expect(afterAttempt(isTest, result(500), plan)).toMatchObject({ phase: 'failed', attempts: 1 });
  });
});

test('the record of an attempt says what came and what comes next', () => {
  const answer = result(503, { responseBody: 'busy' });
  const record = attemptRecord('a1', afterAttempt(pending, answer, plan), answer);
  expect(record).toEqual({
    id: 'a1',
    orgId: 'o1',
    webhookId: 'w1',
    eventId: 'evt_1',
    eventType: 'client.created',
    attempt: 1,
    statusCode: 503,
    responseBody: 'busy',
    durationMs: 12,
    deliveredAt: now,
    success: false,
    nextAttemptAt: after(1000),
  });
  const done = attemptRecord('a2', afterAttempt(pending, result(200), plan), result(200));
  expect(done).toMatchObject({ success: true, nextAttemptAt: null });
});
