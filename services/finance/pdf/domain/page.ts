/** Points: a 72nd of an inch. */
export const PAGE = { width: 595.28, height: 841.89, margin: 42 } as const;

/** Where the content of a page is. */
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

/** The fonts that a document is drawn with. */
export interface Fonts {
  /** Width in points. */
  measure(text: string, style: Pick<Style, 'face' | 'size'>): number;
  /** Whether any has this code point. */
  covers(codePoint: number): boolean;
}

/** A row of text; `y` is its baseline, from the top of the page. */
export interface TextItem extends Style {
  kind: 'text';
  x: number;
  y: number;
  width: number;
  text: string;
  /** Counts the lines of the document that it is of, from 0. */
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
  /** Height of the frame's upper edge. */
  y: number;
  width: number;
  height: number;
  text: string;
}

/** Across the page, behind all else. */
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

/** From one baseline to the next. */
export const leading = ({ size }: Pick<Style, 'size'>): number => size * 1.4;
