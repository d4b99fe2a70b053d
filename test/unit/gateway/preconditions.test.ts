import { describe, expect, test } from '@jest/globals';
import { entityTag, expectedRevision, isCached } from '../../../gateway/preconditions.ts';

test('a tag names the revision and the body', () => {
  expect(entityTag(7, '{}')).toMatch(/^"7-[\w-]{16}"$/);
  expect(entityTag(7, '{}')).not.toBe(entityTag(7, '{ }'));
});

describe('If-Match', () => {
  test.each([
    [undefined, undefined],
    ['*', undefined],
    ['"3-abc"', 3],
    ['W/"3-abc"', 3],
    [' "3-" ', 3],
    ['"x-abc"', -1],
    ['3-abc', -1],
    ['"99999999999-a"', -1],
  ])('%j asks for revision %j', (header, revision) => {
    expect(expectedRevision(header).expectedRevision).toBe(revision);
  });

  test('takes one tag', () => {
    expect(() => expectedRevision('"1-a", "2-b"')).toThrow('Validation failed');
  });
});

test.each([
  [undefined, false],
  ['*', true],
  ['"1-a"', true],
  ['"0-z", W/"1-a"', true],
  ['"1-b"', false],
])('If-None-Match %j: %j', (header, cached) => {
  expect(isCached(header, '"1-a"')).toBe(cached);
});
