import type { FieldIssue } from '#chassis/domain/errors.ts';
import { isObject } from '../bodies.ts';
import { echo } from '../echo.ts';
import { parseJson } from '../json.ts';
import { valueError } from '../validate.ts';
import type { Column } from './csv-columns.ts';
import { unguarded } from './csv-guard.ts';
import type { Line } from './csv-lines.ts';
import { type DecimalMark, readNumber } from './csv-numbers.ts';

type Fields = Record<string, unknown>;

/**
 * Reads a record from its line. Returns the record, and a fault for each cell that cannot be read. An empty cell is an
 * absent field. `mark`: the decimal mark of the file.
 */
export function readRecord({ number, cells }: Line, columns: readonly Column[], mark: DecimalMark) {
  const record: Fields = {};
  const issues: FieldIssue[] = [];
  const refuse = (loc: string[], error: string, input: unknown) =>
    issues.push(valueError(['body', String(number), ...loc], error, input));
  if (cells.length > columns.length) refuse([], 'the line has more cells than there are columns', null);
  for (const [index, column] of columns.entries()) {
    const cell = cells[index];
    if (!cell || column.holds === 'nothing') continue;
    const fault = readCell(record, column, unguarded(cell), mark);
    // Text that is not JSON may hold a secret anywhere, so the fault does not show free fields.
    if (fault) refuse([column.name], fault, column.holds === 'free fields' ? null : echo(cell));
  }
  return { record, issues };
}

/** Sets the field of a cell. Returns the fault of a cell that cannot be read. */
function readCell(record: Fields, { name, holds }: Column, cell: string, mark: DecimalMark): string | undefined {
  if (holds === 'number') {
    const read = readNumber(cell, mark);
    if (typeof read === 'object') return read.doubt;
    record[name] = read;
  } else if (holds === 'text') record[name] = cell;
  else return readJson(record, holds === 'json' ? name : undefined, cell);
}

/** `name`: the field of the value; undefined if the cell is an object of fields. */
function readJson(record: Fields, name: string | undefined, cell: string): string | undefined {
  try {
    const value = parseJson(Buffer.from(cell));
    if (name !== undefined) record[name] = value;
    else if (isObject(value)) Object.assign(record, value);
    else return NOT_JSON;
  } catch {
    return NOT_JSON;
  }
}

const NOT_JSON = 'the cell is not JSON';
