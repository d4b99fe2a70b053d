import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Closing, closed, isClosed, reopened } from '#chassis/reference-integrity/reference-locks.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const inAMinute = new Date('2026-03-01T12:01:00.000Z');
const later = new Date('2030-01-01T00:00:00.000Z');

interface Word {
  says: 'close' | 'reopen';
  fence: number;
}
const heard = (words: Word[]) =>
  words.reduce<Closing | undefined>((slot, { says, fence }) => {
    const after = says === 'close' ? closed(slot, fence, now) : reopened(slot, fence, now);
    return after ?? slot;
  }, undefined);

describe('a slot', () => {
  const words = fc.array(
    fc.record<Word>({ says: fc.constantFrom('close', 'reopen'), fence: fc.integer({ min: 1, max: 4 }) }),
    { minLength: 1 },
  );

  test('is as the latest reservation left it, in whatever order and however often its words come', () => {
    fc.assert(
      fc.property(words, (said) => {
        const last = Math.max(...said.map(({ fence }) => fence));
        const isKept = said.some(({ says, fence }) => fence === last && says === 'reopen');
        expect(isClosed(heard(said), later)).toBe(!isKept);
      }),
    );
  });
});

describe('a reservation without a number', () => {
  const slot = closed(undefined, 0, now);

  test('ends after a minute, and by its own word', () => {
    expect([isClosed(slot, now), isClosed(slot, inAMinute)]).toEqual([true, false]);
    expect(isClosed(reopened(slot, 0, now), now)).toBe(false);
  });

  test('stands in the way of others meanwhile, and is not ended by them', () => {
    expect(closed(slot, 0, now)).toBeUndefined();
    expect(closed(slot, 5, now)).toBeUndefined();
    expect(reopened(slot, 5, now)).toBeUndefined();
    expect(closed(slot, 5, inAMinute)).toMatchObject({ fence: 5 });
  });

  test('neither takes nor opens what another has closed', () => {
    const numbered = closed(undefined, 5, now);
    expect([closed(numbered, 0, now), reopened(numbered, 0, now)]).toEqual([undefined, undefined]);
  });
});
