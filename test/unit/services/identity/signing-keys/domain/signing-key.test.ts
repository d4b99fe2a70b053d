import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  dueAt,
  nextAt,
  publishedAt,
  type Schedule,
  type SigningKey,
  signerAt,
} from '../../../../../../services/identity/signing-keys/domain/signing-key.ts';

const schedule: Schedule = { rotationMs: 1000, aheadMs: 100, overlapMs: 300 };
const at = (ms: number) => new Date(1_800_000_000_000 + ms);
const key = (number: number, from: number): SigningKey => ({ number, kid: `k${number}`, x: '', signsFrom: at(from) });
const kids = (keys: SigningKey[]) => keys.map(({ kid }) => kid);

describe('with a key that signs from 0 and its successor from 1000', () => {
  const keys = [key(1, 0), key(2, 1000)];
  test.each([
    { now: -5, signer: 'k1', published: ['k1', 'k2'] },
    { now: 0, signer: 'k1', published: ['k1', 'k2'] },
    { now: 999, signer: 'k1', published: ['k1', 'k2'] },
    { now: 1000, signer: 'k2', published: ['k1', 'k2'] },
    { now: 1299, signer: 'k2', published: ['k1', 'k2'] },
    { now: 1300, signer: 'k2', published: ['k2'] },
  ])('at $now $signer signs and $published are published', ({ now, signer, published }) => {
    expect(signerAt(keys, at(now))?.kid).toBe(signer);
    expect(kids(publishedAt(keys, at(now), schedule))).toEqual(published);
  });
});

test.each([
  { when: 'there is none', keys: [], now: 7, due: { number: 1, signsFrom: at(7) } },
  { when: 'the last is young', keys: [key(1, 0)], now: 899, due: undefined },
  { when: 'the last is old', keys: [key(1, 0)], now: 900, due: { number: 2, signsFrom: at(1000) } },
  { when: 'rotation was late', keys: [key(1, 0)], now: 5000, due: { number: 2, signsFrom: at(5100) } },
  { when: 'the next waits already', keys: [key(1, 0), key(2, 1000)], now: 950, due: undefined },
])('a key is due when $when: $due', ({ keys, now, due }) => {
  expect(dueAt(keys, at(now), schedule)).toEqual(due);
});

test.each([
  { when: 'there is none', keys: [], now: 7, next: { number: 1, signsFrom: at(7) } },
  { when: 'the last is young', keys: [key(1, 0)], now: 5, next: { number: 2, signsFrom: at(105) } },
  { when: 'the next waits already', keys: [key(1, 0), key(2, 100)], now: 50, next: undefined },
])('a key may be made before it is due when $when: $next', ({ keys, now, next }) => {
  expect(nextAt(keys, at(now), schedule)).toEqual(next);
});

test('over any time and schedule: a signer is published before it signs and until its last token has expired', () => {
  const schedules = fc.record({ rotationMs: nat(500), aheadMs: nat(500), overlapMs: nat(500) });
  fc.assert(
    fc.property(schedules, fc.array(nat(200), { minLength: 20, maxLength: 100 }), (times, pauses) => {
      let keys: SigningKey[] = [];
      let now = 0;
      const signed: { kid: string; expires: number }[] = [];
      for (const pause of pauses) {
        const before = kids(keys);
        const due = dueAt(keys, at(now), times);
        if (due) keys.push(key(due.number, due.signsFrom.getTime() - at(0).getTime()));
        keys = publishedAt(keys, at(now), times);
        const signer = signerAt(keys, at(now))?.kid ?? 'none';
        if (now > 0 && times.aheadMs > 0) expect(before).toContain(signer);
        signed.push({ kid: signer, expires: now + times.overlapMs });
        for (const { kid, expires } of signed) if (expires > now) expect(kids(keys)).toContain(kid);
        now += pause + 1;
      }
    }),
  );
});

function nat(max: number) {
  return fc.integer({ min: 0, max });
}
