import { unbroken } from './unbroken.ts';

/**
 * Limits of wrapped text: the width of a row, and the maximum number of rows. If text is left, the last row ends with
 * `…`.
 */
export interface Wrapping {
  width: number;
  max: number;
  measure: (text: string) => number;
}

/** A word of more letters is split without being measured as a whole. */
const LONG_WORD = 300;
/** Maximum number of code points of one letter. The longest emoji have ten. */
const MAX_CODE_POINTS = 16;
const MORE = '…';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Breaks text into rows. The time depends on the length of the shown text, not of the given text. */
export function wrap(text: string, { width, max, measure }: Wrapping): string[] {
  const rows: string[] = [];
  for (const row of rowsOf(text, width, measure)) {
    if (rows.length === max) {
      rows[max - 1] = withMore(rows[max - 1] ?? '', width, measure);
      break;
    }
    rows.push(row);
  }
  while (rows.at(-1) === '') rows.pop();
  return rows;
}

function* rowsOf(text: string, width: number, measure: Wrapping['measure']): Generator<string> {
  for (const paragraph of text.split('\n')) {
    let [row, used] = ['', 0];
    for (const piece of piecesOf(paragraph, width, measure)) {
      const space = row === '' || piece.joins ? 0 : measure(' ');
      if (row !== '' && used + space + piece.width > width) {
        yield row;
        [row, used] = [piece.text, piece.width];
      } else {
        row += (space > 0 ? ' ' : '') + piece.text;
        used += space + piece.width;
      }
    }
    yield row;
  }
}

interface Piece {
  text: string;
  width: number;
  /** The piece continues the word of the previous piece, so no space is drawn between them. */
  joins: boolean;
}

function* piecesOf(paragraph: string, width: number, measure: Wrapping['measure']): Generator<Piece> {
  for (const word of paragraph.split(' ')) {
    if (word === '') continue;
    let joins = false;
    for (const text of unbroken(word)) {
      const whole = text.length > LONG_WORD ? Number.POSITIVE_INFINITY : measure(text);
      if (whole <= width) yield { text, width: whole, joins };
      else yield* brokenWord({ text, joins }, width, measure);
      joins = true;
    }
  }
}

/** Splits a word that is wider than a row into parts that fit. */
function* brokenWord(
  { text: word, joins: continues }: Omit<Piece, 'width'>,
  width: number,
  measure: Wrapping['measure'],
): Generator<Piece> {
  let [text, used, joins] = ['', 0, continues];
  for (const segment of lettersOf(word)) {
    const next = measure(segment);
    if (text !== '' && (used + next > width || text.length > LONG_WORD)) {
      yield { text, width: used, joins };
      [text, used, joins] = ['', 0, true];
    }
    text += segment;
    used += next;
  }
  yield { text, width: used, joins };
}

/** The letters of a word. A letter with more than MAX_CODE_POINTS is an attack, and is split into code points. */
function* lettersOf(word: string): Generator<string> {
  for (const { segment } of graphemes.segment(word)) {
    if (segment.length <= MAX_CODE_POINTS || Array.from(segment).length <= MAX_CODE_POINTS) yield segment;
    else yield* segment;
  }
}

/** The row with `…` at its end, shortened to the width. */
function withMore(row: string, width: number, measure: Wrapping['measure']): string {
  const letters = [...lettersOf(row)];
  while (letters.length > 0 && measure(letters.join('') + MORE) > width) letters.pop();
  return letters.join('') + MORE;
}
