import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { breakPages } from '../../../../../services/finance/pdf/domain/break-pages.ts';
import { layOut } from '../../../../../services/finance/pdf/domain/lay-out.ts';
import {
  AREA,
  type Fonts,
  type Item,
  type Page,
  type TextItem,
} from '../../../../../services/finance/pdf/domain/page.ts';
import { rowsOfLine } from '../../../../../services/finance/pdf/domain/table.ts';
import { wrap } from '../../../../../services/finance/pdf/domain/wrap.ts';
import { linesOf, printed } from './printed.ts';

/** Every letter is half as wide as it is high. */
const fonts: Fonts = { measure: (text, { size }) => text.length * size * 0.5, covers: () => true };

const textsOf = (page: Page): TextItem[] => page.filter((item) => item.kind === 'text');
const pagesOfLine = (pages: Page[], line: number) =>
  pages.flatMap((page, at) => (textsOf(page).some((item) => item.line === line) ? [at] : []));

describe('a row', () => {
  const measure = (text: string) => text.length;

  test.each([
    ['ends between words', 'one two three', 7, 9, ['one two', 'three']],
    ['ends where the text says so', 'one\ntwo', 20, 9, ['one', 'two']],
    ['is broken within a word that fits none', 'a pneumonia b', 4, 9, ['a', 'pneu', 'moni', 'a b']],
    ['is the last where there are too many', 'one two three four', 5, 2, ['one', 'two…']],
    ['keeps an empty one between others, and none at the end', 'one\n\ntwo\n\n', 9, 9, ['one', '', 'two']],
    ['has no more spaces than it needs', '  one   two ', 9, 9, ['one two']],
    ['does not part a letter from its accents', 'ae\u0301e\u0301', 3, 9, ['ae\u0301', 'e\u0301']],
    ['does not part what is one letter', 'ab👨‍👩‍👧‍👦', 11, 9, ['ab', '👨‍👩‍👧‍👦']],
    ['parts a letter of too many code points', '\u1100'.repeat(17), 12, 9, ['\u1100'.repeat(12), '\u1100'.repeat(5)]],
    ['is none of nothing', '', 9, 9, []],
    ['of Chinese ends behind any letter', '全棉斜纹布，拉链。', 4, 9, ['全棉斜纹', '布，拉', '链。']],
    ['goes on where Chinese begins', 'Twill 全棉斜纹布', 8, 9, ['Twill 全棉', '斜纹布']],
    ['neither begins with what closes nor ends with what opens', '布（纱）「线」', 3, 9, ['布', '（纱）', '「线」']],
    ['keeps a Latin word in Chinese whole', '付款condition为T/T', 10, 9, ['付款', 'condition为', 'T/T']],
    ['of Korean ends between words', '원단 주식회사 샘플', 8, 9, ['원단 주식회사', '샘플']],
  ])('%s', (_, text, width, max, rows) => {
    expect(wrap(text, { width, max, measure })).toEqual(rows);
  });

  test('is never too wide, and nothing is lost of a text that has rows enough', () => {
    const words = fc.stringMatching(/^[a-z]{1,12}( [a-z布。「（）」]{1,30}){0,20}$/);
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 40 }), fc.integer({ min: 1, max: 8 }), (text, width, max) => {
        const all = wrap(text, { width, max: 1_000, measure });
        expect(all.every((row) => row.length <= width)).toBe(true);
        expect(all.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        const some = wrap(text, { width, max, measure });
        expect(some.length).toBe(Math.min(max, all.length));
        expect(some.every((row) => row.length <= width)).toBe(true);
        expect(some.at(-1)?.endsWith('…')).toBe(all.length > max);
      }),
    );
  });
});

describe('pages', () => {
  test.each([
    ['none', [], [[]]],
    ['as many as fit', [40, 40, 20], [[0, 1, 2]]],
    ['the next one on the next page', [40, 40, 21], [[0, 1], [2]]],
    ['a larger one on the larger page', [150, 10], [[], [0, 1]]],
    ['one that no page has room for', [500, 10], [[0], [1]]],
  ])('take %s', (_, heights, pages) => {
    expect(breakPages(heights, (page) => (page === 0 ? 100 : 200))).toEqual(pages);
  });

  test('hold every block once, in order, and no more than they have room for', () => {
    const heights = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 60 });
    fc.assert(
      fc.property(heights, fc.integer({ min: 40, max: 100 }), (blocks, first) => {
        const room = (page: number) => (page === 0 ? first : 100);
        const pages = breakPages(blocks, room);
        expect(pages.flat()).toEqual(blocks.map((_, at) => at));
        pages.forEach((page, at) => {
          const taken = page.reduce((sum, block) => sum + (blocks[block] as number), 0);
          expect(taken).toBeLessThanOrEqual(room(at));
        });
      }),
    );
  });
});

