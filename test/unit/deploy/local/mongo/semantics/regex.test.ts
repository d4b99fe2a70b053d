import { describe, expect, test } from '@jest/globals';
import { compileRegex } from '../../../../../../deploy/local/mongo/semantics/regex.ts';

describe('compileRegex reads patterns as PCRE does', () => {
  test.each<[string, string, string, boolean]>([
    ['^abc$', '', 'abc\n', true],
    ['^abc$', '', '\nabc', false],
    ['^abc$', 'm', 'x\nabc\ny', true],
    ['^$', 'm', 'a\n', false],
    ['a.c', '', 'a\nc', false],
    ['a.c', 's', 'a\nc', true],
    ['a.c', '', 'a\u2028c', true],
    ['a\\sb', '', 'a\u00a0b', false],
    ['a[\\S]b', '', 'a\u00a0b', true],
    ['^.$', '', '😀', true],
    ['a\\-b', '', 'a-b', true],
    ['a{b', '', 'a{b', true],
    ['a]b', '', 'a]b', true],
    ['[]a]', '', ']', true],
    ['a b # why', 'x', 'ab', true],
    ['(?i)ABC', '', 'abc', true],
    ['ÜBER', 'i', 'über', true],
    ['\\Aa\\z', '', 'a\n', false],
    ['^\\p{Lu}', '', 'Ab', true],
  ])('/%s/%s on %j: %s', (pattern, options, text, expected) => {
    expect(compileRegex(pattern, options).test(text)).toBe(expected);
  });

  test.each(['a++b', '(?>a)b', '[[:alpha:]]', '\\Qa\\E', '\\h', '\\cA', 'a{,3}', '('])('refuses %s', (pattern) => {
    expect(() => compileRegex(pattern)).toThrow(expect.objectContaining({ code: 115 }));
  });
});
