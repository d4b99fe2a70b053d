import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cleanText } from '../../../../../services/finance/pdf/domain/clean-text.ts';
import { factsOf, fileNameOf, withoutSilent } from '../../../../../services/finance/pdf/domain/printed-document.ts';
import { fromLeftToRight } from '../../../../../services/finance/pdf/reading-order.ts';
import { anyCharacter } from '../../../../support/any-character.ts';

/** A font of Latin, Greek and Hebrew. */
const covers = (code: number) => code < 0x250 || (code >= 0x370 && code < 0x400) || (code >= 0x590 && code < 0x600);

test.each([
  ['Größe', 'Größe'],
  ['e\u0301', 'é'],
  ['a\r\nb\u2028c', 'a\nb\nc'],
  ['a\0b\u0007c\td', 'a b c d'],
  ['a\u202Eb\u2066c\u200Bd', 'abcd'],
  ['a\uD800b', 'a\uFFFDb'],
  ['😀', '\uFFFD'],
  ['👩‍👩‍👧', '\uFFFD'],
  ['中文', '\uFFFD\uFFFD'],
  ['a\u2009b', 'a b'],
  ['q\u0323\u0307', 'q'],
])('%j is drawn as %j', (text, shown) => {
  expect(cleanText(text, covers)).toBe(shown);
});

test('nothing is drawn that no font has, or that controls anything', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const shown = cleanText(text, covers);
      for (const letter of shown) expect(letter === '\uFFFD' || covers(letter.codePointAt(0) as number)).toBe(true);
      expect(shown.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      expect(shown.isWellFormed()).toBe(true);
    }),
  );
});

test('marks that are heaped on a letter are drawn as far as four', () => {
  const heap = `x${'\u05b0'.repeat(5_000)}y`;
  expect(cleanText(heap, covers)).toBe(`x${'\u05b0'.repeat(4)}y`);
});

test.each(['\u200c', '\u200d'])('so are those that %j stands between', (joiner) => {
  const heap = `x${`\u05b0${joiner}`.repeat(2_500)}y`;
  expect(cleanText(heap, () => true)).toBe(`x${`\u05b0${joiner}`.repeat(2)}y`);
});

describe('the order from left to right', () => {
  test.each([
    ['plain', ['plain']],
    ['שלום', ['שלום']],
    ['שלום עולם', ['עולם', ' ', 'שלום']],
    ['abc שלום עולם def', ['abc ', 'עולם', ' ', 'שלום', ' def']],
    ['שלום 123', ['123', ' ', 'שלום']],
  ])('of %j', (row, parts) => {
    expect(fromLeftToRight(row)).toEqual(parts);
  });

  test('keeps every letter', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'ש', 'م', '1', ' ', '-', '.') });
    fc.assert(
      fc.property(letters, (row) => {
        expect([...fromLeftToRight(row).join('')].toSorted()).toEqual([...row].toSorted());
      }),
    );
  });
});

describe('the name of a file', () => {
  test.each([
    ['INV-1', 'INV-1'],
    ['2026/07 "Größe"', '2026-07 -Größe-'],
    ['../../etc/passwd', '-.-..-etc-passwd'],
    ['a\r\nSet-Cookie: b', 'a--Set-Cookie- b'],
    ['CON<>|?*\0', 'CON------'],
    ['dots.', 'dots-'],
    ['\uD800', '\uFFFD'],
    ['a\u202Etxt', 'a-txt'],
  ])('of %j is %j', (number, name) => {
    expect(fileNameOf(number)).toBe(name);
  });
});

test('what has no value is left out', () => {
  expect(factsOf({ A: 'a', B: null, C: '', D: undefined, E: 0 })).toEqual([
    { label: 'A', value: 'a' },
    { label: 'E', value: '0' },
  ]);
});

test('a column in which no line says anything is left out', () => {
  const columns = [{ title: '#' }, { title: 'Description', fills: true as const }, { title: 'Unit' }];
  const lines = [
    ['1', '', ''],
    ['2', '', ''],
  ];
  const { columns: shown, lines: kept } = withoutSilent(columns, lines);
  expect(shown.map(({ title }) => title)).toEqual(['#', 'Description']);
  expect(kept).toEqual([
    ['1', ''],
    ['2', ''],
  ]);
});
