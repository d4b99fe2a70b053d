import type { Column } from './printed-document.ts';

/** The horizontal position of a column, in points. */
export interface Place {
  x: number;
  width: number;
  align: 'left' | 'right';
}

export const GAP = 12;
/** Maximum width of a column in points, except of the column that fills the table. Wider text is wrapped. */
const MAX_WIDTH = 92;
/** Minimum width of the column that fills the table, in points. */
const MIN_FILLING_WIDTH = 120;

/** The positions of the columns. `naturals`: the width of each column in points if no text is wrapped. */
export function columnPlaces(
  columns: readonly Column[],
  naturals: readonly number[],
  { left, width }: { left: number; width: number },
): Place[] {
  const gaps = GAP * (columns.length - 1);
  const widths = columns.map(({ fills }, at) => (fills ? 0 : Math.min(naturals[at] ?? 0, MAX_WIDTH)));
  const others = widths.reduce((sum, one) => sum + one, 0);
  const available = width - gaps - MIN_FILLING_WIDTH;
  const shrunk = others > available ? widths.map((one) => (one * available) / others) : widths;
  const filling = width - gaps - shrunk.reduce((sum, one) => sum + one, 0);
  let x = left;
  return columns.map(({ fills, align }, at) => {
    const place: Place = { x, width: fills ? filling : (shrunk[at] ?? 0), align: align ?? 'left' };
    x += place.width + GAP;
    return place;
  });
}
