import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { guarded, unguarded } from '../../../../../gateway/payload/csv/csv-guard.ts';
import { anyCharacter } from '../../../../support/any-character.ts';

const runs = fc.constantFrom('=', '+', '-', '@', '\t', '\r', "'", '"', ',', '\n', '1', 'a', ' ');
const text = fc.oneof(fc.string({ unit: runs }), fc.string({ unit: anyCharacter }));

test('any text comes back, and none begins as what a spreadsheet runs', () => {
  fc.assert(
    fc.property(text, (value) => {
      const cell = guarded(value);
      expect(unguarded(cell)).toBe(value);
      expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});

test.each([
  ['=HYPERLINK("http://x.example")', `'=HYPERLINK("http://x.example")`],
  ['@SUM(A1:A9)', "'@SUM(A1:A9)"],
  ["'=1+1", "''=1+1"],
  ["''=1+1", "'''=1+1"],
  ["'tis", "'tis"],
  ['1-2', '1-2'],
  ['', ''],
])('%j is written as %j', (value, cell) => expect(guarded(value)).toBe(cell));

test('what another program has not marked is taken as it is', () => {
  for (const cell of ['=1', "'x", '-1', "'"]) expect(unguarded(cell)).toBe(cell);
});
