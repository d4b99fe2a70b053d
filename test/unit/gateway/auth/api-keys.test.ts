import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { hashOfApiKey, newApiKeyValue } from '#chassis/secrets/api-key-value.ts';
import { type ApiKeyGrant, createApiKeys } from '../../../../gateway/auth/api-keys.ts';
import type { Judge } from '../../../../gateway/auth/authenticator.ts';

const { text: value } = newApiKeyValue();
const { text: unknown } = newApiKeyValue();
const grant: ApiKeyGrant = { id: 'k1', org_id: 'o1', scopes: ['read:*'], rate_limit: 5 };

let now: number;
let known: Map<string, ApiKeyGrant>;
let changed: (ids: string[]) => void;
let keys: Judge;
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

const authenticate = async (text: string, address = '192.0.2.1', gone = new AbortController().signal) =>
  keys.recall(text) ?? keys.authenticate(text, { address, gone });
const refused = { code: 'not_authenticated', message: 'Not authenticated' };

test('a key is staff in its one org, with its scopes and limit', async () => {
  const caller = await authenticate(value);
  expect(caller).toEqual({
    kind: 'key',
    id: 'k1',
    principal: { kind: 'key', id: 'k1', orgId: 'o1', role: 'staff', scopes: ['read:*'] },
    principals: new Map(),
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
    expect(keys.recall(value)).toMatchObject({ id: 'k1' });
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

describe('values that are being asked about', () => {
  const flood = (count: number, address: string) =>
    Array.from({ length: count }, () => authenticate(newApiKeyValue().text, address).catch((error) => error.code));

  test('are eight at once from one address; the others wait, and none is refused', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<undefined>();
    resolve.mockImplementation(async (hash) => known.get(hash) ?? promise);
    const asked = flood(500, '192.0.2.1');
    const good = authenticate(value, '192.0.2.1');
    await Promise.resolve();
    expect(resolve).toHaveBeenCalledTimes(8);
    answer(undefined);
    expect(await good).toMatchObject({ id: 'k1' });
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['not_authenticated']));
  });

  test('count by the /64 that an IPv6 address is of', async () => {
    resolve.mockImplementation(() => new Promise(() => {}));
    flood(5, '2001:db8::1');
    flood(5, '2001:db8::2');
    flood(5, '2001:db8:0:1::1');
    await Promise.resolve();
    expect(resolve).toHaveBeenCalledTimes(13);
  });

  test('that were good wait behind no made-up ones of their address', async () => {
    await authenticate(value);
    now += 60_000;
    resolve.mockImplementation(async (hash) => known.get(hash) ?? new Promise(() => {}));
    flood(500, '192.0.2.1');
    expect(await authenticate(value, '192.0.2.1')).toMatchObject({ id: 'k1' });
  });

  test('are refused by no number of those that wait, of one address or of all', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<undefined>();
    resolve.mockImplementation((hash) => promise.then(() => known.get(hash)));
    const asked = [...flood(2_000, '192.0.2.1')];
    for (let n = 0; n < 100; n++) asked.push(...flood(100, `198.51.100.${n}`));
    const good = ['192.0.2.1', '192.0.2.2'].map((address) => authenticate(value, address));
    answer(undefined);
    expect(await Promise.all(good)).toMatchObject([{ id: 'k1' }, { id: 'k1' }]);
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['not_authenticated']));
  });

  test('are not asked about when nobody waits for the answer any more', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<undefined>();
    resolve.mockImplementation(() => promise);
    const open = flood(8, '192.0.2.1');
    const [first, second] = [new AbortController(), new AbortController()];
    const codeOf = (asked: Promise<unknown>) => asked.catch((error) => error.code);
    const left = codeOf(authenticate(unknown, '192.0.2.1', first.signal));
    const shared = [first, second].map(({ signal }) => codeOf(authenticate(value, '192.0.2.1', signal)));
    await Promise.resolve();
    first.abort();
    expect(await left).toBe('deadline_exceeded');
    const again = codeOf(authenticate(unknown, '192.0.2.2'));
    resolve.mockImplementation(async (hash) => known.get(hash));
    answer(undefined);
    expect(await Promise.all(shared)).toMatchObject([{ id: 'k1' }, { id: 'k1' }]);
    expect(await again).toBe('not_authenticated');
    await Promise.all(open);
    expect(resolve.mock.calls.filter(([hash]) => hash === hashOfApiKey(unknown))).toHaveLength(1);
  });
});

test('a question that is open is shared, also when its first caller has gone', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<ApiKeyGrant>();
  resolve.mockImplementation(() => promise);
  const gone = new AbortController();
  const first = authenticate(value, '192.0.2.1', gone.signal);
  await Promise.resolve();
  gone.abort();
  const second = authenticate(value, '192.0.2.2');
  answer(grant);
  expect(await Promise.all([first, second])).toMatchObject([{ id: 'k1' }, { id: 'k1' }]);
  expect(resolve).toHaveBeenCalledTimes(1);
});

describe('while identity cannot be asked', () => {
  const down = new AppError('upstream_unavailable', 'Service identity is unavailable');
  beforeEach(async () => {
    known.set(hashOfApiKey(value), { ...grant, until: '2026-03-01T12:05:00.000Z' });
    await authenticate(value);
    now += 60_000;
    resolve.mockReset().mockRejectedValue(down);
  });

  test('a value that was good stays so, and is asked about every five seconds', async () => {
    for (let n = 0; n < 3; n++) expect((await authenticate(value)).id).toBe('k1');
    expect(resolve).toHaveBeenCalledTimes(1);
    now += 5_000;
    expect((await authenticate(value)).id).toBe('k1');
    expect(resolve).toHaveBeenCalledTimes(2);
  });

  test('it is not good past its end', async () => {
    now = Date.parse('2026-03-01T12:05:00.000Z');
    await expect(authenticate(value)).rejects.toBe(down);
  });

  test('it is not good after it has changed, not even meanwhile', async () => {
    resolve.mockImplementationOnce(async () => {
      changed(['k1']);
      throw down;
    });
    await expect(authenticate(value)).rejects.toBe(down);
    expect(keys.recall(value)).toBeUndefined();
  });

  test('it is not the fault of a new value, which is asked about again', async () => {
    known.set(hashOfApiKey(unknown), grant);
    await expect(authenticate(unknown)).rejects.toBe(down);
    resolve.mockImplementation(async (hash) => known.get(hash));
    expect((await authenticate(unknown)).id).toBe('k1');
  });
});
