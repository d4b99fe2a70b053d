import { expect, test } from '@jest/globals';
import { message, retryAt } from '../../../../../../services/identity/mail/domain/mail.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const expiresAt = new Date('2026-03-01T12:30:00.000Z');

test.each([
  { attempts: 1, seconds: 5 },
  { attempts: 2, seconds: 10 },
  { attempts: 4, seconds: 40 },
  { attempts: 7, seconds: 300 },
  { attempts: 40, seconds: 300 },
])('after $attempts attempts the next comes in $seconds s', ({ attempts, seconds }) => {
  expect(retryAt({ expiresAt }, attempts, now)).toEqual(new Date(now.getTime() + seconds * 1000));
});

test('what would come after its link has expired comes no more', () => {
  const late = new Date(expiresAt.getTime() - 4_000);
  expect(retryAt({ expiresAt }, 1, late)).toBeUndefined();
});

test('a message keeps its lines whole, and has the same id on every attempt', () => {
  const link = `https://a-rather-long-name.example.com/reset-password#${'x'.repeat(43)}`;
  const mail = { id: 'm1', to: 'ann@example.com', subject: 'Hello', text: `One\n\n${link}\n`, expiresAt };
  const sent = message(mail, 'Selvedge <no-reply@selvedge.example>', now);
  const [head, body] = sent.split('\r\n\r\nOne\r\n');
  expect(head?.split('\r\n')).toEqual(
    expect.arrayContaining([
      'From: Selvedge <no-reply@selvedge.example>',
      'To: ann@example.com',
      'Date: Sun, 01 Mar 2026 12:00:00 +0000',
      'Message-ID: <m1@selvedge.example>',
    ]),
  );
  expect(body?.split('\r\n')).toContain(link);
  expect(sent.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});
