import { cleanText } from './clean-text.ts';
import { type Fonts, leading, type Style, type TextItem } from './page.ts';
import { wrap } from './wrap.ts';

/** No row holds more letters than this. Letters after them are not measured. */
const LETTERS_OF_A_ROW = 150;

/** Breaks text into rows of a given width. */
export class Typesetter {
  readonly #fonts: Fonts;

  constructor(fonts: Fonts) {
    this.#fonts = fonts;
  }

  /** The rows of a text, at most `max`. If text is left, the last row ends with `…`. */
  rows(text: string, style: Style, width: number, max: number): string[] {
    const shown = cleanText(clipped(text, max * LETTERS_OF_A_ROW), this.#fonts.covers);
    return wrap(shown, { width, max, measure: (row) => this.#fonts.measure(row, style) });
  }

  width(text: string, style: Style): number {
    return this.#fonts.measure(text, style);
  }

  /**
   * Places rows below each other. `top`: the upper edge of the first row. `right`: the edge to which rows are aligned.
   */
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

/** The baseline of a row whose upper edge is `top`. Letters are centered in the row's height. */
const baseline = (top: number, { size }: Style): number => top + size * 1.05;
