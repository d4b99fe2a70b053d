import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import { FREE_FIELDS } from '#proto/common/v1/free-form.contract.ts';
import type { RecordFormat } from '../pieces.ts';
import { freeFieldsOf, publicFormOf } from '../record-form.ts';
import { isDecimal, isOpen, shapeOf } from '../schema.ts';
import { guarded } from './csv-guard.ts';
import { type DecimalMark, markBeside } from './csv-numbers.ts';

const UTF8_MARK = '\ufeff';

/** Delimiters of an export. */
export const exportDelimiters = [',', ';'] as const;
export type ExportDelimiter = (typeof exportDelimiters)[number];

/**
 * Writes records as CSV: a line of field names, then one line for each record. An empty cell is null. Lists and objects
 * are JSON. One column holds all untyped fields as JSON. The import of the same resource accepts this form. A byte
 * order mark at the beginning tells spreadsheets the encoding. Text that a spreadsheet could run is guarded. Numbers have
 * a decimal comma if the delimiter is `;`.
 */
export function csvRows(schema: z.ZodObject, delimiter: ExportDelimiter = ','): RecordFormat {
  const shape = shapeOf(schema) ?? {};
  const typed = Object.keys(shape);
  const columns = isOpen(schema) ? [...typed, FREE_FIELDS] : typed;
  // Decimals travel as text, but they are numbers: they are written without a guard.
  const exact = new Set(typed.filter((name) => isDecimal(shape[name] as z.ZodType)));
  const publicForm = publicFormOf(schema);
  const row = (cells: unknown[]) => stringify([cells], { delimiter });
  const number = numberWith(markBeside(delimiter));
  return {
    begin: UTF8_MARK + row(columns),
    between: '',
    text(message) {
      const fields: Record<string, unknown> = { ...publicForm(message), [FREE_FIELDS]: freeCell(message) };
      return row(columns.map((column) => (exact.has(column) ? number(fields[column]) : cell(fields[column], number))));
    },
  };
}

function freeCell(message: unknown): unknown {
  const fields = freeFieldsOf(message as Record<string, unknown>);
  return Object.keys(fields).length > 0 ? fields : null;
}

/** The formats of an export by its delimiter. */
export const csvFormats = (schema: z.ZodObject): Record<ExportDelimiter, RecordFormat> => ({
  ',': csvRows(schema, ','),
  ';': csvRows(schema, ';'),
});

type NumberCell = (value: unknown) => unknown;

/** Writes a number or an exact decimal. A number with an exponent keeps its point. */
const numberWith =
  (mark: DecimalMark): NumberCell =>
  (value) => {
    if (mark === '.' || value === null || value === undefined) return value;
    const text = String(value);
    return text.includes('e') ? text : text.replace('.', mark);
  };

function cell(value: unknown, number: NumberCell): unknown {
  if (typeof value === 'string') return guarded(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return number(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
