import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FOLDED_MARK, folded, LONGEST_FOLD, searchTextOf } from '#chassis/domain/folded-text.ts';

/** The search that a person types, and the name that it finds. */
const FOUND: [string, string][] = [
  ['cafe deja', 'Café Déjà'],
  ['CAFÉ DÉJÀ', 'Cafe\u0301 De\u0301ja\u0300'],
  ['strasser', 'Straßer'],
  ['STRASSE', 'STRAẞE'],
  ['ışık', 'IŞIK'],
  ['istanbul', 'İSTANBUL'],
  ['lodz', 'Łódź'],
  ['smorrebrod', 'Smørrebrød'],
  ['dorde', 'Đorđe'],
  ['aeroskobing', 'Ærøskøbing'],
  ['coeur', 'Cœur'],
  ["o'neill", 'O’Neill'],
  ["o'neill", 'O´Neill'],
  ['"twill" - navy', '„Twill“ – navy'],
  ['ΟΔΟΣ', 'οδός'],
  ['τεχνικος', 'ΤΕΧΝΙΚΌΣ'],
  ['ежик', 'ЁЖИК'],
  ['hermes', 'Her\u00admès'],
  ['5 kg', '5\u00a0㎏'],
  ['abc', 'ＡＢＣ'],
  ['한국', '\u1112\u1161\u11ab\u1100\u116e\u11a8'],
];

test.each(FOUND)('%j finds %j', (search, name) => {
  expect(folded(name)).toContain(folded(search));
});

test.each([
  ['oslo', 'Köln'],
  ['mueller', 'Müller'],
])('%j does not find %j', (search, name) => {
  expect(folded(name)).not.toContain(folded(search));
});

const CODE_POINTS = Array.from({ length: 0x110000 }, (_, code) => code).filter(
  (code) => code < 0xd800 || code > 0xdfff,
);
const BLOCK = 4_096;

test('a folded text stays as it is, of all characters, and is at most 18 times as long', () => {
  for (let from = 0; from < CODE_POINTS.length; from += BLOCK) {
    const block = String.fromCodePoint(...CODE_POINTS.slice(from, from + BLOCK));
    const once = folded(block);
    expect(folded(once) === once).toBe(true);
    expect(once.length).toBeLessThanOrEqual(block.length * LONGEST_FOLD);
    expect(once.includes(FOLDED_MARK)).toBe(false);
  }
});

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'ßẞıİłŁøÆœςΣ’“–´\u0301\u0307\u200d\u00ad가\u1161ﷺ𝔸😀'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

test('a part of a text is found in it', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (before, part, behind) => {
      expect(folded(before + part + behind)).toBe(folded(before) + folded(part) + folded(behind));
      expect(searchTextOf([before, before + part, behind])).toContain(folded(part));
    }),
  );
});

test('a text that an earlier version stored is less than each of this version, and its last line is the last value', () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      const earlier = one.startsWith(FOLDED_MARK) ? one.slice(FOLDED_MARK.length) : one;
      const stored = searchTextOf([other, 'STY-1']);
      if (!earlier.startsWith(FOLDED_MARK)) expect(Buffer.compare(Buffer.from(earlier), Buffer.from(stored))).toBe(-1);
      expect(stored.slice(stored.lastIndexOf('\n') + 1)).toBe('sty-1');
    }),
  );
});
