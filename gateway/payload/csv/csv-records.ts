import type { FieldIssue } from '#chassis/domain/errors.ts';
import { isObject } from '../bodies.ts';
import { echo } from '../echo.ts';
import { parseJson } from '../json.ts';
import { valueError } from '../validate.ts';
import type { Column } from './csv-columns.ts';
import { unguarded } from './csv-guard.ts';
import type { Line } from './csv-lines.ts';

type Fields = Record<string, unknown>;

/**
 * Reads a record from its line. Returns the record, and a fault for each cell that cannot be read. An empty cell is an
 * absent field.
 */
export function readRecord({ number, cells }: Line, columns: readonly Column[]) {
  const record: Fields = {};
  const issues: FieldIssue[] = [];
  const refuse = (loc: string[], error: string, input: unknown) =>
    issues.push(valueError(['body', String(number), ...loc], error, input));
  if (cells.length > columns.length) refuse([], 'the line has more cells than there are columns', null);
  for (const [index, column] of columns.entries()) {
    const cell = cells[index];
    if (!cell || column.holds === 'nothing') continue;
    try {
      readCell(record, column, unguarded(cell));
    } catch {
      // Text that is not JSON may hold a secret anywhere, so the fault does not show free fields.
      refuse([column.name], 'the cell is not JSON', column.holds === 'free fields' ? null : echo(cell));
    }
  }
  return { record, issues };
}

function readCell(record: Fields, { name, holds }: Column, cell: string): void {
  if (holds === 'free fields') Object.assign(record, freeFields(cell));
  else record[name] = holds === 'json' ? parseJson(Buffer.from(cell)) : cell;
}

function freeFields(cell: string): Fields {
  const value = parseJson(Buffer.from(cell));
  if (!isObject(value)) throw new SyntaxError('An object expected');
  return value;
}
