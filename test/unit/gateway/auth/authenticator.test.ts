import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import {
  type Asker,
  type Authenticator,
  createAuthenticator,
  createPrincipalIn,
} from '../../../../gateway/auth/authenticator.ts';
import type { Caller } from '../../../../gateway/auth/caller.ts';

const principal: Principal = { kind: 'user', id: 'u1', orgId: 'o1', role: 'staff' };
const elsewhere: Principal = { ...principal, orgId: 'o2', role: 'client', clientId: 'c2' };
const joined: Principal = { ...principal, orgId: 'o3' };

const judgeOf = (kind: Caller['kind']) => ({
  recall: jest.fn((value: string): Caller | undefined =>
    value.startsWith('known') ? { ...callerNamed(value), kind } : undefined,
  ),
  authenticate: jest.fn(async (value: string, _asker: Asker): Promise<Caller> => ({ ...callerNamed(value), kind })),
});
const [tokens, apiKeys] = [judgeOf('user'), judgeOf('key')];
const ASKER: Asker = { address: '192.0.2.1', gone: new AbortController().signal };
const confirm = jest.fn((): Promise<void> | undefined => undefined);
const findPlace = jest.fn(async (_: Caller, orgId: string) => {
  if (orgId === 'o3') return joined;
  throw new AppError('insufficient_permissions', 'Insufficient permissions');
});
let authenticator: Authenticator;

beforeEach(() => {
  for (const judge of [tokens, apiKeys]) for (const mock of Object.values(judge)) mock.mockClear();
  findPlace.mockClear();
  confirm.mockReset();
  authenticator = createAuthenticator({
    ...{ tokens, apiKeys, access: { confirm } },
    principalIn: createPrincipalIn({ find: () => undefined }, findPlace),
  });
});

function callerNamed(id: string): Caller {
  return { kind: 'user', id, principal, principals: new Map([['o2', elsewhere]]) };
}

describe('a credential', () => {
  test.each([
    ['Bearer token', { authorization: 'Bearer abc' }, { id: 'abc', kind: 'user' }],
    ['bearer token', { authorization: 'bearer  abc' }, { id: 'abc', kind: 'user' }],
    ['API key', { 'x-api-key': 'slv_1' }, { id: 'slv_1', kind: 'key' }],
  ])('is a %s', async (_, headers, caller) => {
    expect(authenticator.recall(headers)).toBeUndefined();
    expect(await authenticator.authenticate(headers, ASKER)).toMatchObject(caller);
    expect((caller.kind === 'user' ? tokens : apiKeys).authenticate).toHaveBeenCalledWith(caller.id, ASKER);
  });

  test('that is known is recalled without a promise', () => {
    expect(authenticator.recall({ authorization: 'Bearer known' })).toMatchObject({ id: 'known', kind: 'user' });
    expect(authenticator.recall({ 'x-api-key': 'known' })).toMatchObject({ id: 'known', kind: 'key' });
  });

  test.each([
    ['none', {}],
    ['another scheme', { authorization: 'Basic abc' }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['two tokens', { authorization: 'Bearer abc, Bearer def' }],
    ['a token and a key', { authorization: 'Bearer abc', 'x-api-key': 'slv_1' }],
    ['another scheme and a key', { authorization: 'Basic abc', 'x-api-key': 'slv_1' }],
  ])('is refused when there is %s', async (_, headers) => {
    expect(() => authenticator.recall(headers)).toThrow('Not authenticated');
    await expect(authenticator.authenticate(headers, ASKER)).rejects.toThrow('Not authenticated');
    expect(confirm).not.toHaveBeenCalled();
  });

  test('is judged after what has been taken back is known', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    confirm.mockReturnValue(promise);
    const headers = { authorization: 'Bearer known' };
    const answers = [authenticator.recall(headers), authenticator.authenticate(headers, ASKER)];
    await Promise.resolve();
    expect(tokens.recall).not.toHaveBeenCalled();
    expect(tokens.authenticate).not.toHaveBeenCalled();
    resolve();
    expect(await Promise.all(answers)).toMatchObject([{ id: 'known' }, { id: 'known' }]);
  });

  test('is not judged when that cannot be known', async () => {
    confirm.mockRejectedValue(new AppError('upstream_unavailable', 'Service identity is unavailable'));
    for (const headers of [{ authorization: 'Bearer abc' }, { 'x-api-key': 'slv_1' }]) {
      for (const answer of [authenticator.recall(headers), authenticator.authenticate(headers, ASKER)]) {
        await expect(answer).rejects.toMatchObject({ code: 'upstream_unavailable' });
      }
    }
    for (const judge of [tokens, apiKeys]) {
      for (const mock of Object.values(judge)) expect(mock).not.toHaveBeenCalled();
    }
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
    expect(() => authenticator.principalIn(key, 'o3')).toThrow('Insufficient permissions');
    expect(findPlace).toHaveBeenCalledTimes(1);
  });

  test('is none where the token names none, and the caller may do what is its own', () => {
    const nobody: Caller = { ...callerNamed('u1'), principal: undefined, sessionId: 's1' };
    const own = { kind: 'user', id: 'u1', orgId: '', role: 'client', sessionId: 's1' };
    expect(authenticator.principalIn(nobody, undefined)).toEqual(own);
    expect(authenticator.principalIn(nobody, 'o2')).toBe(elsewhere);
  });
});
