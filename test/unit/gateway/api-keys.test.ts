import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { hashOfApiKey, newApiKeyValue } from '#chassis/api-key-value.ts';
import { AppError } from '#chassis/errors.ts';
import { type ApiKeyGrant, type ApiKeys, createApiKeys } from '../../../gateway/api-keys.ts';

const { text: value } = newApiKeyValue();
const { text: unknown } = newApiKeyValue();
const grant: ApiKeyGrant = { id: 'k1', org_id: 'o1', scopes: ['read:*'], rate_limit: 5 };

let now: number;
let known: Map<string, ApiKeyGrant>;
let changed: (ids: string[]) => void;
let keys: ApiKeys;
const resolve = jest.fn<(hash: string) => Promise<ApiKeyGrant | undefined>>();
const note = jest.fn();

beforeEach(() => {
  now = Date.parse('2026-03-01T12:00:00.000Z');
  known = new Map([[hashOfApiKey(value), grant]]);
  resolve.mockReset().mockImplementation(async (hash) => known.get(hash));
  note.mockClear();
  const access = {
    onKeysChanged: (listener: typeof changed) => {
      changed = listener;
    },
  };
  keys = createApiKeys({ resolve, access, uses: { note }, clock: () => now });
});

const authenticate = async (text: string) => keys.authenticate(text);
const refused = { code: 'not_authenticated', message: 'Not authenticated' };

test('a key is staff in its one org, with its scopes and limit', async () => {
  const caller = await authenticate(value);
  expect(caller).toEqual({
    kind: 'key',
    id: 'k1',
    principal: { kind: 'key', id: 'k1', orgId: 'o1', role: 'staff', scopes: ['read:*'] },
    elsewhere: new Map(),
    rateLimit: 5,
  });
  expect(resolve).toHaveBeenCalledWith(hashOfApiKey(value));
  expect(note).toHaveBeenCalledWith(caller);
});

test.each(['', 'k', `${value}x`, value.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')), `${value}, ${value}`])(
  '%j cannot be a value, and is refused without a question',
  async (text) => {
    await expect(authenticate(text)).rejects.toMatchObject(refused);
    expect(resolve).not.toHaveBeenCalled();
  },
);

describe('a value found good', () => {
  test('is not asked about for a minute, nor waited for', async () => {
    await authenticate(value);
    now += 59_999;
    expect(keys.authenticate(value)).not.toBeInstanceOf(Promise);
    expect(resolve).toHaveBeenCalledTimes(1);
    now += 1;
    await authenticate(value);
    expect(resolve).toHaveBeenCalledTimes(2);
  });

  test('is refused the moment it ends', async () => {
    known.set(hashOfApiKey(value), { ...grant, until: '2026-03-01T12:00:10.000Z' });
    await authenticate(value);
    now += 9_999;
    await authenticate(value);
    known.clear();
    now += 1;
    await expect(authenticate(value)).rejects.toMatchObject(refused);
  });

  test.each([
    ['it has changed', ['k0', 'k1'], 2],
    ['another has changed', ['k2'], 1],
  ])('is asked about again when %s', async (_, ids, questions) => {
    await authenticate(value);
    changed(ids);
    await authenticate(value);
    expect(resolve).toHaveBeenCalledTimes(questions);
  });

  test('is asked about once by those who wait together', async () => {
    const callers = await Promise.all(Array.from({ length: 10 }, () => authenticate(value)));
    expect(new Set(callers).size).toBe(1);
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(note).toHaveBeenCalledTimes(10);
  });
});

test('an answer that a change has overtaken is not kept', async () => {
  resolve.mockImplementationOnce(async () => {
    changed(['k1']);
    return grant;
  });
  await authenticate(value);
  known.clear();
  await expect(authenticate(value)).rejects.toMatchObject(refused);
});

describe('a value that stands for nothing', () => {
  test('is asked about once in five seconds, and is no use', async () => {
    for (let n = 0; n < 3; n++) await expect(authenticate(unknown)).rejects.toMatchObject(refused);
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(note).not.toHaveBeenCalled();
    now += 5_000;
    known.set(hashOfApiKey(unknown), grant);
    expect((await authenticate(unknown)).id).toBe('k1');
    known.clear();
    now += 60_000;
    for (let n = 0; n < 2; n++) await expect(authenticate(unknown)).rejects.toMatchObject(refused);
    expect(resolve).toHaveBeenCalledTimes(3);
  });

  test('pushes no good value out, however many there are of them', async () => {
    await authenticate(value);
    for (let n = 0; n <= 10_000; n++) await authenticate(newApiKeyValue().text).catch(() => undefined);
    resolve.mockClear();
    await authenticate(value);
    expect(resolve).not.toHaveBeenCalled();
  }, 30_000);
});

test('a hundred values are asked about at once, and no more; those that are known are none of them', async () => {
  await authenticate(value);
  const { promise, resolve: answer } = Promise.withResolvers<undefined>();
  resolve.mockImplementation(() => promise);
  const asked = Array.from({ length: 100 }, () => authenticate(newApiKeyValue().text));
  await expect(authenticate(unknown)).rejects.toMatchObject({ code: 'upstream_unavailable', retryAfter: 1 });
  expect((await authenticate(value)).id).toBe('k1');
  answer(undefined);
  await Promise.allSettled(asked);
  await expect(authenticate(unknown)).rejects.toMatchObject(refused);
});

test('an identity that cannot be asked is not the fault of the key, and is asked again', async () => {
  resolve.mockRejectedValueOnce(new AppError('upstream_unavailable', 'Service identity is unavailable'));
  await expect(authenticate(value)).rejects.toMatchObject({ code: 'upstream_unavailable' });
  expect((await authenticate(value)).id).toBe('k1');
});
