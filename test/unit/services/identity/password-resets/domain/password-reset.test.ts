import { expect, test } from '@jest/globals';
import {
  type ResetRequest,
  requestReset,
  resetMail,
} from '../../../../../../services/identity/password-resets/domain/password-reset.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const email = 'ann@example.com';
const mailed: ResetRequest = { email, requestedAt: now, mailedAt: now, dueAt: null };
const unknown: ResetRequest = { ...mailed, mailedAt: null };

test('the first request is due at once', () => {
  const request = requestReset(undefined, email, now);
  expect(request).toEqual({ email, requestedAt: now, mailedAt: null, dueAt: now });
});

test.each([
  { earlier: mailed, seconds: 0, dueAt: undefined },
  { earlier: mailed, seconds: 59.999, dueAt: undefined },
  { earlier: mailed, seconds: 60, dueAt: at(60) },
  { earlier: unknown, seconds: 59.999, dueAt: undefined },
  { earlier: unknown, seconds: 60, dueAt: at(60) },
])('a repetition after $seconds s is due at $dueAt, whether or not there was a mail', ({ earlier, seconds, dueAt }) => {
  expect(requestReset(earlier, email, at(seconds))?.dueAt).toEqual(dueAt);
});

test('the mail is ASCII and has the link in a line of its own', () => {
  const link = 'https://localhost:8443/reset-password#token';
  const { subject, text } = resetMail(link);
  expect(text.split('\n')).toContain(link);
  expect(`${subject}${text}`).toMatch(/^[\n -~]+$/);
  expect(text).toContain('30 minutes');
});
