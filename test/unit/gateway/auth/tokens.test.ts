import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { importJWK, SignJWT } from 'jose';
import { AppError } from '#chassis/domain/errors.ts';
import { createTokens, type Tokens } from '../../../../gateway/auth/tokens.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = (await importJWK(publicKey.export({ format: 'jwk' }), 'EdDSA')) as CryptoKey;
const find = jest.fn(async (kid: string): Promise<CryptoKey | undefined> => (kid === 'k1' ? key : undefined));

let now: number;
let tokens: Tokens;
const ended = new Set<string>();
const access = { isEnded: (sessionId: string) => ended.has(sessionId) };
beforeEach(() => {
  now = Date.now();
  find.mockClear();
  ended.clear();
  tokens = createTokens({ keys: { find }, access, clock: () => now });
});

const sign = (seconds: number, claims = {}) =>
  new SignJWT({
    sub: 'u1',
    sid: 's1',
    role: 'staff',
    org_id: 'o1',
    client_id: null,
    orgs: [{ id: 'o2', role: 'client', client_id: 'c2' }],
    ...claims,
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'k1' })
    .setIssuer('selvedge')
    .setAudience('selvedge-api')
    .setExpirationTime(Math.floor(now / 1000) + seconds)
    .sign(privateKey);

const asker = { address: '192.0.2.1', gone: new AbortController().signal };
const authenticate = async (token: string) => tokens.recall(token) ?? tokens.authenticate(token, asker);

describe('a token found good', () => {
  test('is not verified again for a minute, nor waited for', async () => {
    const token = await sign(3600);
    await authenticate(token);
    now += 59_999;
    expect(tokens.recall(token)).toMatchObject({ id: 'u1' });
    now += 1;
    await authenticate(token);
    expect(find).toHaveBeenCalledTimes(2);
  });

  test('is refused the moment it expires', async () => {
    const token = await sign(30);
    await authenticate(token);
    now += 31_000;
    await expect(authenticate(token)).rejects.toMatchObject({ code: 'not_authenticated' });
  });

  test('is verified again after the keys have changed', async () => {
    const token = await sign(3600);
    await authenticate(token);
    tokens.forget();
    await authenticate(token);
    expect(find).toHaveBeenCalledTimes(2);
  });

  test('says nothing for another that shares all but the signature', async () => {
    const token = await sign(3600);
    await authenticate(token);
    const forged = token.slice(0, -4) + (token.endsWith('AAAA') ? 'BBBB' : 'AAAA');
    await expect(authenticate(forged)).rejects.toMatchObject({ code: 'not_authenticated' });
  });
});

test('a failure is not remembered', async () => {
  const token = await sign(3600);
  find.mockResolvedValueOnce(undefined);
  await expect(authenticate(token)).rejects.toThrow('Not authenticated');
  expect((await authenticate(token)).id).toBe('u1');
});

test('an identity that cannot be asked is not the fault of the token', async () => {
  find.mockRejectedValueOnce(new AppError('upstream_unavailable', 'Service identity is unavailable'));
  await expect(authenticate(await sign(3600))).rejects.toMatchObject({ code: 'upstream_unavailable' });
});

test('a token without a role is refused', async () => {
  await expect(authenticate(await sign(3600, { role: undefined }))).rejects.toThrow('Not authenticated');
});

test('a token whose session has ended is refused, remembered or not, and others are not', async () => {
  const [token, other] = [await sign(3600), await sign(3600, { sid: 's2' })];
  await authenticate(token);
  ended.add('s1');
  await expect(authenticate(token)).rejects.toMatchObject({ code: 'not_authenticated' });
  tokens.forget();
  await expect(authenticate(token)).rejects.toMatchObject({ code: 'not_authenticated' });
  expect((await authenticate(other)).principal?.sessionId).toBe('s2');
});

test('a caller is somebody else in another of its orgs', async () => {
  const { principal, principals: elsewhere } = await authenticate(await sign(3600));
  const user = { kind: 'user', id: 'u1', sessionId: 's1' };
  expect(principal).toEqual({ ...user, orgId: 'o1', role: 'staff' });
  expect(elsewhere.get('o2')).toEqual({ ...user, orgId: 'o2', role: 'client', clientId: 'c2' });
});

test('who has no org is somebody nevertheless', async () => {
  const caller = await authenticate(await sign(3600, { org_id: null, role: null, orgs: [] }));
  expect(caller).toEqual({ kind: 'user', id: 'u1', principal: undefined, principals: new Map(), sessionId: 's1' });
});
