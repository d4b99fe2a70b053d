import type PdfDocument from 'pdfkit';
import {
  type BadgeItem,
  type Fonts,
  type Item,
  PAGE,
  type RuleItem,
  type Style,
  type TextItem,
  type WatermarkItem,
} from './domain/page.ts';
import type { LoadedFonts } from './fonts.ts';
import { fromLeftToRight } from './reading-order.ts';

type Pdf = InstanceType<typeof PdfDocument>;

/**
 * Distance from the middle of a frame to the baseline, as a share of the font size: half the height of a capital
 * letter.
 */
const HALF_CAPITAL = 0.36;
/** Degrees of the diagonal of an A4 page, from the lower left to the upper right corner. */
const ACROSS = -52;

/** Measures and draws text in one PDF document. The document caches the shaped words. */
export class Pen implements Fonts {
  readonly covers: Fonts['covers'];
  readonly #pdf: Pdf;
  readonly #fonts: LoadedFonts;
  readonly #registered = new Set<string>();

  constructor(pdf: Pdf, fonts: LoadedFonts) {
    this.#pdf = pdf;
    this.#fonts = fonts;
    this.covers = fonts.covers;
  }

  measure(text: string, { face, size }: Pick<Style, 'face' | 'size'>): number {
    this.#pdf.fontSize(size);
    let width = 0;
    for (const run of this.#fonts.runs(text, face)) width += this.#widthOf(run);
    return width;
  }

  draw(item: Item): void {
    if (item.kind === 'text') this.#text(item);
    else if (item.kind === 'rule') this.#rule(item);
    else if (item.kind === 'badge') this.#badge(item);
    else this.#watermark(item);
  }

  #text({ text, x, y, face, size, color }: Style & Pick<TextItem, 'text' | 'x' | 'y'>): void {
    let at = x;
    this.#pdf.fillColor(color).fontSize(size);
    for (const part of fromLeftToRight(text)) {
      for (const run of this.#fonts.runs(part, face)) {
        const width = this.#widthOf(run);
        this.#pdf.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic' });
        at += width;
      }
    }
  }

  #rule({ from, to, y, thickness, color }: RuleItem): void {
    this.#pdf.moveTo(from, y).lineTo(to, y).lineWidth(thickness).strokeColor(color).stroke();
  }

  #badge({ x, y, width, height, text, ...style }: BadgeItem): void {
    this.#pdf.roundedRect(x, y, width, height, 3).lineWidth(1).strokeColor(style.color).stroke();
    const left = x + (width - this.measure(text, style)) / 2;
    this.#text({ ...style, text, x: left, y: y + height / 2 + style.size * HALF_CAPITAL });
  }

  #watermark({ text, width, ...style }: WatermarkItem): void {
    const [x, y] = [PAGE.width / 2, PAGE.height / 2];
    this.#pdf.save().rotate(ACROSS, { origin: [x, y] });
    this.#text({ ...style, text, x: x - width / 2, y: y + style.size * HALF_CAPITAL });
    this.#pdf.restore();
  }

  /** Width in points. The run's font stays selected, so that the next text is drawn with it. */
  #widthOf({ text, key }: { text: string; key: string }): number {
    if (!this.#registered.has(key)) {
      this.#pdf.registerFont(key, this.#fonts.bytes(key) as never);
      this.#registered.add(key);
    }
    return this.#pdf.font(key).widthOfString(text);
  }
}
