import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  invitationMail,
  isMailDue,
  nameInMail,
} from '../../../../../../services/identity/invitations/domain/invitation.ts';
import { anyCharacter } from '../../../../../support/any-character.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

test.each([
  [undefined, true],
  [0, false],
  [59_999, false],
  [60_000, true],
])('a mail %p ms after the last one is due: %p', (ago, due) => {
  expect(isMailDue(ago === undefined ? undefined : new Date(now.getTime() - ago), now)).toBe(due);
});

test('the mail has the org and the link in lines of their own', () => {
  const link = 'https://localhost:8443/accept-invitation#token';
  const { subject, text } = invitationMail('M\u00fcller & S\u00f6hne', link);
  expect(text.split('\n')).toEqual(expect.arrayContaining([link, '    M\u00fcller & S\u00f6hne']));
  expect(text).toContain('7 days');
  expect(subject).toMatch(/^[ -~]+$/);
});

test.each([
  ['Mill\r\nBcc: all@example.com', 'Mill  Bcc: all@example.com'],
  ['Your bank: https://evil.example', 'Your bank: https evil.example'],
  ['a\u202egnp.exe', 'a gnp.exe'],
])('%j is shown as %j', (name, shown) => {
  expect(nameInMail(name)).toBe(shown);
});

test('whatever an org is called, it is one line that a mail server takes, and no link', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (name) => {
      const shown = nameInMail(name);
      expect(Buffer.byteLength(shown)).toBeLessThan(900);
      expect(shown).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|:\/\//u);
    }),
  );
});
