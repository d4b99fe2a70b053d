import { CsvError, parse } from 'csv-parse/sync';
import type { z } from 'zod';
import type { FieldIssue } from '#chassis/errors.ts';
import { type BodyKind, IMPORT_LIMIT } from './bodies.ts';
import { decodeUtf8, parseJson } from './json.ts';
import { elementOf, shapeOf } from './schema.ts';
import { tidy } from './tidy.ts';
import { issuesOf, refusal, valueError } from './validate.ts';

interface Line {
  /** 1-indexed, as an editor counts them. */
  number: number;
  cells: string[];
}

/** Enough faults to see what is wrong with a file. */
const MAX_FAULTS = 100;

/**
 * A CSV file of records, as the export of the same resource writes it: a line of field names, then a record a line.
 * Empty is absent, a list is JSON, response-only columns are ignored. All faults of the file are reported with their
 * line: `["body", "3", "currency"]`.
 */
export function csv<Schema extends z.ZodType>(
  schema: Schema,
  answer: z.ZodType,
  { max }: { max: number },
): BodyKind<z.output<Schema>[]> {
  const shape = shapeOf(schema) ?? {};
  const shown = shapeOf(answer) ?? {};
  const clean = tidy(schema, answer);
  return {
    mediaType: 'text/csv',
    limit: IMPORT_LIMIT,
    schema,
    answer,
    accepts: (mediaType) => mediaType === undefined || mediaType === 'text/csv',
    parse: readLines,
    validate(value) {
      const [head, ...lines] = value as Line[];
      const columns = checkColumns(head, shape, shown);
      if (lines.length === 0) throw refusal([valueError(['body'], 'the file has no records', null)]);
      if (lines.length > max) throw refusal([valueError(['body'], `a file has at most ${max} records`, lines.length)]);
      return readRecords(lines, (line) => readRecord(line, columns, shape), schema, clean);
    },
  };
}

function readLines(bytes: Buffer): Line[] {
  try {
    const options = { bom: true, info: true, skip_empty_lines: true, relax_column_count: true } as const;
    const lines = parse(decodeUtf8(bytes), options) as unknown as { record: string[]; info: { lines: number } }[];
    return lines.map(({ record, info }) => ({ number: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refusal([valueError(['body', String(error.lines ?? 1)], error.message, null)]);
  }
}

function checkColumns(
  head: Line | undefined,
  shape: Record<string, unknown>,
  shown: Record<string, unknown>,
): string[] {
  const columns = head?.cells.map((cell) => cell.trim()) ?? [];
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw refusal([valueError(['body', '1', twice], 'the column is there twice', twice)]);
  const unknown = columns.filter((name) => !Object.hasOwn(shape, name) && !Object.hasOwn(shown, name));
  if (unknown.length > 0) throw refusal(unknown.map(extraColumn));
  return columns;
}

const extraColumn = (name: string): FieldIssue => ({
  type: 'extra_forbidden',
  loc: ['body', '1', name],
  msg: 'Extra inputs are not permitted',
  input: name,
});

type Read = (line: Line) => { record: Record<string, unknown>; issues: FieldIssue[] };

function readRecords<Schema extends z.ZodType>(
  lines: Line[],
  read: Read,
  schema: Schema,
  clean: (value: unknown) => unknown,
): z.output<Schema>[] {
  const records: z.output<Schema>[] = [];
  const issues: FieldIssue[] = [];
  for (const line of lines) {
    const { record, issues: unreadable } = read(line);
    const value = clean(record);
    const result = schema.safeParse(value);
    if (result.success) records.push(result.data);
    else issues.push(...issuesOf(result.error, value, ['body', String(line.number)]));
    issues.push(...unreadable);
    if (issues.length >= MAX_FAULTS) break;
  }
  if (issues.length > 0) throw refusal(issues);
  return records;
}

function readRecord({ number, cells }: Line, columns: string[], shape: Record<string, z.ZodType>): ReturnType<Read> {
  const record: Record<string, unknown> = {};
  const issues: FieldIssue[] = [];
  if (cells.length > columns.length) {
    issues.push(valueError(['body', String(number)], 'the line has more cells than there are columns', null));
  }
  for (const [index, name] of columns.entries()) {
    const field = shape[name];
    const cell = cells[index];
    if (!field || !cell) continue;
    try {
      record[name] = elementOf(field) ? parseJson(Buffer.from(cell)) : cell;
    } catch {
      issues.push(valueError(['body', String(number), name], 'the cell is not JSON', cell));
    }
  }
  return { record, issues };
}
