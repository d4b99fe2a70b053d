import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hashOfApiKey, isApiKeyValue, newApiKeyValue } from '#chassis/secrets/api-key-value.ts';

const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 });
const VISIBLE = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));

test('every value has the form that secret scanners look for, and passes its own check', () => {
  fc.assert(
    fc.property(secrets, (bytes) => {
      const { text, hash, lastFour } = newApiKeyValue(bytes);
      expect(text).toMatch(/^slv_[0-9A-Za-z]{49}$/);
      expect(isApiKeyValue(text)).toBe(true);
      expect([hash, lastFour]).toEqual([hashOfApiKey(text), text.slice(-4)]);
    }),
  );
});

test.each([
  ['zeros', new Uint8Array(32)],
  ['ones', new Uint8Array(32).fill(255)],
])('the value of all %s has the same length as any other', (_, bytes) => {
  expect(newApiKeyValue(bytes).text).toHaveLength(53);
});

test('different bytes give different values', () => {
  fc.assert(
    fc.property(secrets, secrets, (a, b) => {
      const isSame = Buffer.from(a).equals(Buffer.from(b));
      expect(newApiKeyValue(a).text === newApiKeyValue(b).text).toBe(isSame);
    }),
  );
});

test('a value with any one character changed, left out or added is none', () => {
  fc.assert(
    fc.property(secrets, fc.nat(52), (bytes, at) => {
      const { text } = newApiKeyValue(bytes);
      const [head, tail] = [text.slice(0, at), text.slice(at + 1)];
      for (const other of VISIBLE.filter((one) => one !== text[at])) {
        expect(isApiKeyValue(head + other + tail)).toBe(false);
        expect(isApiKeyValue(head + other + text.slice(at))).toBe(false);
      }
      expect(isApiKeyValue(head + tail)).toBe(false);
    }),
    { numRuns: 50 },
  );
});

test.each(['', 'slv_', `slv_${'0'.repeat(49)}`, `${newApiKeyValue().text}\n`, ` ${newApiKeyValue().text}`])(
  '%j is no value',
  (text) => expect(isApiKeyValue(text)).toBe(false),
);

test('new values are random', () => {
  expect(new Set(Array.from({ length: 100 }, () => newApiKeyValue().text)).size).toBe(100);
});
