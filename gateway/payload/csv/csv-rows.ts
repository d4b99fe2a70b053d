import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import { FREE_FIELDS } from '#proto/common/v1/free-form.contract.ts';
import { freeFieldsOf } from '../free-fields.ts';
import { fromWire } from '../from-wire.ts';
import { isOpen, shapeOf } from '../schema.ts';
import { guarded } from './csv-guard.ts';

const UTF8_MARK = '\ufeff';

interface Page {
  data: unknown[];
  next?: string | undefined;
}

/**
 * A list as CSV, page by page: a line of field names, then a line a record. Empty is null; a list or an object is JSON,
 * and so are all the fields that are not typed, in one column. The import of the same resource takes it back. It begins
 * with a mark that tells spreadsheets its encoding, and no text of it is one that they run.
 */
export async function* csvRows(
  schema: z.ZodObject,
  first: Page,
  fetch?: (after: string) => Promise<Page>,
): AsyncGenerator<string> {
  const typed = Object.keys(shapeOf(schema) ?? {});
  const columns = isOpen(schema) ? [...typed, FREE_FIELDS] : typed;
  const publicForm = fromWire(schema);
  yield UTF8_MARK + stringify([columns]);
  for (let page: Page | undefined = first; page; page = page.next ? await fetch?.(page.next) : undefined) {
    const records = page.data.map((message) => ({ ...publicForm(message), [FREE_FIELDS]: freeCell(message) }));
    yield stringify(records.map((record: Record<string, unknown>) => columns.map((column) => cell(record[column]))));
  }
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
