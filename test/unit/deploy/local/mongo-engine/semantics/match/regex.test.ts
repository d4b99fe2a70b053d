import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileRegex } from '../../../../../../../deploy/local/mongo-engine/semantics/match/regex.ts';

describe('compileRegex reads patterns as PCRE does', () => {
  test.each<[string, string, string, boolean]>([
    ['^abc$', '', 'abc\n', true],
    ['^abc$', '', '\nabc', false],
    ['^abc$', 'm', 'x\nabc\ny', true],
    ['^a$', 'm', 'b\na\n', true],
    ['^\\s*a', 'm', 'b\n  a', true],
    ['a$', '', 'a\n\n', false],
    ['(^|,)b(,|$)', '', 'a,b', true],
    ['(a$|b)|c', '', 'xc', true],
    ['a\\Z', '', 'a\n', true],
    ['^(?:a|b){2,3}$', '', 'abab', false],
    ['(?P<year>\\d{4})-(?<month>\\d\\d)', '', 'in 2026-11', true],
    ['[\\b]', '', '\b', true],
    ['\\bfoo\\b', '', 'a foo b', true],
    ['\\W', 'i', 'ſ', true],
    ['straße (1)', 'i', 'STRASSE (1)', false],
    ['Straße \\(1\\)', 'i', 'STRAßE (1)', true],
    ['K', 'i', '\u212a', true],
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

  test.each([
    'a++b',
    '(?>a)b',
    '[[:alpha:]]',
    '\\Qa\\E',
    '\\h',
    '\\cA',
    'a{,3}',
    '(*UTF8)a',
    'a(?=b)',
    'a(?!b)',
    '(?<=a)b',
    '(?<!a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    'a{1001}',
    'a$b',
    '(a$|b)c',
    '(?s)a.(?m)b',
  ])('refuses %s', (pattern) => {
    expect(() => compileRegex(pattern)).toThrow(expect.objectContaining({ code: 115 }));
  });

  test.each(['(', 'a(b', 'a)', '[a', '[]', '*a', 'a|+'])('says that %s is malformed', (pattern) => {
    expect(() => compileRegex(pattern)).toThrow(expect.objectContaining({ code: 51091 }));
  });

  test.each(['^$', '^a*$', 'a|^', '(^)a', '^\\b'])('refuses %s in multiline mode', (pattern) => {
    expect(() => compileRegex(pattern, 'm')).toThrow(expect.objectContaining({ code: 115 }));
  });

  test.each([
    ['[a]'.repeat(11_000), '', 51091],
    ['(?:a{1000}){99}', '', 51091],
    ['((a|b{9}){99}c){99}', '', 51091],
    ['(?:a{1000}) {99}', 'x', 51091],
    ['a', 'y', 51108],
  ])('refuses %.10s with the options %j as MongoDB does', (pattern, options, code) => {
    expect(() => compileRegex(pattern, options)).toThrow(expect.objectContaining({ code }));
  });

  const pattern = fc
    .array(
      fc.constantFrom('a', 'b', '.', 'a*', 'b+', 'a?', '|', '[ab]', '[^b]', '\\d', '\\W', '(a|b)', '(ab)*', '1', '\\.'),
    )
    .map((parts) => parts.join(''));
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '1', '.', 'ü'), maxLength: 12 });

  test('what both languages say alike finds the same', () => {
    fc.assert(
      fc.property(
        pattern,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('', 'i'),
        text,
        (middle, start, end, flags, subject) => {
          const source = `${start ? '^' : ''}(?:${middle})${end ? '$' : ''}`;
          const found = (matches: Iterable<RegExpMatchArray>) =>
            Array.from(matches, (match) => [match.index, ...match.map((part) => part ?? null)]);
          const regex = compileRegex(source, flags);
          expect(regex.test(subject)).toBe(new RegExp(source, `u${flags}`).test(subject));
          expect(found(regex.matches(subject))).toEqual(found(subject.matchAll(new RegExp(source, `gu${flags}`))));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  ['of the greatest length', '(?:a?b)?'.repeat(4_000), 'b'],
  ['with large counts', '^[\\w.%+-]{1,255}@(?:[a-z0-9-]{1,63}\\.){1,8}[a-z]{2,63}$', 'a@b.example.com'],
  ['with letters of any language', '^[\\p{L}\\d ]{0,500}$', 'ä1'],
  ['that counts what is escaped', '^\\[{1000}(?:\\)\\}){30}$', '['.repeat(1000) + ')}'.repeat(30)],
])('compileRegex takes a pattern %s', (_, pattern, text) => {
  expect(compileRegex(pattern).test(text)).toBe(true);
});

test('compileRegex finds no match of many groups at each of many states', () => {
  const regex = compileRegex(`(?:${'(a)|'.repeat(200)}b){20}`);
  expect(regex.test('b'.repeat(20))).toBe(true);
  expect(() => regex.matches('b')).toThrow(expect.objectContaining({ code: 51091 }));
});

describe('compileRegex takes no longer than a text is long', () => {
  test.each(['^(a+)+$', '(a|a)*b', '(a|aa)+$', '(.*?){1,20}b', '^(([a-z])+.)+[A-Z]([a-z])+$', 'a.{50}c'])(
    '/%s/ on a megabyte',
    (source) => {
      const subject = `${'a'.repeat(1024 * 1024)}!`;
      const started = performance.now();
      expect(compileRegex(source).test(subject)).toBe(false);
      expect(performance.now() - started).toBeLessThan(5_000);
    },
  );
});
