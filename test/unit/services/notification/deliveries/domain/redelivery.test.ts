import { expect, test } from '@jest/globals';
import { afterAttempt, startDelivery } from '../../../../../../services/notification/deliveries/domain/delivery.ts';
import { joined, spanSince } from '../../../../../../services/notification/deliveries/domain/recovery.ts';
import { redeliver } from '../../../../../../services/notification/deliveries/domain/redelivery.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const DAY = 24 * 3600_000;
const event = { id: 'evt_1', orgId: 'o1', type: 'client.created', payload: '{}' };
const pending = startDelivery(event, 'w1', { now: at(-5000), dueAt: at(5000) });
const schedule = [0, 1000, 2000];
const failed = { deliveredAt: now, durationMs: 1, statusCode: 500, responseBody: '' };
const plan = { schedule, now, random: 0.5 };

test('what was made is planned once more, and its schedule begins anew', () => {
  const last = { ...pending, id: 'evt_1.w1.3', attempt: 3 };
  const { made } = afterAttempt(last, failed, plan);
  const { kind, delivery } = redeliver(made, now);
  expect(kind).toBe('planned');
  expect(delivery).toEqual({ ...pending, id: 'evt_1.w1.4', attempt: 4, madeBefore: 3, createdAt: now, dueAt: now });
  const after = afterAttempt(delivery, failed, plan);
  expect(after.next).toMatchObject({ attempt: 5, madeBefore: 3, dueAt: at(1000) });
  const end = { ...delivery, attempt: 6 };
  expect(afterAttempt(end, failed, plan)).not.toHaveProperty('next');
});

test.each([
  ['due', { dueAt: now }, false, 'under way', now],
  ['taken', { dueAt: at(5000) }, true, 'under way', at(5000)],
])('of one that is %s there is no second', (_what, change, isTaken, kind, dueAt) => {
  const redelivery = redeliver({ ...pending, ...change, isTaken }, now);
  expect(redelivery).toEqual({ kind, delivery: { ...pending, dueAt } });
});

test('one that is planned for later is due now, and its schedule begins anew', () => {
  const third = { ...pending, id: 'evt_1.w1.3', attempt: 3, dueAt: at(1) };
  const { kind, delivery } = redeliver({ ...third, isTaken: false }, now);
  expect([kind, delivery]).toEqual(['hastened', { ...third, madeBefore: 2, dueAt: now }]);
  const { next } = afterAttempt(delivery, failed, plan);
  expect(next).toMatchObject({ attempt: 4, dueAt: at(1000) });
});

test('what failed is sent again from 14 days ago at most, and not from a time to come', () => {
  expect(spanSince(at(-14 * DAY).toISOString(), now)).toEqual({ since: at(-14 * DAY), until: now });
  expect(() => spanSince(at(-14 * DAY - 301_000).toISOString(), now)).toThrow('Validation failed');
  expect(spanSince(at(299_000).toISOString(), now)).toEqual({ since: at(299_000), until: now });
  expect(() => spanSince(at(301_000).toISOString(), now)).toThrow('Validation failed');
});

const TIMEOUT = 15_000;
const HOUR = 3600_000;
/** A recovery of the last hour that has come to what was ten minutes ago. */
const underWay = { since: at(-HOUR), until: at(0), position: { deliveredAt: at(-600_000), id: 'evt_1.w1.1' } };
const from = (ms: number) => ({ deliveredAt: at(ms), id: '' });

test('of two spans the earlier beginning and the later end count', () => {
  expect(joined(underWay, { since: at(-HOUR / 2), until: at(7) }, TIMEOUT)).toMatchObject({
    since: at(-HOUR),
    until: at(7),
  });
  expect(joined(underWay, { since: at(-2 * HOUR), until: at(7) }, TIMEOUT)).toEqual({
    since: at(-2 * HOUR),
    until: at(7),
    position: from(-2 * HOUR),
  });
});

test('a second goes back to what began before the position and may have failed since', () => {
  const asked = { since: at(-HOUR), until: at(7) };
  const { position } = joined(underWay, asked, TIMEOUT);
  expect(position).toEqual(from(-600_000 - TIMEOUT - 60_000));
  const justBegun = { ...underWay, position: { deliveredAt: at(-HOUR + TIMEOUT), id: 'evt_1.w1.1' } };
  expect(joined(justBegun, asked, TIMEOUT).position).toEqual(from(-HOUR));
});

test.each([
  [['a'], ['a'], ['a'], false],
  [['a', 'b'], ['a'], ['a', 'b'], false],
  [['a'], ['b'], ['a', 'b'], true],
  [[], ['a'], ['a'], true],
  [['a'], undefined, undefined, true],
  [undefined, ['a'], undefined, false],
  [undefined, undefined, undefined, false],
])('of %j and %j all types count, and what is wider begins anew', (types, asked, all, beginsAnew) => {
  const both = joined({ ...underWay, types }, { since: at(-HOUR), until: at(0), types: asked }, TIMEOUT);
  expect(both).toMatchObject({ since: at(-HOUR), until: at(0), types: all });
  expect(both.position.deliveredAt.getTime() === at(-HOUR).getTime()).toBe(beginsAnew);
});
