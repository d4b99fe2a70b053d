import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Principal } from '#chassis/context.ts';
import { AppError } from '#chassis/errors.ts';
import { type Authenticator, type Caller, createAuthenticator } from '../../../gateway/auth.ts';

const principal: Principal = { kind: 'user', id: 'u1', orgId: 'o1', role: 'staff' };
const elsewhere: Principal = { ...principal, orgId: 'o2', role: 'client', clientId: 'c2' };
const joined: Principal = { ...principal, orgId: 'o3' };

const tokens = { authenticate: jest.fn((token: string): Caller => callerNamed(token)) };
const apiKeys = { authenticate: jest.fn((value: string): Caller => ({ ...callerNamed(value), kind: 'key' })) };
const confirm = jest.fn((): Promise<void> | undefined => undefined);
const findPlace = jest.fn(async (_: Caller, orgId: string) => (orgId === 'o3' ? joined : undefined));
let authenticator: Authenticator;

beforeEach(() => {
  for (const mock of [tokens.authenticate, apiKeys.authenticate, findPlace]) mock.mockClear();
  confirm.mockReset();
  authenticator = createAuthenticator({ tokens, apiKeys, access: { confirm }, findPlace });
});

function callerNamed(id: string): Caller {
  return { kind: 'user', id, principal, elsewhere: new Map([['o2', elsewhere]]) };
}

describe('a credential', () => {
  test('is a bearer token or an API key', async () => {
    expect(authenticator.authenticate({ authorization: 'Bearer abc' })).toMatchObject({ id: 'abc', kind: 'user' });
    expect(authenticator.authenticate({ authorization: 'bearer  abc' })).toMatchObject({ id: 'abc', kind: 'user' });
    expect(authenticator.authenticate({ 'x-api-key': 'slv_1' })).toMatchObject({ id: 'slv_1', kind: 'key' });
  });

  test.each([
    ['none', {}],
    ['another scheme', { authorization: 'Basic abc' }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['two tokens', { authorization: 'Bearer abc, Bearer def' }],
    ['a token and a key', { authorization: 'Bearer abc', 'x-api-key': 'slv_1' }],
    ['another scheme and a key', { authorization: 'Basic abc', 'x-api-key': 'slv_1' }],
  ])('is refused when there is %s', (_, headers) => {
    expect(() => authenticator.authenticate(headers)).toThrow('Not authenticated');
    expect(confirm).not.toHaveBeenCalled();
  });

  test('is judged after what has been taken back is known', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    confirm.mockReturnValue(promise);
    const answer = authenticator.authenticate({ authorization: 'Bearer abc' });
    await Promise.resolve();
    expect(tokens.authenticate).not.toHaveBeenCalled();
    resolve();
    expect(await answer).toMatchObject({ id: 'abc' });
  });

  test('is not judged when that cannot be known', async () => {
    confirm.mockRejectedValue(new AppError('upstream_unavailable', 'Service identity is unavailable'));
    for (const headers of [{ authorization: 'Bearer abc' }, { 'x-api-key': 'slv_1' }]) {
      await expect(authenticator.authenticate(headers)).rejects.toMatchObject({ code: 'upstream_unavailable' });
    }
    expect(tokens.authenticate).not.toHaveBeenCalled();
    expect(apiKeys.authenticate).not.toHaveBeenCalled();
  });
});

describe('the org of a request', () => {
  test.each([undefined, '', 'o1'])('%p is the one of the token', (orgId) => {
    expect(authenticator.principalIn(callerNamed('u1'), orgId)).toBe(principal);
  });

  test('may be another that the token names, without asking', () => {
    expect(authenticator.principalIn(callerNamed('u1'), 'o2')).toBe(elsewhere);
    expect(findPlace).not.toHaveBeenCalled();
  });

  test('may be one that was joined after the login, which is asked for once', async () => {
    const caller = callerNamed('u1');
    expect(await authenticator.principalIn(caller, 'o3')).toBe(joined);
    expect(authenticator.principalIn(caller, 'o3')).toBe(joined);
    expect(findPlace).toHaveBeenCalledTimes(1);
  });

  test('is refused when it is none of the user, and not asked for when a key calls', async () => {
    await expect(authenticator.principalIn(callerNamed('u1'), 'o4')).rejects.toThrow('Insufficient permissions');
    const key: Caller = { ...callerNamed('k1'), kind: 'key' };
    await expect(authenticator.principalIn(key, 'o3')).rejects.toThrow('Insufficient permissions');
    expect(findPlace).toHaveBeenCalledTimes(1);
  });
});
