import { cleanText } from './clean-text.ts';
import { type Fonts, leading, type Style, type TextItem } from './page.ts';
import { wrap } from './wrap.ts';

/** More than fit the widest row: what is behind them is not looked at. */
const LETTERS_OF_A_ROW = 150;

/** Makes rows of text that fit a width. */
export class Typesetter {
  readonly #fonts: Fonts;

  constructor(fonts: Fonts) {
    this.#fonts = fonts;
  }

  /** At most `max` rows; the last ends with `…` where there is more. */
  rows(text: string, style: Style, width: number, max: number): string[] {
    const shown = cleanText(clipped(text, max * LETTERS_OF_A_ROW), this.#fonts.covers);
    return wrap(shown, { width, max, measure: (row) => this.#fonts.measure(row, style) });
  }

  width(text: string, style: Style): number {
    return this.#fonts.measure(text, style);
  }

  /** Rows below each other; `top` is where the first begins. `right`: the edge that they end at. */
  items(rows: readonly string[], style: Style, place: { x: number; top: number } | { right: number; top: number }) {
    return rows.map((text, index): TextItem => {
      const width = this.width(text, style);
      const x = 'x' in place ? place.x : place.right - width;
      return { kind: 'text', ...style, x, y: baseline(place.top + index * leading(style), style), width, text };
    });
  }
}

const clipped = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, letters)}…` : text;

/** The baseline of a row that begins at `top`: letters are in the middle of their leading. */
const baseline = (top: number, { size }: Style): number => top + size * 1.05;
