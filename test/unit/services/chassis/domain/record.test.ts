import { describe, expect, test } from '@jest/globals';
import { advance, changedFields, cleared, isNoop, partIds, recordEvent } from '#chassis/domain/record.ts';

describe('previous', () => {
  test.each([
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, { b: 2 }],
    [{ a: [1, { x: 1 }] }, { a: [1, { x: 1 }] }, {}],
    [{ a: 1 }, { a: 1, fresh: 2 }, { fresh: null }],
    [{ a: 1, gone: 2 }, { a: 1 }, { gone: 2 }],
    [{ a: 1, updatedAt: 'x', updated_at: 'x' }, { a: 1, updatedAt: 'y', updated_at: 'y' }, {}],
  ])('of %j and %j is %j', (before, after, expected) => {
    expect(changedFields(before, after as never)).toEqual(expected);
  });

  test('makes an event that says something, or nothing', () => {
    const state = { id: 'r1', revision: 2 };
    expect(isNoop(recordEvent('thing.updated', state, { a: 1 }, { a: 1 }))).toBe(true);
    expect(isNoop(recordEvent('thing.updated', state, { a: 2 }, { a: 1 }))).toBe(false);
    expect(isNoop(recordEvent('thing.created', state, { a: 1 }))).toBe(false);
  });
});

test.each([
  ['later than the last one', '2026-03-01T12:00:00.500Z', '2026-03-01T12:00:00.500Z'],
  ['at the same moment', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.001Z'],
  ['that came before the last one, and waited', '2026-03-01T11:59:52.000Z', '2026-03-01T12:00:00.001Z'],
])('a change %s has a later time', (_, now, expected) => {
  const before = { revision: 4, updatedAt: new Date('2026-03-01T12:00:00.000Z'), name: 'x' };
  expect(advance(before, new Date(now))).toEqual({ revision: 5, updatedAt: new Date(expected), name: 'x' });
});

test.each([
  [undefined, 'kept', 'kept'],
  [null, 'gone', null],
  ['new', 'old', 'new'],
])('a change to %j leaves of %j %j', (change, before, expected) => {
  expect(cleared(change, before)).toBe(expected);
});

test('ids of parts: a known one is kept once, all others are new', () => {
  const known = [{ id: 'a' }, { id: 'b' }];
  let made = 0;
  const sent = [{ id: 'b' }, { id: 'b' }, {}, { id: 'foreign' }, { id: 'a' }];
  expect(partIds(sent, known, () => `new${++made}`)).toEqual(['b', 'new1', 'new2', 'new3', 'a']);
});
