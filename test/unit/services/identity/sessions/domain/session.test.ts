import { expect, test } from '@jest/globals';
import { beginSession, sessionClaims } from '../../../../../../services/identity/sessions/domain/session.ts';

const now = new Date('2026-03-01T12:00:00.900Z');

test('a token says who it is for, from which org, with its memberships, for an hour', () => {
  const orgs = [
    { id: 'org1', name: 'Mill', role: 'client' as const, client_id: 'c1' },
    { id: 'org2', name: 'Shop', role: 'admin' as const, client_id: null },
  ];
  const account = {
    id: 'u1',
    email: 'a@example.com',
    role: 'client' as const,
    org_id: 'org1',
    client_id: 'c1',
    orgs,
    user_metadata: '{}',
  };
  expect(sessionClaims(account, 's1', now)).toEqual({
    iss: 'selvedge',
    aud: 'selvedge-api',
    sub: 'u1',
    sid: 's1',
    role: 'client',
    org_id: 'org1',
    client_id: 'c1',
    orgs: [
      { id: 'org1', role: 'client', client_id: 'c1' },
      { id: 'org2', role: 'admin' },
    ],
    iat: 1772366400,
    exp: 1772370000,
  });
});

test('a token fits into a request, however many orgs have invited its user', () => {
  const id = '0123456789abcdef01234567';
  const place = { role: 'client' as const, client_id: id };
  const orgs = Array.from({ length: 5_000 }, () => ({ id, ...place }));
  const claims = sessionClaims({ id, org_id: id, ...place, orgs }, id, now);
  expect(claims.orgs.length).toBeGreaterThan(50);
  expect(Buffer.from(JSON.stringify(claims)).toString('base64url').length).toBeLessThan(12 * 1024);
});

test('a session is known for five minutes more than its token is good', () => {
  const session = beginSession({ id: 'u1', org_id: 'o1' }, 's1', now);
  expect(session).toMatchObject({ id: 's1', userId: 'u1', orgId: 'o1', createdAt: now });
  expect(session.expiresAt.getTime() - now.getTime()).toBe(65 * 60_000);
});
