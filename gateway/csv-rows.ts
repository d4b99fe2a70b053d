import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import { fromWire } from './from-wire.ts';
import { shapeOf } from './schema.ts';

interface Page {
  data: unknown[];
  next?: string | undefined;
}

/**
 * A list as CSV, page by page: a line of field names, then a line a record. Empty is null; a list or an object is JSON.
 * The import of the same resource takes it back.
 */
export async function* csvRows(
  schema: z.ZodObject,
  first: Page,
  fetch: (after: string) => Promise<Page>,
): AsyncGenerator<string> {
  const columns = Object.keys(shapeOf(schema) ?? {});
  const publicForm = fromWire(schema);
  yield stringify([columns]);
  for (let page: Page | undefined = first; page; page = page.next ? await fetch(page.next) : undefined) {
    const records = page.data.map((message) => publicForm(message) as Record<string, unknown>);
    yield stringify(records.map((record) => columns.map((column) => cell(record[column]))));
  }
}

function cell(value: unknown): unknown {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
