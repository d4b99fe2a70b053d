/** An A4 page, in points (1/72 inch). */
export const PAGE = { width: 595.28, height: 841.89, margin: 42 } as const;

/** The area of the page inside the margins. */
export const AREA = {
  left: PAGE.margin,
  right: PAGE.width - PAGE.margin,
  top: PAGE.margin,
  bottom: PAGE.height - PAGE.margin,
  width: PAGE.width - 2 * PAGE.margin,
} as const;

export type Face = 'regular' | 'semibold';

export interface Style {
  face: Face;
  size: number;
  color: string;
}

/** Measures text with the fonts of a document. */
export interface Fonts {
  /** Width in points. */
  measure(text: string, style: Pick<Style, 'face' | 'size'>): number;
  /** Whether any font has this code point. */
  covers(codePoint: number): boolean;
}

/** A row of text. `y`: its baseline, from the top of the page. */
export interface TextItem extends Style {
  kind: 'text';
  x: number;
  y: number;
  width: number;
  text: string;
  /** Index of the document's line that the row belongs to, from 0. */
  line?: number;
}

export interface RuleItem {
  kind: 'rule';
  from: number;
  to: number;
  y: number;
  thickness: number;
  color: string;
}

/** Text in a frame. */
export interface BadgeItem extends Style {
  kind: 'badge';
  x: number;
  /** The upper edge of the frame. */
  y: number;
  width: number;
  height: number;
  text: string;
}

/** Text across the page, below all other content. */
export interface WatermarkItem extends Style {
  kind: 'watermark';
  width: number;
  text: string;
}

export type Item = TextItem | RuleItem | BadgeItem | WatermarkItem;
export type Page = Item[];

const INK = '#1b1f24';
const SOFT = '#5b6470';
const RED = '#b3261e';

export const STYLES = {
  title: { face: 'semibold', size: 22, color: INK },
  number: { face: 'regular', size: 11, color: SOFT },
  issuer: { face: 'semibold', size: 12, color: INK },
  small: { face: 'regular', size: 8.5, color: SOFT },
  label: { face: 'semibold', size: 7.5, color: SOFT },
  party: { face: 'semibold', size: 10, color: INK },
  body: { face: 'regular', size: 9, color: INK },
  strong: { face: 'semibold', size: 10.5, color: INK },
  badge: { face: 'semibold', size: 9, color: RED },
  watermark: { face: 'semibold', size: 110, color: '#f3e4e3' },
  footer: { face: 'regular', size: 7.5, color: SOFT },
} as const satisfies Record<string, Style>;

export const RULES = {
  strong: { thickness: 1, color: INK },
  light: { thickness: 0.5, color: '#d5d9de' },
} as const;

/** Distance between two baselines, in points. */
export const leading = ({ size }: Pick<Style, 'size'>): number => size * 1.4;
