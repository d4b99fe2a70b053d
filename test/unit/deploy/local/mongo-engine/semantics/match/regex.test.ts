import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileRegex } from '#engine/semantics/match/regex.ts';
import { literal } from '../../../../../../../services/chassis/mongo/list.ts';

const anyText = fc.string({
  unit: fc.constantFrom('a', 'A', 'ß', 'K', '\u212a', '😀', '\\', '$', '.', '[', '\n', ' '),
  minLength: 1,
});

test.each<[string, string | undefined, string, boolean]>([
  ['Straße \\(1\\)', 'i', 'STRAßE (1)', true],
  ['straße', 'i', 'STRASSE', false],
  ['K', 'i', '\u212a', true],
  ['ÜBER', 'i', 'über', true],
])('/%s/%s on %j: %s', (pattern, options, text, expected) => {
  expect(compileRegex(pattern, options)(text)).toBe(expected);
});

test('a literal is found where JavaScript finds it', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (part, before, behind) => {
      const text = before + part + behind;
      expect(compileRegex(literal(part), undefined)(text)).toBe(true);
      expect(compileRegex(literal(part), undefined)(before)).toBe(before.includes(part));
      expect(compileRegex(literal(part), 'i')(before)).toBe(new RegExp(literal(part), 'iu').test(before));
      const beforeLastLine = `${literal(part)}[\\s\\S]*\\n`;
      expect(compileRegex(beforeLastLine, 'i')(text)).toBe(new RegExp(beforeLastLine, 'iu').test(text));
    }),
  );
});

test.each([
  ['^abc', undefined, 115],
  ['a|b', undefined, 115],
  ['a*', undefined, 115],
  ['a(?=b)', undefined, 115],
  ['(a+)+$', undefined, 115],
  ['a', 'm', 115],
  ['', undefined, 115],
  ['a'.repeat(5_001), undefined, 115],
  [/a/, undefined, 2],
  ['a', 1, 2],
])('%p with %p is refused with code %d', (pattern, options, code) => {
  expect(() => compileRegex(pattern, options)).toThrow(expect.objectContaining({ code }));
});
