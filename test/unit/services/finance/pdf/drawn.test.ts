import { describe, expect, test } from '@jest/globals';
import { create, type Font } from 'fontkit';
import { AREA, PAGE } from '../../../../../services/finance/pdf/domain/page.ts';
import type { PrintedDocument } from '../../../../../services/finance/pdf/domain/printed-document.ts';
import { drawPdf } from '../../../../../services/finance/pdf/draw.ts';
import { loadFonts } from '../../../../../services/finance/pdf/fonts.ts';
import {
  isInk,
  isNotWhite,
  isTinted,
  type Picture,
  partOf,
  pictureOf,
  readPdf,
} from '../../../../support/pdf/read-pdf.ts';
import { linesOf, printed } from './printed.ts';

const fonts = loadFonts();
const drawn = (fields: Partial<PrintedDocument> = {}) => drawPdf(printed(fields), fonts);

/** Each line of the document, as the reader finds it. */
const found = (texts: string[]) => [...texts.join('\n').matchAll(/Line (\d+)\./g)].map(([, line]) => Number(line));

describe('what another reader reads', () => {
  test('is what the document says, with its accents and scripts', async () => {
    const words = [
      ...['Größe ñ Ç å', 'Łódź ŠČŽ İıĞş', 'Ωμέγα ἀρχή', 'Женская рубашка Ґ', 'Việt Nam', '₴ ₺ € ₹', 'Ĝ'],
      ...[
        '绍兴市柯桥区（轻纺城）、拉链 180T。',
        '株式会社 東京テキスタイル「渋谷」',
        '서울특별시 원단 주식회사',
        '臺灣紡織',
      ],
    ];
    const { title, texts } = await readPdf(await drawn({ lines: words.map((word, at) => [String(at), word, '1']) }));
    expect(title).toBe('Purchase order DCPO-2026-000042');
    for (const word of [...words, 'Confecções Ação Lda', 'Łódź Włókna S.A.', 'PT501234567', 'Page 1 of 1']) {
      expect(texts[0]).toContain(word);
    }
  });

  test('are all lines, once each and in order, with the header and the number of the page on every one', async () => {
    const { texts } = await readPdf(await drawn({ lines: linesOf(120) }));
    expect(texts.length).toBeGreaterThan(2);
    expect(found(texts)).toEqual(Array.from({ length: 120 }, (_, line) => line));
    texts.forEach((text, page) => {
      expect(text).toContain('DESCRIPTION');
      expect(text).toContain(`Page ${page + 1} of ${texts.length}`);
      expect(text).toContain('DCPO-2026-000042');
    });
  });

  test.each([
    'null \0 bell \u0007 tab \t',
    'right-to-left \u202Eedirrevo\u202C',
    'שלום עולם (abc) 123',
    'مرحبا بالعالم 2026',
    'emoji 👩‍👩‍👧‍👦 🏳️‍🌈 😀',
    '中文 日本語 한국어',
    '\uD800 lone \uDFFF',
    '\uFFFF\uFFFE\uE000',
    'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!',
    '%PDF-1.7 endstream endobj (\\) ) <<>>',
    'नमस्ते',
  ])('holds %j without harm', async (text) => {
    const { texts } = await readPdf(await drawn({ number: text, notes: text, lines: [['1', text, 'after']] }));
    expect(texts[0]).toContain('after');
    expect(texts).toHaveLength(1);
  });

  test('shows the replacement character for each letter that no font has', async () => {
    const { texts } = await readPdf(await drawn({ lines: [['1', 'a 😀 b 👩‍👩‍👧 c ᚠ𠀀文 d', 'x']] }));
    expect(texts[0]).toContain('a \uFFFD b \uFFFD c \uFFFD\uFFFD文 d');
  });

  test('is Chinese in rows that end inside the margin, in both weights, however long a name is', async () => {
    const name = '绍兴柯桥国际轻纺城东升路市场布业有限责任公司'.repeat(8);
    const lines = [['1', name, name]];
    const { pages, texts } = await readPdf(
      await drawn({ lines, parties: [{ label: 'Supplier', name, address: name, taxId: null }], notes: name }),
    );
    expect(texts[0]?.replaceAll(' ', '')).toContain(name);
    const words = pages.flat();
    expect(words.length).toBeGreaterThan(20);
    for (const { x, width } of words) {
      expect(x).toBeGreaterThanOrEqual(AREA.left - 0.01);
      expect(x + width).toBeLessThanOrEqual(AREA.right + 0.01);
    }
  });
});

