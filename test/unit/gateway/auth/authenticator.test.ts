import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError, notFound } from '#chassis/domain/errors.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import { ChangedMemberships } from '../../../../gateway/auth/access-changes.ts';
import {
  type Asker,
  type Authenticator,
  type Caller,
  createAuthenticator,
  membershipFinder,
  withoutOrg,
} from '../../../../gateway/auth/authenticator.ts';
import type { Services } from '../../../../gateway/grpc-clients.ts';

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
const BOTH = ': send Authorization or X-API-Key, not both';
const confirm = jest.fn((): Promise<void> | undefined => undefined);
const findMembership = jest.fn<(caller: Caller, orgId: string) => Promise<Principal>>();
let changed: ChangedMemberships;
let authenticator: Authenticator;

beforeEach(() => {
  for (const judge of [tokens, apiKeys]) for (const mock of Object.values(judge)) mock.mockClear();
  findMembership.mockReset().mockImplementation(async (_, orgId) => {
    if (orgId === 'o3') return joined;
    throw new AppError('insufficient_permissions', 'Insufficient permissions');
  });
  confirm.mockReset();
  changed = new ChangedMemberships();
  const access = { confirm, memberships: changed };
  authenticator = createAuthenticator({ tokens, apiKeys, access, findMembership });
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
    ['none', {}, ''],
    ['another scheme', { authorization: 'Basic abc' }, ''],
    ['an empty token', { authorization: 'Bearer ' }, ''],
    ['two tokens', { authorization: 'Bearer abc, Bearer def' }, ''],
    ['a token and a key', { authorization: 'Bearer abc', 'x-api-key': 'slv_1' }, BOTH],
    ['another scheme and a key', { authorization: 'Basic abc', 'x-api-key': 'slv_1' }, BOTH],
  ])('is refused when there is %s', async (_, headers, why) => {
    const refusal = new AppError('not_authenticated', `Not authenticated${why}`);
    expect(() => authenticator.recall(headers)).toThrow(refusal);
    await expect(authenticator.authenticate(headers, ASKER)).rejects.toThrow(refusal);
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
    expect(findMembership).not.toHaveBeenCalled();
  });

  test('may be one that was joined after the login, which is asked for once', async () => {
    const caller = callerNamed('u1');
    expect(await authenticator.principalIn(caller, 'o3')).toBe(joined);
    expect(authenticator.principalIn(caller, 'o3')).toBe(joined);
    expect(findMembership).toHaveBeenCalledTimes(1);
  });

  test('is refused when it is none of the user, and not asked for when a key calls', async () => {
    await expect(authenticator.principalIn(callerNamed('u1'), 'o4')).rejects.toThrow('Insufficient permissions');
    const key: Caller = { ...callerNamed('k1'), kind: 'key' };
    expect(() => authenticator.principalIn(key, 'o3')).toThrow('Insufficient permissions');
    expect(findMembership).toHaveBeenCalledTimes(1);
  });

  test('is none where the token names none, and the caller may do what is its own', () => {
    const nobody: Caller = { ...callerNamed('u1'), principal: undefined, sessionId: 's1' };
    const own = { kind: 'user', id: 'u1', orgId: '', role: 'client', sessionId: 's1' };
    expect(authenticator.principalIn(nobody, undefined)).toEqual(own);
    expect(authenticator.principalIn(nobody, 'o2')).toBe(elsewhere);
  });
});

