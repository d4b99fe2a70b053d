import { AppError, type FieldIssue, faultOf, MAX_ISSUES } from '#chassis/domain/errors.ts';
import type { Place } from './account.ts';
import { MAX_LEVEL, type PlacedAccount } from './move.ts';

/** The fields of an imported line that decide the position of its account. */
export interface Row {
  /** An id by which other lines may name this line. The account gets a new id. */
  id?: string;
  code: string;
  name: string;
  parentId?: string;
}

/** The position of the account of a line. */
export interface PlacedRow extends Place {
  id: string;
  childCount: number;
}

/** The parents that lines name and that are not lines of the file. */
export function namedBeside(rows: readonly Row[]): string[] {
  const lines = linesByName(rows);
  const names = rows.flatMap(({ parentId }) => (parentId === undefined || lines.has(parentId) ? [] : parentId));
  return [...new Set(names)];
}

/**
 * The positions of the accounts. Lines may come in any order. `known`: existing accounts, by the name that lines use. A
 * line of the file has precedence over an existing account. Errors: validation_failed that names the lines without a
 * position.
 */
export function placeRows(
  rows: readonly Row[],
  known: ReadonlyMap<string, PlacedAccount>,
  newId: () => string,
): PlacedRow[] {
  const lines = linesByName(rows);
  const ids = rows.map(newId);
  const above = rows.map(({ parentId }) => (parentId === undefined ? undefined : lines.get(parentId)));
  const beside = ({ parentId }: Row) => (parentId === undefined ? undefined : known.get(parentId));
  const levels = levelsOf(above, (index) => beside(rows[index] as Row)?.level ?? 0);
  const counts = new Map<number, number>();
  for (const line of above) if (line !== undefined) counts.set(line, (counts.get(line) ?? 0) + 1);

  const faultOfParent = (row: Row, index: number): string | undefined => {
    if (row.parentId !== undefined && above[index] === undefined && !beside(row)) return UNKNOWN;
    const level = levels[index];
    if (level === undefined) return ROUND;
    return level > MAX_LEVEL ? TOO_DEEP : undefined;
  };
  refuse([
    ...repeated(rows, 'id'),
    ...repeated(rows, 'code'),
    ...rows.flatMap((row, index) => {
      const error = faultOfParent(row, index);
      return error === undefined ? [] : faultAt(index, 'parentId', error, row.parentId);
    }),
  ]);
  return rows.map((row, index) => {
    const line = above[index];
    const parent = line === undefined ? shown(beside(row)) : named(ids[line], rows[line]);
    return { id: ids[index] as string, level: levels[index] as number, parent, childCount: counts.get(index) ?? 0 };
  });
}

const UNKNOWN = 'no line of the file and no management account has this id or code';
const ROUND = 'the lines above it lead back to themselves';
const TOO_DEEP = `a chart of accounts has at most ${MAX_LEVEL} levels`;

/** Line numbers by id and code. An id has precedence over the code of another line. */
function linesByName(rows: readonly Row[]): ReadonlyMap<string, number> {
  const lines = new Map(rows.map(({ code }, index) => [code, index]));
  for (const [index, { id }] of rows.entries()) if (id !== undefined) lines.set(id, index);
  return lines;
}

/**
 * The levels of lines, computed from the top down; undefined for a line that is below itself. `above`: the parent line
 * of each line.
 */
function levelsOf(
  above: readonly (number | undefined)[],
  levelBeside: (index: number) => number,
): (number | undefined)[] {
  const below = Map.groupBy(above.keys(), (index) => above[index]);
  const levels: (number | undefined)[] = [];
  const reached = below.get(undefined) ?? [];
  for (const index of reached) {
    const line = above[index];
    levels[index] = 1 + (line === undefined ? levelBeside(index) : (levels[line] as number));
    for (const next of below.get(index) ?? []) reached.push(next);
  }
  return levels;
}

/** Faults of lines whose id or code an earlier line has: references to it would be ambiguous. */
function repeated(rows: readonly Row[], field: 'id' | 'code'): FieldIssue[] {
  const seen = new Set<string>();
  return rows.flatMap((row, index) => {
    const value = row[field];
    if (value === undefined) return [];
    if (seen.has(value)) return faultAt(index, field, `another line of the file has this ${field}`, value);
    seen.add(value);
    return [];
  });
}

/** The element of `loc` that holds the line's index. */
const INDEX = 2;

const faultAt = (index: number, field: string, error: string, input: unknown): FieldIssue[] => [
  faultOf(['body', 'accounts', String(index), field], error, input),
];

function refuse(issues: FieldIssue[]): void {
  if (issues.length === 0) return;
  const byLine = issues.toSorted((a, b) => Number(a.loc[INDEX]) - Number(b.loc[INDEX]));
  throw new AppError('validation_failed', 'Validation failed', { issues: byLine.slice(0, MAX_ISSUES) });
}

function shown(parent: PlacedAccount | undefined): Place['parent'] {
  return parent ? { id: parent.id, code: parent.code, name: parent.name } : null;
}

const named = (id: string | undefined, row: Row | undefined): Place['parent'] =>
  row ? { id: id as string, code: row.code, name: row.name } : null;
