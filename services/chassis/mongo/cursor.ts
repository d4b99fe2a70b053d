import { AppError } from '../domain/errors.ts';

/** The end of a page: the sort field's value and the id of its last record. */
export interface Cursor {
  value: string | number | boolean | Date | null;
  id: string;
}

/** The cursor after `record`, as an opaque text for callers. */
export function cursorOf(record: { _id: string }, field: string): string {
  const value = (record as Record<string, unknown>)[field] ?? null;
  const typed = value instanceof Date ? { date: value.getTime() } : value;
  return Buffer.from(JSON.stringify([typed, record._id])).toString('base64url');
}

/** Errors: validation_failed if the text is not a cursor of ours. */
export function readCursor(text: string): Cursor {
  const parsed = parse(text);
  if (Array.isArray(parsed) && parsed.length === 2 && typeof parsed[1] === 'string') {
    const [value, id] = parsed as [unknown, string];
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
      return { value: value as Cursor['value'], id };
    }
    if (isDated(value)) return { value: new Date(value.date), id };
  }
  const issue = { loc: ['query', 'after'], msg: 'Value error, not the next of a page', type: 'value_error' };
  throw new AppError('validation_failed', 'Validation failed', { issues: [{ ...issue, input: text }] });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

function isDated(value: unknown): value is { date: number } {
  return typeof value === 'object' && value !== null && 'date' in value && Number.isInteger(value.date);
}
