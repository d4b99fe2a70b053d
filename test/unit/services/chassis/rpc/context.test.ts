import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type NeededScope, type Principal, type Role, refusalOf } from '#chassis/rpc/context.ts';
import { Scope, scopeResources } from '#proto/identity/v1/contract.ts';

const user = (role: Role): Principal => ({ kind: 'user', id: 'u', orgId: 'o', role });
const key = (...scopes: string[]): Principal => ({ kind: 'key', id: 'k', orgId: 'o', role: 'staff', scopes });

const NEEDED = ['read', 'create', 'update', 'write', 'delete', 'submit', 'approve'] as const;
const FOR_ADMINS = ['webhooks', 'events'];
const resources = scopeResources.filter((resource) => resource !== '*');

describe('users', () => {
  test.each([
    ['client', [true, false, false]],
    ['staff', [true, true, false]],
    ['admin', [true, true, true]],
  ] as const)('%s', (role, expected) => {
    const may = (['client', 'staff', 'admin'] as const).map(
      (minimum) => refusalOf({ role: minimum, scope: 'read:clients' }, user(role)) === undefined,
    );
    expect(may).toEqual(expected);
  });

  test('are told what they lack', () => {
    expect(refusalOf({ role: 'admin' }, user('staff'))).toBe("The role admin is needed, and the caller's is staff");
  });
});

describe('API keys', () => {
  test('are told what they lack', () => {
    expect(refusalOf({ scope: 'read:bom' }, key('read:clients'))).toBe('The API key lacks the scope read:bom');
  });

  test('reach nothing that names no scope, but what is open to all of them', () => {
    expect(refusalOf({ role: 'client' }, key('*:*'))).toBe('API keys may not call it');
    expect(refusalOf({ role: 'client', keys: 'any' }, key())).toBeUndefined();
    expect(refusalOf({ role: 'admin', keys: 'any' }, key('*:*'))).toContain('The role admin');
  });

  test('any scopes against any need, as a naive reading has it', () => {
    const held = fc.uniqueArray(fc.constantFrom(...Scope.options), { maxLength: 6 });
    fc.assert(
      fc.property(held, fc.constantFrom(...NEEDED), fc.constantFrom(...resources), (scopes, action, resource) => {
        const allowed = refusalOf(accessTo(`${action}:${resource}`), key(...scopes)) === undefined;
        expect(allowed).toBe(scopes.some((scope) => covers(scope, action, resource)));
      }),
      { numRuns: 2000 },
    );
  });
});

/** As calls declare it. */
const accessTo = (scope: NeededScope) => {
  const isForAdmins = FOR_ADMINS.includes(scope.split(':')[1] as string);
  return { role: isForAdmins ? 'admin' : 'staff', scope } as const;
};

/** decisions 3: Scopes, read aloud. */
function covers(scope: string, action: string, resource: string): boolean {
  const [heldAction, heldResource] = scope.split(':');
  if (heldResource === '*' ? FOR_ADMINS.includes(resource) : heldResource !== resource) return false;
  if (heldAction === '*' || heldAction === action) return true;
  return heldAction === 'write' && ['create', 'update'].includes(action);
}
