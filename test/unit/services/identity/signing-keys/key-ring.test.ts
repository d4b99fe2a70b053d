import { expect, test } from '@jest/globals';
import { createLocalJWKSet, jwtVerify } from 'jose';
import {
  createKeyRing,
  type KeyPair,
  type KeyRing,
  type KeyStore,
} from '../../../../../services/identity/signing-keys/key-ring.ts';

const config = { SIGNING_KEY_ROTATION_SECONDS: 10_000, SIGNING_KEY_AHEAD_SECONDS: 2_000 };
const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);

/** A repository that all replicas share: numbers are unique. */
function sharedStore(): KeyStore & { keys: KeyPair[] } {
  const keys: KeyPair[] = [];
  return {
    keys,
    all: async () => [...keys],
    async add(key) {
      await Promise.resolve();
      if (keys.some(({ number }) => number === key.number)) return false;
      keys.push(key);
      return true;
    },
    async remove(numbers) {
      keys.splice(0, keys.length, ...keys.filter(({ number }) => !numbers.includes(number)));
    },
  };
}

const verify = (token: string, ring: KeyRing, now: Date) => {
  const keys = ring.published(now).map(({ kid, x }) => ({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', kid, x }));
  return jwtVerify(token, createLocalJWKSet({ keys }), { currentDate: now });
};

test('signs with EdDSA, and the published key verifies', async () => {
  const ring = createKeyRing(sharedStore(), config);
  await ring.refresh(at(0));
  const { payload, protectedHeader } = await verify(await ring.sign({ sub: 'u1' }, at(0)), ring, at(0));
  expect(payload).toEqual({ sub: 'u1' });
  expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: ring.published(at(0))[0]?.kid });
});

test('rotation: the next key is published before it signs, the old one until its last token has expired', async () => {
  const store = sharedStore();
  const [one, two] = [createKeyRing(store, config), createKeyRing(store, config)];
  const both = async (now: Date) => Promise.all([one.refresh(now), two.refresh(now)]);
  await both(at(0));
  const first = one.published(at(0));
  await both(at(8_000));
  const [, next] = two.published(at(8_000));
  const old = await one.sign({ sub: 'u1' }, at(9_999));
  expect((await verify(old, two, at(13_599))).protectedHeader.kid).toBe(first[0]?.kid);
  const young = await two.sign({ sub: 'u1' }, at(10_000));
  expect((await verify(young, one, at(10_000))).protectedHeader.kid).toBe(next?.kid);
  await both(at(13_900));
  expect(one.published(at(13_900))).toEqual([next]);
  expect(store.keys).toHaveLength(1);
});

test('without keys nothing is signed or shown', async () => {
  const ring = createKeyRing(sharedStore(), config);
  await expect(ring.sign({}, at(0))).rejects.toMatchObject({ code: 'upstream_unavailable' });
  expect(() => ring.published(at(0))).toThrow('no signing keys');
});