describe('a membership that has changed since the token', () => {
  /** The principal of the token, and the one that is true now. */
  const said: Principal = { ...principal, sessionId: 's1' };
  const now: Principal = { ...said, role: 'admin' };

  let caller: Caller;
  beforeEach(() => {
    findMembership.mockReset().mockResolvedValue(now);
    caller = { ...callerNamed('u1'), principal: said, sessionId: 's1' };
  });

  const principalIn = (of: Caller, orgId: string) => authenticator.principalIn(of, orgId);

  test('a token is believed as long as nothing has changed', () => {
    changed.add('u2@o1', 0);
    changed.add('u1@o3', 0);
    expect(principalIn(caller, 'o1')).toBe(said);
    expect(principalIn(caller, 'o2')).toMatchObject({ orgId: 'o2' });
    expect(findMembership).not.toHaveBeenCalled();
  });

  test.each(['o1', 'o2'])(
    'after a change in %s identity is asked, once, and then nothing is waited for',
    async (orgId) => {
      changed.add(`u1@${orgId}`, 0);
      expect(await Promise.all([principalIn(caller, orgId), principalIn(caller, orgId)])).toEqual([now, now]);
      expect(principalIn(caller, orgId)).toBe(now);
      expect(findMembership).toHaveBeenCalledTimes(1);
    },
  );

  test('each further change is asked about; what was being asked serves nobody after it', async () => {
    const { promise, resolve } = Promise.withResolvers<Principal>();
    findMembership.mockReturnValueOnce(promise);
    changed.add('u1@o1', 0);
    const early = principalIn(caller, 'o1');
    changed.add('u1@o1', 0);
    resolve({ ...now, role: 'client' });
    expect(await early).toMatchObject({ role: 'client' });
    expect(await principalIn(caller, 'o1')).toBe(now);
  });

  test('no place any more is a refusal that is remembered, with its words', async () => {
    findMembership.mockRejectedValue(new AppError('insufficient_permissions', 'an invitation waits'));
    changed.add('u1@o1', 0);
    await expect(principalIn(caller, 'o1')).rejects.toThrow('an invitation waits');
    expect(() => principalIn(caller, 'o1')).toThrow('an invitation waits');
    expect(principalIn(caller, 'o2')).toMatchObject({ orgId: 'o2' });
    expect(findMembership).toHaveBeenCalledTimes(1);
  });

  test('who cannot be asked is no yes, and is asked again', async () => {
    findMembership.mockRejectedValueOnce(new AppError('upstream_unavailable', 'Service identity is unavailable'));
    changed.add('u1@o1', 0);
    await expect(principalIn(caller, 'o1')).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect(await principalIn(caller, 'o1')).toBe(now);
  });

  test('what one session has learnt serves the others of the user, each as itself', async () => {
    changed.add('u1@o1', 0);
    await principalIn(caller, 'o1');
    expect(principalIn({ ...caller, sessionId: 's2' }, 'o1')).toEqual({ ...now, sessionId: 's2' });
  });
});

describe('identity', () => {
  const JOINED = '0123456789abcdef01234567';
  const user = { id: 'u1', email: 'a@b.c', role: 'staff', org_id: JOINED, orgs: [], user_metadata: '{}' };
  const getUser = jest.fn<(request: object, options: object) => Promise<object>>();

  let caller: Caller;
  beforeEach(() => {
    getUser.mockReset().mockResolvedValue(user);
    findMembership.mockImplementation(membershipFinder({ auth: { getUser } } as unknown as Services));
    const own = { kind: 'user', id: 'u1', orgId: 'o1', role: 'client', clientId: 'c1', sessionId: 's1' } as const;
    caller = { kind: 'user', id: 'u1', principal: own, principals: new Map(), sessionId: 's1' };
  });

  const principalIn = async (orgId: string) => authenticator.principalIn(caller, orgId);

  test('is asked for the user itself; the place has the role of its org, and not the client of the token', async () => {
    const place = { kind: 'user', id: 'u1', orgId: JOINED, role: 'staff', sessionId: 's1' };
    expect(await principalIn(JOINED)).toEqual(place);
    expect(getUser).toHaveBeenCalledWith(
      { id: 'u1', org_id: JOINED },
      { context: expect.objectContaining({ principal: withoutOrg(caller) }) },
    );
  });

  test('the place of a client has the client of its org', async () => {
    getUser.mockResolvedValue({ ...user, role: 'client', client_id: 'c2' });
    expect(await principalIn(JOINED)).toMatchObject({ orgId: JOINED, role: 'client', clientId: 'c2' });
    expect(caller.principal).toMatchObject({ orgId: 'o1', clientId: 'c1' });
  });

  test('an org that the user has no place in is refused, and asked about again: it may be joined', async () => {
    getUser.mockRejectedValueOnce(notFound('User'));
    await expect(principalIn(JOINED)).rejects.toMatchObject({ code: 'insufficient_permissions' });
    expect(await principalIn(JOINED)).toMatchObject({ orgId: JOINED });
  });

  test.each(['o2', `${JOINED}0`, JOINED.toUpperCase(), `${JOINED},${JOINED}`])(
    '%j is the id of no org, and refused without a question',
    async (orgId) => {
      await expect(principalIn(orgId)).rejects.toMatchObject({ code: 'insufficient_permissions' });
      expect(getUser).not.toHaveBeenCalled();
    },
  );

  test('an identity that is down is no no', async () => {
    getUser.mockRejectedValueOnce(new AppError('upstream_unavailable', 'Service identity is unavailable'));
    await expect(principalIn(JOINED)).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect(await principalIn(JOINED)).toMatchObject({ orgId: JOINED });
  });
});
