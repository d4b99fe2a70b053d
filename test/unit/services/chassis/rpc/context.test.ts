import { expect, test } from '@jest/globals';
import { decodeContext, encodeContext, hasRole, type Role } from '#chassis/rpc/context.ts';

test('a context survives its journey as printable ASCII', () => {
  const context = {
    requestId: 'r',
    principal: { kind: 'key', id: 'k', orgId: 'ö', role: 'staff', scopes: ['read:*'] },
    idempotency: { key: '"', operation: 'POST /', fingerprint: '\u{1d11e}' },
  } as const;
  expect(encodeContext({ ...context, principal: { ...context.principal, scopes: ['read:*'] } })).toMatch(
    /^[\x20-\x7e]+$/,
  );
  expect(decodeContext(encodeContext({ ...context, principal: { ...context.principal, scopes: ['read:*'] } }))).toEqual(
    context,
  );
});

test('roles rise from client to admin', () => {
  const roles: Role[] = ['client', 'staff', 'admin'];
  const allowed = roles.map((role) => roles.filter((minimum) => hasRole(role, minimum)));
  expect(allowed).toEqual([['client'], ['client', 'staff'], ['client', 'staff', 'admin']]);
});
