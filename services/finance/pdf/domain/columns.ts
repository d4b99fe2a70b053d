import type { Column } from './printed-document.ts';

/** Where the text of a column is. */
export interface Place {
  x: number;
  width: number;
  align: 'left' | 'right';
}

export const GAP = 12;
/** Width of a column that does not fill the table, at most: wider text is wrapped. */
const WIDEST = 92;
/** Width of the column that fills the table, at least. */
const FILLING_LEAST = 120;

/** `naturals`: how wide each column would be with nothing wrapped. */
export function columnPlaces(
  columns: readonly Column[],
  naturals: readonly number[],
  { left, width }: { left: number; width: number },
): Place[] {
  const gaps = GAP * (columns.length - 1);
  const widths = columns.map(({ fills }, at) => (fills ? 0 : Math.min(naturals[at] ?? 0, WIDEST)));
  const others = widths.reduce((sum, one) => sum + one, 0);
  const available = width - gaps - FILLING_LEAST;
  const shrunk = others > available ? widths.map((one) => (one * available) / others) : widths;
  const filling = width - gaps - shrunk.reduce((sum, one) => sum + one, 0);
  let x = left;
  return columns.map(({ fills, align }, at) => {
    const place: Place = { x, width: fills ? filling : (shrunk[at] ?? 0), align: align ?? 'left' };
    x += place.width + GAP;
    return place;
  });
}
