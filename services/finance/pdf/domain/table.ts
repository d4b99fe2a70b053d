import { columnPlaces, type Place } from './columns.ts';
import { AREA, type Item, leading, RULES, STYLES } from './page.ts';
import type { PrintedDocument } from './printed-document.ts';
import type { Typesetter } from './typesetter.ts';

/** A part of the content that is never split between two pages. */
export interface Block {
  height: number;
  /** Set for a row of the table. A page with such rows begins with the table's header. */
  isLine?: true;
  items(top: number): Item[];
}

/**
 * Maximum number of text rows of all lines together, and the number that each line may have at least (decisions 7:
 * PDF).
 */
export const MAX_ROWS = 2_000;
const LEAST_ROWS = 4;
/** Space above and below the text rows of a line, in points. */
const PADDING = 5;
const HEADER_ROWS = 2;

/** Maximum number of text rows of a line, in a document of this many lines. */
export const rowsOfLine = (lines: number): number => Math.max(LEAST_ROWS, Math.floor(MAX_ROWS / Math.max(1, lines)));

export interface Table {
  header: Block;
  /** A block for each line, in order. A line that is higher than a page is split into several blocks. */
  lines: Block[];
}

/** `room`: height in points that every page has for lines. */
export function tableOf(document: PrintedDocument, type: Typesetter, room: number): Table {
  const { columns, lines } = document;
  const places = placesOf(document, type);
  const titles = cellsOf(
    columns.map(({ title }) => title.toUpperCase()),
    places,
    (text, { width }) => type.rows(text, STYLES.label, width, HEADER_ROWS),
  );
  const max = rowsOfLine(lines.length);
  const atOnce = Math.max(1, Math.floor((room - 2 * PADDING) / leading(STYLES.body)));
  return {
    header: headerOf(titles, places, type),
    lines: lines.flatMap((line, index) => {
      const cells = cellsOf(line, places, (text, { width }) => type.rows(text, STYLES.body, width, max));
      return parts(cells, atOnce).map((part) => lineOf(part, places, type, index));
    }),
  };
}

type Cells = string[][];

const cellsOf = (texts: readonly string[], places: readonly Place[], rows: (text: string, place: Place) => string[]) =>
  places.map((place, at) => rows(texts[at] ?? '', place));

const heightOf = (cells: Cells): number => Math.max(1, ...cells.map(({ length }) => length));

function parts(cells: Cells, rows: number): Cells[] {
  const count = Math.ceil(heightOf(cells) / rows);
  return Array.from({ length: count }, (_, part) => cells.map((cell) => cell.slice(part * rows, (part + 1) * rows)));
}

/** Number of letters that are measured for the width of a column. A longer text is wrapped in any case. */
const NATURAL_LETTERS = 40;

function placesOf({ columns, lines }: PrintedDocument, type: Typesetter): Place[] {
  const naturals = columns.map(({ title, fills }, at) => {
    if (fills) return 0;
    const texts = new Set(lines.map((line) => (line[at] ?? '').slice(0, NATURAL_LETTERS)));
    const widest = Math.max(0, ...[...texts].map((text) => type.width(text, STYLES.body)));
    return Math.max(widest, type.width(title.toUpperCase(), STYLES.label)) + 0.01;
  });
  return columnPlaces(columns, naturals, AREA);
}

function headerOf(titles: Cells, places: readonly Place[], type: Typesetter): Block {
  const height = heightOf(titles) * leading(STYLES.label) + PADDING + 2;
  return {
    height: height + 2,
    items: (top) => [
      ...placed(titles, places, (rows, place) => type.items(rows, STYLES.label, { ...place, top })),
      { kind: 'rule', from: AREA.left, to: AREA.right, y: top + height, ...RULES.strong },
    ],
  };
}

function lineOf(cells: Cells, places: readonly Place[], type: Typesetter, line: number): Block {
  const height = heightOf(cells) * leading(STYLES.body) + 2 * PADDING;
  return {
    height,
    isLine: true,
    items: (top) => [
      ...placed(cells, places, (rows, place) =>
        type.items(rows, STYLES.body, { ...place, top: top + PADDING }).map((item) => ({ ...item, line })),
      ),
      { kind: 'rule', from: AREA.left, to: AREA.right, y: top + height, ...RULES.light },
    ],
  };
}

type Edge = { x: number } | { right: number };

const placed = (cells: Cells, places: readonly Place[], items: (rows: string[], edge: Edge) => Item[]): Item[] =>
  places.flatMap(({ x, width, align }, at) => items(cells[at] ?? [], align === 'right' ? { right: x + width } : { x }));
