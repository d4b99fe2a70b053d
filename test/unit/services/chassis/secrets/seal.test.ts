import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createSeal, keyIdOf } from '#chassis/secrets/seal.ts';

const key = randomBytes(32).toString('base64');
const seal = createSeal([key]);

test('what is sealed opens at its place, and differs every time', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), (bytes, place) => {
      const sealed = seal.seal(bytes, place);
      expect(seal.open(sealed, place)).toEqual(Buffer.from(bytes));
      expect(seal.seal(bytes, place)).not.toEqual(sealed);
    }),
  );
});

test('what is sealed opens nowhere else, not when changed, and not with another key', () => {
  const sealed = seal.seal(Buffer.from('secret'), 'here');
  expect(() => seal.open(sealed, 'there')).toThrow();
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => seal.open(changed, 'here')).toThrow();
  }
  expect(() => seal.open(sealed.subarray(0, 20), 'here')).toThrow();
  expect(() => createSeal([randomBytes(32).toString('base64')]).open(sealed, 'here')).toThrow('does not hold');
});

test('a key can be replaced: what the older one sealed still opens', () => {
  const sealed = seal.seal(Buffer.from('secret'), 'here');
  const replaced = createSeal([randomBytes(32).toString('base64'), key]);
  expect(replaced.open(sealed, 'here').toString()).toBe('secret');
  expect(keyIdOf(replaced.seal(sealed, 'here'))).not.toBe(keyIdOf(sealed));
});

test('a key of another length is refused', () => {
  expect(() => createSeal([randomBytes(16).toString('base64')])).toThrow('32 bytes');
});

test('no key, and the same key twice, are refused', () => {
  for (const keys of [[], [key, key]]) expect(() => createSeal(keys)).toThrow('differ');
});
