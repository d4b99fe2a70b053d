import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { createSigningKeys, type SigningKey, type SigningKeys } from '../../../../gateway/auth/signing-keys.ts';

const makeKey = (kid: string): SigningKey => ({
  kid,
  x: generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x as string,
});

let now: number;
let listed: SigningKey[];
let keys: SigningKeys;
const fetch = jest.fn(async () => listed);
const changed = jest.fn();
beforeEach(() => {
  now = 0;
  listed = [makeKey('k1')];
  fetch.mockClear();
  changed.mockClear();
  keys = createSigningKeys({ fetch, changed, clock: () => now });
});

describe('a key that is not known', () => {
  test('is asked for, and those who wait share the question', async () => {
    const [first, second] = await Promise.all([keys.find('k1'), keys.find('k1')]);
    expect(first).toBeDefined();
    expect(second).toBe(first);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('is asked for at most once in five seconds', async () => {
    await keys.find('made up');
    await keys.find('made up too');
    expect(fetch).toHaveBeenCalledTimes(1);
    now += 5_000;
    listed = [makeKey('k1'), makeKey('k2')];
    expect(await keys.find('k2')).toBeDefined();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('is an upstream failure while identity is down', async () => {
    fetch.mockRejectedValueOnce(new AppError('upstream_unavailable', 'Service identity is unavailable'));
    await expect(keys.find('k1')).rejects.toMatchObject({ code: 'upstream_unavailable' });
    now += 5_000;
    expect(await keys.find('k1')).toBeDefined();
  });
});

test('only a change of the keys is told', async () => {
  await keys.find('k1');
  now += 5_000;
  await keys.find('unknown');
  expect(changed).toHaveBeenCalledTimes(1);
  now += 5_000;
  listed = [makeKey('k2')];
  await keys.find('k2');
  expect(changed).toHaveBeenCalledTimes(2);
  expect(await keys.find('k1')).toBeUndefined();
});

test('the gateway is not ready before the keys are there', async () => {
  fetch.mockRejectedValueOnce(new Error('down'));
  await keys.start?.();
  expect(keys.ready?.()).toContain('identity');
  await keys.stop?.();
  now += 5_000;
  await keys.list();
  expect(keys.ready?.()).toBe(true);
});
