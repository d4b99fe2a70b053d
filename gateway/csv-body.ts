import { CsvError, parse } from 'csv-parse/sync';
import type { z } from 'zod';
import { AppError, type FieldIssue } from '#chassis/errors.ts';
import { FREE_FIELDS } from '#proto/common/v1/free-form.contract.ts';
import { type BodyKind, IMPORT_LIMIT } from './bodies.ts';
import { type Packed, pack } from './free-fields.ts';
import { decodeUtf8, parseJson } from './json.ts';
import { elementOf, isOpen, shapeOf } from './schema.ts';
import { isBody, tidy } from './tidy.ts';
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
 * Empty is absent, a list is JSON, response-only columns are ignored. An open record takes columns of any name as text,
 * and its other fields as JSON from one column. All faults of the file are reported with their line:
 * `["body", "3", "currency"]`.
 */
export function csv<Schema extends z.ZodType>(
  schema: Schema,
  answer: z.ZodType,
  { max }: { max: number },
): BodyKind<Packed<z.output<Schema>>[]> {
  const shape = shapeOf(schema) ?? {};
  const shown = shapeOf(answer) ?? {};
  const clean = tidy(schema, answer);
  const packed = pack(schema);
  const open = isOpen(schema);
  return {
    mediaType: 'text/csv',
    limit: IMPORT_LIMIT,
    schema,
    answer,
    accepts: (mediaType) => mediaType === undefined || mediaType === 'text/csv',
    parse: readLines,
    validate(value) {
      const [head, ...lines] = value as Line[];
      const columns = checkColumns(head, open, shape, shown);
      if (lines.length === 0) checkEmpty(columns, shape);
      if (lines.length > max) throw refusal([valueError(['body'], `a file has at most ${max} records`, lines.length)]);
      const records = readRecords(lines, (line) => readRecord(line, columns, shape, shown), schema, clean).map(packed);
      lineNumbers.set(
        records,
        lines.map(({ number }) => number),
      );
      return records;
    },
  };
}

/** Where the records of a file were: known as long as they are. */
const lineNumbers = new WeakMap<object, number[]>();

/** Names the line of each fault that a service found in one of `records`: `["body", "<list>", "<index>", …]`. */
export function byLine(error: unknown, records: unknown[]): unknown {
  const lines = lineNumbers.get(records) ?? [];
  if (!(error instanceof AppError) || !error.issues) return error;
  const issues = error.issues.map((issue) => {
    const [body = '', , index, ...field] = issue.loc;
    const line = lines[Number(index)];
    return line === undefined ? issue : { ...issue, loc: [body, String(line), ...field] };
  });
  return new AppError(error.code, error.message, { issues, cause: error });
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
  open: boolean,
  shape: Record<string, unknown>,
  shown: Record<string, unknown>,
): string[] {
  const columns = head?.cells.map((cell) => cell.trim()) ?? [];
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw refusal([valueError(['body', '1', twice], 'the column is there twice', twice)]);
  const unknown = columns.filter((name) => !Object.hasOwn(shape, name) && !Object.hasOwn(shown, name));
  // As a name it would set no field; JSON with such a name is refused before it is read.
  const refused = open ? unknown.filter((name) => name === '__proto__') : unknown;
  if (refused.length > 0) throw refusal(refused.map(extraColumn));
  return columns;
}

/** The export of an empty list has all columns and no record; a file that lacks columns was cut short. */
function checkEmpty(columns: string[], shape: Record<string, z.ZodType>): void {
  const missing = Object.keys(shape).find((name) => !columns.includes(name) && !isOptional(shape[name]));
  if (missing === undefined) return;
  throw refusal([valueError(['body'], `the file has no records, and no column ${missing}`, null)]);
}

const isOptional = (field: z.ZodType | undefined) => field?._zod.optin === 'optional';

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

function readRecord(
  { number, cells }: Line,
  columns: string[],
  shape: Record<string, z.ZodType>,
  shown: Record<string, unknown>,
): ReturnType<Read> {
  const record: Record<string, unknown> = {};
  const issues: FieldIssue[] = [];
  if (cells.length > columns.length) {
    issues.push(valueError(['body', String(number)], 'the line has more cells than there are columns', null));
  }
  for (const [index, name] of columns.entries()) {
    const cell = cells[index];
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!cell || (!field && Object.hasOwn(shown, name))) continue;
    try {
      if (!field && name === FREE_FIELDS) Object.assign(record, freeFields(cell));
      else record[name] = field && elementOf(field) ? parseJson(Buffer.from(cell)) : cell;
    } catch {
      issues.push(valueError(['body', String(number), name], 'the cell is not JSON', cell));
    }
  }
  return { record, issues };
}

function freeFields(cell: string): Record<string, unknown> {
  const value = parseJson(Buffer.from(cell));
  if (!isBody(value)) throw new SyntaxError('An object expected');
  return value;
}
