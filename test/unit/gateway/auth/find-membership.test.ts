import { beforeEach, expect, jest, test } from '@jest/globals';
import { AppError, notFound } from '#chassis/domain/errors.ts';
import {
  type Authenticator,
  createAuthenticator,
  createPrincipalIn,
  type Judge,
  membershipFinder,
} from '../../../../gateway/auth/authenticator.ts';
import { type Caller, withoutOrg } from '../../../../gateway/auth/caller.ts';
import type { Services } from '../../../../gateway/grpc-clients.ts';

const JOINED = '0123456789abcdef01234567';
const user = { id: 'u1', email: 'a@b.c', role: 'staff', org_id: JOINED, orgs: [], user_metadata: '{}' };
const getUser = jest.fn<(request: object, options: object) => Promise<object>>();
const nobody = {} as Judge;

let authenticator: Authenticator;
let caller: Caller;
beforeEach(() => {
  getUser.mockReset().mockResolvedValue(user);
  const findPlace = membershipFinder({ auth: { getUser } } as unknown as Services);
  const principalIn = createPrincipalIn({ find: () => undefined }, findPlace);
  authenticator = createAuthenticator({
    ...{ tokens: nobody, apiKeys: nobody, principalIn },
    access: { confirm: () => undefined },
  });
  const principal = { kind: 'user', id: 'u1', orgId: 'o1', role: 'client', clientId: 'c1', sessionId: 's1' } as const;
  caller = { kind: 'user', id: 'u1', principal, principals: new Map(), sessionId: 's1' };
});

const principalIn = async (orgId: string) => authenticator.principalIn(caller, orgId);

test('identity is asked for the user itself, in the org that it names', async () => {
  await principalIn(JOINED);
  expect(getUser).toHaveBeenCalledWith(
    { id: 'u1', org_id: JOINED },
    { context: expect.objectContaining({ principal: withoutOrg(caller) }) },
  );
});

test('the place has the role of its org, and not the client of the one that the token names', async () => {
  expect(await principalIn(JOINED)).toEqual({ kind: 'user', id: 'u1', orgId: JOINED, role: 'staff', sessionId: 's1' });
});

test('the place of a client has the client of its org', async () => {
  getUser.mockResolvedValue({ ...user, role: 'client', client_id: 'c2' });
  expect(await principalIn(JOINED)).toMatchObject({ orgId: JOINED, role: 'client', clientId: 'c2' });
  expect(caller.principal).toMatchObject({ orgId: 'o1', clientId: 'c1' });
});

test('a yes is remembered', async () => {
  const first = await principalIn(JOINED);
  expect(await principalIn(JOINED)).toBe(first);
  expect(getUser).toHaveBeenCalledTimes(1);
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
