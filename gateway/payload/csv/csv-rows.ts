import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import { FREE_FIELDS } from '#proto/common/v1/free-form.contract.ts';
import type { RecordFormat } from '../pieces.ts';
import { freeFieldsOf, publicFormOf } from '../record-form.ts';
import { isDecimal, isOpen, shapeOf } from '../schema.ts';
import { guarded } from './csv-guard.ts';

const UTF8_MARK = '\ufeff';

/**
 * Records as CSV: a line of field names, then a line a record. Empty is null; a list or an object is JSON, and so are all
 * the fields that are not typed, in one column. The import of the same resource takes it back. It begins with a mark that
 * tells spreadsheets its encoding, and no text of it is one that they run.
 */
export function csvRows(schema: z.ZodObject): RecordFormat {
  const shape = shapeOf(schema) ?? {};
  const typed = Object.keys(shape);
  const columns = isOpen(schema) ? [...typed, FREE_FIELDS] : typed;
  // A number, though it travels as text: it is written as it is.
  const exact = new Set(typed.filter((name) => isDecimal(shape[name] as z.ZodType)));
  const publicForm = publicFormOf(schema);
  return {
    begin: UTF8_MARK + stringify([columns]),
    between: '',
    text(message) {
      const fields: Record<string, unknown> = { ...publicForm(message), [FREE_FIELDS]: freeCell(message) };
      return stringify([columns.map((column) => (exact.has(column) ? fields[column] : cell(fields[column])))]);
    },
  };
}

function freeCell(message: unknown): unknown {
  const fields = freeFieldsOf(message as Record<string, unknown>);
  return Object.keys(fields).length > 0 ? fields : null;
}

function cell(value: unknown): unknown {
  if (typeof value === 'string') return guarded(value);
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
