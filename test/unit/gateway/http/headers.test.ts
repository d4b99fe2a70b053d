import { describe, expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { entityTag, expectedRevisions, expecting, isCached } from '../../../../gateway/http/headers.ts';

test('a tag names the revision and the body', () => {
  expect(entityTag(7, '{}')).toMatch(/^"7-[\w-]{16}"$/);
  expect(entityTag(7, '{}')).not.toBe(entityTag(7, '{ }'));
});

describe('If-Match', () => {
  test.each([
    [undefined, []],
    ['*', []],
    ['"3-abc"', [3]],
    ['W/"3-abc"', [3]],
    [' "3-" ', [3]],
    ['"x-abc"', [-1]],
    ['3-abc', [-1]],
    ['"99999999999-a"', [-1]],
    ['"10-a", W/"2-b","2-c"', [2, 10]],
    ['"4-a", "another, of a proxy"', [-1, 4]],
  ])('%j asks for revisions %j', (header, revisions) => {
    expect(expectedRevisions(header)).toEqual(revisions);
  });

  test('takes ten tags', () => {
    const tags = (count: number) => Array.from({ length: count }, (_, index) => `"${index}-a"`).join(', ');
    expect(expectedRevisions(tags(10))).toHaveLength(10);
    expect(() => expectedRevisions(tags(11))).toThrow('Validation failed');
  });
});

describe('a call that expects one of several revisions', () => {
  const refused = (code: 'version_mismatch' | 'conflict') => new AppError(code, 'refused');

  test.each([
    ['none is asked for', [], [undefined], 'written'],
    ['the first is it', [2, 4], [2], 'written'],
    ['a later one is it', [1, 2, 4], [1, 2], 'written'],
    ['none is it', [1, 3], [1, 3], refused('version_mismatch')],
  ])('%s', async (_, revisions, tried, outcome) => {
    const seen: (number | undefined)[] = [];
    const call = async ({ expectedRevision }: { expectedRevision?: number }) => {
      seen.push(expectedRevision);
      if (expectedRevision !== undefined && expectedRevision !== 2) throw refused('version_mismatch');
      return 'written';
    };
    expect(await expecting(revisions, call).catch((error) => error)).toEqual(outcome);
    expect(seen).toEqual(tried);
  });

  test('ends at any other refusal', async () => {
    const call = () => Promise.reject(refused('conflict'));
    await expect(expecting([1, 2], call)).rejects.toMatchObject({ code: 'conflict' });
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
