import { add, type Decimal, parseDecimal } from '#chassis/domain/money.ts';

/** A part of the amounts of a document. */
export interface Cell {
  /** The stored record of the cell: `open`, or `tax-2026`. */
  part: string;
  /** Words without spaces and `=`, such as `EUR 2026-03-31`. */
  key: string;
  /** Each key of a part has the same number of amounts. */
  amounts: readonly Decimal[];
}

/**
 * Sums of cells as texts `<key>=<amounts>`, with spaces between the amounts, sorted. Amounts are exact decimals. Cells
 * whose amounts are all 0 are left out. Short texts are read much faster than nested documents.
 */
export type StoredCells = readonly string[];

/** The key and the amounts of a stored cell, as texts. */
export function readCell(stored: string): { key: string; amounts: string[] } {
  const end = stored.indexOf('=');
  return { key: stored.slice(0, end), amounts: stored.slice(end + 1).split(' ') };
}

/** The cells of one part after the changes. */
export function addCells(before: StoredCells, changes: readonly Cell[]): StoredCells {
  const sums = new Map(before.map((stored) => [readCell(stored).key, stored]));
  for (const { key, amounts } of changes) {
    const known = sums.get(key);
    const terms = known === undefined ? [] : readCell(known).amounts.map(parseDecimal);
    const after = amounts.map((amount, at) => add(amount, terms[at] ?? NOTHING));
    if (after.every((amount) => amount.eq(0))) sums.delete(key);
    else sums.set(key, `${key}=${after.map((amount) => amount.toFixed()).join(' ')}`);
  }
  return [...sums.values()].sort();
}

/** The changes from the cells of `before` to those of `after`, without cells that stay. */
export function cellChanges(before: readonly Cell[], after: readonly Cell[]): Cell[] {
  const changes = new Map<string, Cell>();
  const apply = ({ part, key, amounts }: Cell, sign: 1 | -1) => {
    const name = `${part}=${key}`;
    const known = changes.get(name)?.amounts ?? [];
    const sums = amounts.map((amount, at) => add(known[at] ?? NOTHING, amount.times(sign)));
    changes.set(name, { part, key, amounts: sums });
  };
  for (const cell of after) apply(cell, 1);
  for (const cell of before) apply(cell, -1);
  return [...changes.values()].filter(({ amounts }) => amounts.some((amount) => !amount.eq(0)));
}

const NOTHING = parseDecimal(0);
