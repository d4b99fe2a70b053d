import { expect, test } from '@jest/globals';
import {
  type ResetRequest,
  requestReset,
  resetMail,
} from '../../../../../services/identity/password-resets/password-reset.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const email = 'ann@example.com';
const mailed: ResetRequest = { email, reason: 'forgotten', requestedAt: now, mailedAt: now, dueAt: null };
const unknown: ResetRequest = { ...mailed, mailedAt: null };

test('the first request is due at once', () => {
  const request = requestReset(undefined, { email, reason: 'forgotten' }, now);
  expect(request).toEqual({ email, reason: 'forgotten', requestedAt: now, mailedAt: null, dueAt: now });
});

test.each([
  { earlier: mailed, seconds: 0, dueAt: undefined },
  { earlier: mailed, seconds: 59.999, dueAt: undefined },
  { earlier: mailed, seconds: 60, dueAt: at(60) },
  { earlier: unknown, seconds: 59.999, dueAt: undefined },
  { earlier: unknown, seconds: 60, dueAt: at(60) },
])('a repetition after $seconds s is due at $dueAt, whether or not there was a mail', ({ earlier, seconds, dueAt }) => {
  expect(requestReset(earlier, { email, reason: 'forgotten' }, at(seconds))?.dueAt).toEqual(dueAt);
});

test.each([
  { what: 'a mail', earlier: mailed, dueAt: at(60) },
  { what: 'requests for a user who was not there yet', earlier: unknown, dueAt: at(10) },
])('a welcome within the minute of $what is not lost', ({ earlier, dueAt }) => {
  const welcome = requestReset(earlier, { email, reason: 'welcome' }, at(10));
  expect(welcome).toMatchObject({ reason: 'welcome', dueAt });
});

test('a waiting welcome is not put off by further requests', () => {
  const waiting = requestReset(mailed, { email, reason: 'welcome' }, at(10));
  expect(requestReset(waiting, { email, reason: 'forgotten' }, at(20))).toBeUndefined();
});

test.each(['forgotten', 'welcome'] as const)(
  'the mail for %s is ASCII and has the link in a line of its own',
  (reason) => {
    const link = 'https://localhost:8443/reset-password#token';
    const { subject, text } = resetMail(reason, link);
    expect(text.split('\n')).toContain(link);
    expect(`${subject}${text}`).toMatch(/^[\n -~]+$/);
    expect(text).toContain('30 minutes');
  },
);
