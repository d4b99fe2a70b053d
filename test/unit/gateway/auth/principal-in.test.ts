import { beforeEach, expect, jest, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import { ChangedMemberships } from '../../../../gateway/auth/access-changes.ts';
import { createPrincipalIn, type PrincipalIn } from '../../../../gateway/auth/authenticator.ts';
import type { Caller } from '../../../../gateway/auth/caller.ts';

/** What the token says, and what is so since the membership has changed. */
const said: Principal = { kind: 'user', id: 'u1', orgId: 'o1', role: 'staff', sessionId: 's1' };
const now: Principal = { ...said, role: 'admin' };
const findPlace = jest.fn<(caller: Caller, orgId: string) => Promise<Principal>>();

let changed: ChangedMemberships;
let principalIn: PrincipalIn;
let caller: Caller;
beforeEach(() => {
  findPlace.mockReset().mockResolvedValue(now);
  changed = new ChangedMemberships();
  principalIn = createPrincipalIn(changed, findPlace);
  const other = { ...said, orgId: 'o2' };
  caller = { kind: 'user', id: 'u1', principal: said, principals: new Map([['o2', other]]), sessionId: 's1' };
});

test('a token is believed as long as nothing has changed', () => {
  changed.add('u2@o1', 0);
  changed.add('u1@o3', 0);
  expect(principalIn(caller, 'o1')).toBe(said);
  expect(principalIn(caller, 'o2')).toMatchObject({ orgId: 'o2' });
  expect(findPlace).not.toHaveBeenCalled();
});

test.each(['o1', 'o2'])(
  'after a change in %s identity is asked, once, and then nothing is waited for',
  async (orgId) => {
    changed.add(`u1@${orgId}`, 0);
    expect(await Promise.all([principalIn(caller, orgId), principalIn(caller, orgId)])).toEqual([now, now]);
    expect(principalIn(caller, orgId)).toBe(now);
    expect(findPlace).toHaveBeenCalledTimes(1);
  },
);

test('each further change is asked about; what was being asked serves nobody after it', async () => {
  const { promise, resolve } = Promise.withResolvers<Principal>();
  findPlace.mockReturnValueOnce(promise);
  changed.add('u1@o1', 0);
  const early = principalIn(caller, 'o1');
  changed.add('u1@o1', 0);
  resolve({ ...now, role: 'client' });
  expect(await early).toMatchObject({ role: 'client' });
  expect(await principalIn(caller, 'o1')).toBe(now);
});

test('no place any more is a refusal that is remembered, with its words', async () => {
  findPlace.mockRejectedValue(new AppError('insufficient_permissions', 'an invitation waits'));
  changed.add('u1@o1', 0);
  await expect(principalIn(caller, 'o1')).rejects.toThrow('an invitation waits');
  expect(() => principalIn(caller, 'o1')).toThrow('an invitation waits');
  expect(principalIn(caller, 'o2')).toMatchObject({ orgId: 'o2' });
  expect(findPlace).toHaveBeenCalledTimes(1);
});

test('who cannot be asked is no yes, and is asked again', async () => {
  findPlace.mockRejectedValueOnce(new AppError('upstream_unavailable', 'Service identity is unavailable'));
  changed.add('u1@o1', 0);
  await expect(principalIn(caller, 'o1')).rejects.toMatchObject({ code: 'upstream_unavailable' });
  expect(await principalIn(caller, 'o1')).toBe(now);
});

test('what one session has learnt serves the others of the user, each as itself', async () => {
  changed.add('u1@o1', 0);
  await principalIn(caller, 'o1');
  expect(principalIn({ ...caller, sessionId: 's2' }, 'o1')).toEqual({ ...now, sessionId: 's2' });
});
