import { breakPages } from './break-pages.ts';
import { firstHead, furtherHead, watermarkOf } from './head.ts';
import { AREA, type Fonts, type Item, leading, type Page, RULES, STYLES } from './page.ts';
import type { Labelled, PrintedDocument } from './printed-document.ts';
import { type Block, tableOf } from './table.ts';
import { Typesetter } from './typesetter.ts';

/** Height of the footer, in points. */
const FOOT = leading(STYLES.footer) + 10;
const NOTE_ROWS = 300;
const NOTES_WIDTH = 400;
/** Widths of the block of totals, and of its values, in points. */
const TOTALS_WIDTH = 244;
const VALUE_WIDTH = 132;

/**
 * The pages of a document. Each line is on one page, lines stay in order, each page begins with the table's header, and
 * nothing is outside the margins.
 */
export function layOut(document: PrintedDocument, fonts: Fonts): Page[] {
  const type = new Typesetter(fonts);
  const [first, further] = [firstHead(document, type), furtherHead(document, type)];
  const end = AREA.bottom - FOOT;
  const table = tableOf(document, type, end - further.bottom - MAX_HEADER_HEIGHT);
  const { totals, bankAccounts = [], notes } = document;
  const blocks = [
    ...table.lines,
    ...totalsOf(totals, type),
    ...sectionOf('BANK ACCOUNT', bankAccounts.join('\n'), type),
    ...sectionOf('NOTES', notes, type),
  ];
  const pages = breakPages(
    blocks.map(({ height }) => height),
    (page) => end - (page === 0 ? first : further).bottom - table.header.height,
  );
  return pages.map((on, page) => {
    const head = page === 0 ? first : further;
    const shown = on.map((at) => blocks[at] as Block);
    const content = shown.some(({ isLine }) => isLine) ? [table.header, ...shown] : shown;
    const behind = watermarkOf(document, type);
    return [
      ...behind,
      ...head.items,
      ...below(content, head.bottom),
      ...footOf(document, type, page + 1, pages.length),
    ];
  });
}

/** Maximum height of the table's header, in points. */
const MAX_HEADER_HEIGHT = 2 * leading(STYLES.label) + 9;

function below(blocks: readonly Block[], from: number): Item[] {
  let top = from;
  return blocks.flatMap(({ height, items }) => {
    const placed = items(top);
    top += height;
    return placed;
  });
}

/** The totals are one block, so that a sum stays on the page of its parts. */
function totalsOf(totals: readonly Labelled[], type: Typesetter): Block[] {
  if (totals.length === 0) return [];
  const left = AREA.right - TOTALS_WIDTH;
  const rows = totals.map(({ label, value }, at) => {
    const style = at === totals.length - 1 ? STYLES.strong : STYLES.body;
    const labels = type.rows(label, style, TOTALS_WIDTH - VALUE_WIDTH - 8, 3);
    const values = type.rows(value, style, VALUE_WIDTH, 3);
    return { style, labels, values, height: Math.max(labels.length, values.length) * leading(style) + 8 };
  });
  const height = rows.reduce((sum, row) => sum + row.height, 0);
  const items = (top: number): Item[] => {
    let at = top + 10;
    return rows.flatMap(({ style, labels, values, height: own }, index) => {
      const rule: Item = { kind: 'rule', from: left, to: AREA.right, y: at + 1, ...RULES.strong };
      const placed = [
        ...(index > 0 && index === rows.length - 1 ? [rule] : []),
        ...type.items(labels, style, { x: left, top: at + 5 }),
        ...type.items(values, style, { right: AREA.right, top: at + 5 }),
      ];
      at += own;
      return placed;
    });
  };
  return [{ height: height + 16, items }];
}

/** Each row of the text is a block, because notes may be longer than a page. The first row includes the title. */
function sectionOf(title: string, text: string | null, type: Typesetter): Block[] {
  if (!text) return [];
  const [begin, ...rest] = type.rows(text, STYLES.body, NOTES_WIDTH, NOTE_ROWS).map((row) => [row]);
  if (!begin) return [];
  const label = leading(STYLES.label) + 2;
  const place = (top: number) => ({ x: AREA.left, top });
  const first: Block = {
    height: 18 + label + leading(STYLES.body),
    items: (top) => [
      ...type.items([title], STYLES.label, place(top + 18)),
      ...type.items(begin, STYLES.body, place(top + 18 + label)),
    ],
  };
  const further = rest.map((row): Block => {
    return { height: leading(STYLES.body), items: (top) => type.items(row, STYLES.body, place(top)) };
  });
  return [first, ...further];
}

function footOf({ issuer, number }: PrintedDocument, type: Typesetter, page: number, pages: number): Item[] {
  const top = AREA.bottom - leading(STYLES.footer);
  const count = [`Page ${page} of ${pages}`];
  const text = [issuer.name, issuer.taxId && `Tax ID ${issuer.taxId}`, number].filter(Boolean).join('  ·  ');
  return [
    { kind: 'rule', from: AREA.left, to: AREA.right, y: top - 4, ...RULES.light },
    ...type.items(type.rows(text, STYLES.footer, AREA.width - 100, 1), STYLES.footer, { x: AREA.left, top }),
    ...type.items(count, STYLES.footer, { right: AREA.right, top }),
  ];
}
