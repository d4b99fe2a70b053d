import { expect, test } from '@jest/globals';
import { createLogin, type LoginParts } from '../../../../../services/identity/sessions/login.ts';
import { CHANGED } from '../../../../../services/identity/sessions/password-check.ts';
import type { User } from '../../../../../services/identity/users/domain/user.ts';

const CHECKED = { id: 'u1', email: 'ann@example.com', passwordHash: 'hash that was checked' } as User;
const guess = { username: CHECKED.email, password: 'right', address: '192.0.2.1', requestId: 'r1' };

/** The session for a right password, when the user is `stored` by then; and the sessions that it leaves. */
async function beginWith(stored: User | undefined) {
  const sessions: unknown[] = [];
  let outcome: unknown;
  const login = createLogin({
    store: { transaction: async (work: (session: never) => unknown) => work({} as never) },
    users: { findByEmail: async () => stored, touch: async () => {}, changePassword: async () => {} },
    accounts: { of: async (user: User) => ({ user, memberships: [{ orgId: 'o1', role: 'staff', metadata: {} }] }) },
    sessions: { insert: async (session: unknown) => void sessions.push(session) },
    check: async (_guess: unknown, _call: unknown, use: (user: User) => Promise<unknown>) => {
      outcome = await use(CHECKED);
      throw new Error('far enough');
    },
    passwords: { renewed: async () => undefined },
    keys: { sign: async () => 'token' },
  } as unknown as LoginParts);
  await expect(login(guess, new Date(), new AbortController().signal)).rejects.toThrow('far enough');
  return { outcome, sessions: sessions.length };
}

test('a right password begins a session', async () => {
  expect(await beginWith(CHECKED)).toMatchObject({ outcome: { account: { id: 'u1' } }, sessions: 1 });
});

test.each([
  ['has another password by then', { ...CHECKED, passwordHash: 'newer' }],
  ['is gone by then', undefined],
])('a user who %s gets no session', async (_what, stored) => {
  expect(await beginWith(stored)).toEqual({ outcome: CHANGED, sessions: 0 });
});