const cell = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ minLength: 100, maxLength: 900 }),
  fc.constant('word '.repeat(200)),
  fc.constant('\n'.repeat(300)),
  fc.constant('x'.repeat(2_000)),
  // Each is one letter, by the rules of Unicode.
  fc.constantFrom('\u1100'.repeat(2_000), `x${'\u0301\u200c'.repeat(1_000)}`, '\u0915\u094d'.repeat(1_000)),
  fc.constant(''),
);
const documents = fc
  .record({
    lines: fc.array(fc.tuple(cell, cell, cell), { maxLength: 12 }),
    number: cell,
    notes: fc.option(cell),
    name: cell,
    address: fc.option(cell),
    mark: fc.constantFrom('DRAFT', 'CANCELLED', null),
    facts: fc.array(cell, { maxLength: 8 }),
  })
  .map(({ name, address, facts, ...fields }) =>
    printed({
      ...fields,
      issuer: { name, address, taxId: name, registrationNumber: name, phone: name, website: name },
      parties: [
        { label: 'Client', name, address, taxId: null },
        { label: 'Ship to', name, address, taxId: address },
      ],
      facts: facts.map((value) => ({ label: 'Carrier', value })),
      totals: facts.map((value) => ({ label: value, value })),
    }),
  );

const right = (item: Item) => {
  if (item.kind === 'rule') return item.to;
  return item.kind === 'watermark' ? 0 : item.x + item.width;
};

describe('a document', () => {
  test('has nothing outside the margins, and no text below another', () => {
    fc.assert(
      fc.property(documents, (document) => {
        for (const page of layOut(document, fonts)) {
          for (const item of page) {
            if (item.kind === 'watermark') continue;
            expect(item.kind === 'rule' ? item.from : item.x).toBeGreaterThanOrEqual(AREA.left - 0.1);
            expect(right(item)).toBeLessThanOrEqual(AREA.right + 0.1);
            expect(item.y).toBeGreaterThanOrEqual(AREA.top);
            expect(item.y).toBeLessThanOrEqual(AREA.bottom);
          }
          const foot = textsOf(page).find(({ text }) => text.startsWith('Page ')) as TextItem;
          const others = textsOf(page).filter(({ line }) => line !== undefined);
          expect(others.every(({ y }) => y < foot.y - foot.size)).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('has each line on one page, in order, below a header', () => {
    const descriptions = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(descriptions, (words) => {
        const lines = linesOf(words.length, (line) => 'word '.repeat(words[line] as number));
        const pages = layOut(printed({ lines }), fonts);
        const at = lines.map((_, line) => pagesOfLine(pages, line));
        expect(at.every(({ length }) => length === 1)).toBe(true);
        expect(at.flat()).toEqual(at.flat().toSorted((one, other) => one - other));
        for (const page of pages) {
          const rows = textsOf(page).filter(({ line }) => line !== undefined);
          const header = textsOf(page).find(({ text }) => text === 'DESCRIPTION');
          expect(header !== undefined).toBe(rows.length > 0);
          expect(rows.every(({ y }) => y > (header?.y ?? 0))).toBe(true);
          const places = rows.map(({ line }) => line as number);
          expect(places).toEqual(places.toSorted((one, other) => one - other));
        }
      }),
      { numRuns: 25 },
    );
  });

  test('goes on with a line that no page has room for', () => {
    const pages = layOut(printed({ lines: linesOf(3, () => 'word '.repeat(2_000)) }), fonts);
    const at = [0, 1, 2].map((line) => pagesOfLine(pages, line));
    expect(at.flat()).toEqual(at.flat().toSorted((one, other) => one - other));
    expect(at[1]?.length).toBeGreaterThan(1);
    const words = pages.flatMap(textsOf).filter(({ line, text }) => line === 1 && text.startsWith('word'));
    expect(words.map(({ text }) => text.split(' ').length).reduce((sum, one) => sum + one)).toBe(2_000);
  });

  test.each([
    ['of letters', 'x'.repeat(10_000)],
    ['of rows', '\n'.repeat(9_999).replaceAll('\n', 'x\n')],
    ['of words', 'many words '.repeat(900)],
  ])('of 500 lines, each full %s, has a bounded number of pages, and says where it is cut', (_, text) => {
    const pages = layOut(printed({ lines: linesOf(500, () => text) }), fonts);
    expect(pages.length).toBeLessThan(100);
    const rows = pages.flatMap(textsOf).filter(({ line, text: row }) => line === 7 && row !== '8' && row !== '21.00');
    expect(rows).toHaveLength(rowsOfLine(500));
    expect(rows.at(-1)?.text.endsWith('…')).toBe(true);
  });
});