test('the same document is the same file, whenever it is drawn', async () => {
  const [one, other] = [await drawn({ lines: linesOf(3) }), await drawn({ lines: linesOf(3) })];
  expect(one.equals(other)).toBe(true);
  expect((await drawn({ lines: linesOf(4) })).equals(one)).toBe(false);
});

const margins = [
  { left: 0, top: 0, right: PAGE.width, bottom: AREA.top - 1 },
  { left: 0, top: AREA.bottom + 1, right: PAGE.width, bottom: PAGE.height },
  { left: 0, top: 0, right: AREA.left - 1, bottom: PAGE.height },
  { left: AREA.right + 1, top: 0, right: PAGE.width, bottom: PAGE.height },
];
const inside = { left: AREA.left, top: AREA.top, right: AREA.right, bottom: AREA.bottom };
const inked = (picture: Picture) => margins.map((margin) => partOf(picture, margin, isNotWhite));

test('every letter that the slices of a font are asked for is in the file that is named', () => {
  const letters = Array.from({ length: 0xd7a4 - 0x2e80 }, (_, at) => String.fromCodePoint(0x2e80 + at));
  const byKey = Map.groupBy(
    letters.filter((letter) => fonts.covers(letter.codePointAt(0) ?? 0)),
    keyOf('semibold'),
  );
  // GB 2312 and Hangul, and what Japanese has beside.
  expect([...byKey.values()].flat().length).toBeGreaterThan(23_000);
  for (const [key, some] of byKey) {
    const { characterSet } = create(fonts.bytes(key)) as Font;
    expect(some.filter((letter) => !characterSet.includes(letter.codePointAt(0) ?? 0))).toEqual([]);
  }
}, 60_000);

const keyOf = (face: 'regular' | 'semibold') => (letter: string) => String(fonts.runs(letter, face)[0]?.key);

describe('the picture', () => {
  test('has the letters of a Chinese line, and is white beside them', async () => {
    const bytes = await drawn({ lines: [['1', '全棉斜纹布'.repeat(30), '1']], notes: '付款条件'.repeat(60) });
    const picture = await pictureOf(bytes);
    expect(inked(picture)).toEqual([0, 0, 0, 0]);
    const line = (await readPdf(bytes)).pages[0]?.find(({ text }) => text.includes('棉'));
    if (!line) throw new Error('The page has no such line');
    const { x, y } = line;
    const row = { left: x, right: x + 9, top: PAGE.height - y - 8, bottom: PAGE.height - y };
    expect(partOf(picture, row, isInk)).toBeGreaterThan(0.05);
  });

  test('has ink in its lines, and white margins', async () => {
    const bytes = await drawn({ lines: linesOf(60, (line) => `Line ${line}. ${'long '.repeat(40)}`) });
    for (const page of [1, 2]) {
      const picture = await pictureOf(bytes, page);
      expect(inked(picture)).toEqual([0, 0, 0, 0]);
      expect(partOf(picture, inside, isInk)).toBeGreaterThan(0.02);
    }
    const { pages } = await readPdf(bytes);
    const line = pages[1]?.find(({ text }) => text.startsWith('Line '));
    if (!line) throw new Error('The second page has no line');
    const { x, y, width } = line;
    const row = { left: x, right: x + width, top: PAGE.height - y - 7, bottom: PAGE.height - y };
    expect(partOf(await pictureOf(bytes, 2), row, isInk)).toBeGreaterThan(0.05);
  });

  test.each([
    ['a draft', 'DRAFT', true],
    ['one that was cancelled', 'CANCELLED', true],
    ['any other', null, false],
  ] as const)('of %s shows it: %s', async (_, mark, isMarked) => {
    const bytes = await drawn({ mark, lines: linesOf(60) });
    const middle = { left: 150, top: 220, right: 450, bottom: 620 };
    for (const page of [1, 2]) {
      const picture = await pictureOf(bytes, page);
      expect(partOf(picture, middle, isTinted) > 0.05).toBe(isMarked);
      expect(inked(picture)).toEqual([0, 0, 0, 0]);
    }
    const { texts } = await readPdf(bytes);
    expect(texts.map((text) => text.includes(mark ?? 'DRAFT'))).toEqual(texts.map(() => isMarked));
  });
});
