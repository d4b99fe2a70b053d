import type { z } from 'zod';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { AppError, type FieldIssue } from '#chassis/domain/errors.ts';
import type { EncodedRequest } from '#chassis/rpc/encoded-request.ts';
import { MAX_MESSAGE } from '#chassis/rpc/grpc-limits.ts';
import { type BodyKind, IMPORT_LIMIT, sanitize } from '../bodies.ts';
import { type Packed, pack } from '../record-form.ts';
import type { RequestEncoder } from '../request-encoder.ts';
import { issuesOf, refusal, valueError } from '../validate.ts';
import { type Column, Columns } from './csv-columns.ts';
import { type Line, openTable } from './csv-lines.ts';
import type { DecimalMark } from './csv-numbers.ts';
import { readRecord } from './csv-records.ts';

/** Maximum number of faults in an answer: enough to see what is wrong with a file. */
const MAX_FAULTS = 100;
/**
 * Bytes of memory to reserve for an import. The memory of an import, also in the service, depends on its records and
 * not on its length.
 */
const IMPORT_MEMORY = 4 * 1024 * 1024;
/** Maximum number of records that exist as objects at a time. */
const PART = 100;

/** A file whose records are all valid. */
export interface ImportFile<Request> {
  /** The import's request to the service. */
  request: EncodedRequest<Request>;
  /** The line number of each record. */
  lines: number[];
}

interface ImportOptions<Input, Request> {
  /** Maximum number of records in a file. */
  max: number;
  encoder(): RequestEncoder<Request>;
  /** Returns the request for these records. */
  part(records: Input[]): Request;
}

/**
 * A CSV file of records, in the form of the same resource's export: a line of field names, then one line for each
 * record. Delimiters, encodings and numbers as spreadsheets write them are understood (decisions 6: CSV). An empty cell
 * is an absent field, a list is JSON, and response-only columns are ignored. An open record takes
 * columns of any name as text; one column holds other untyped fields as JSON. Each fault names its line: `["body", "3",
 * "currency"]`. The file is read line by line and encoded as its request, so that neither is ever in memory as objects.
 */
export function csv<Schema extends z.ZodType, Request>(
  schema: Schema,
  answer: z.ZodType,
  options: ImportOptions<Packed<z.output<Schema>>, Request>,
): BodyKind<ImportFile<Request>> {
  const header = new Columns(schema, answer);
  const judge = judgeOf(schema, answer);
  return {
    mediaType: 'text/csv',
    limit: IMPORT_LIMIT,
    memory: IMPORT_MEMORY,
    schema,
    answer,
    accepts: (mediaType) => mediaType === undefined || mediaType === 'text/csv',
    parse: (bytes) => bytes,
    async validate(value) {
      const { lines, mark } = openTable(value as Buffer, header.isField);
      const { value: head } = await lines.next();
      const columns = header.read(head ?? { number: 1, cells: [] });
      const file = new FileReader(options, (line) => judge(line, columns, mark));
      const { request, lines: found } = await file.read(lines);
      if (found.length === 0) checkEmpty(header.missing(columns));
      return { request, lines: found };
    },
  };
}

type Judge<Input> = (line: Line) => { input: Input } | { issues: FieldIssue[] };

function judgeOf<Schema extends z.ZodType>(schema: Schema, answer: z.ZodType) {
  const clean = sanitize(schema, answer);
  const packed = pack(schema);
  return (line: Line, columns: readonly Column[], mark: DecimalMark): ReturnType<Judge<Packed<z.output<Schema>>>> => {
    const { record, issues: unreadable } = readRecord(line, columns, mark);
    const value = clean(record);
    const result = schema.safeParse(value);
    const refused = result.success ? [] : issuesOf(result.error, value, ['body', String(line.number)]);
    // The field of a cell that cannot be read is not missing.
    const isUnreadable = ({ loc: [, , field] }: FieldIssue) =>
      field !== undefined && unreadable.some(({ loc }) => loc[2] === field);
    const issues = [...refused.filter((issue) => !isUnreadable(issue)), ...unreadable];
    return result.success && issues.length === 0 ? { input: packed(result.data) } : { issues };
  };
}

/** Reads the lines of one file into its request. */
class FileReader<Input, Request> {
  readonly #options: ImportOptions<Input, Request>;
  readonly #judge: Judge<Input>;
  readonly #encoder: RequestEncoder<Request>;
  readonly #lines: number[] = [];
  readonly #issues: FieldIssue[] = [];
  #part: Input[] = [];

  constructor(options: ImportOptions<Input, Request>, judge: Judge<Input>) {
    this.#options = options;
    this.#judge = judge;
    this.#encoder = options.encoder();
  }

  /** Throws validation_failed; body_too_large when the encoded records are too large for one message. */
  async read(lines: AsyncIterable<Line>): Promise<ImportFile<Request>> {
    const timeSlices = new TimeSlices();
    for await (const line of lines) {
      await timeSlices.giveWay();
      this.#addLine(line);
      if (this.#issues.length >= MAX_FAULTS) break;
    }
    if (this.#issues.length > 0) throw refusal(this.#issues);
    this.#encode();
    return { request: this.#encoder.finish(), lines: this.#lines };
  }

  #addLine(line: Line): void {
    const { max } = this.#options;
    if (this.#lines.push(line.number) > max) {
      throw refusal([valueError(['body'], `a file has at most ${max} records`, null)]);
    }
    const judged = this.#judge(line);
    if ('issues' in judged) this.#issues.push(...judged.issues);
    else if (this.#part.push(judged.input) === PART) this.#encode();
  }

  #encode(): void {
    this.#encoder.add(this.#options.part(this.#part));
    this.#part = [];
    if (this.#encoder.length <= MAX_MESSAGE) return;
    throw new AppError('body_too_large', `The records of the file take more than ${MAX_MESSAGE} bytes`);
  }
}

/**
 * Accepts a file without records only if it has all required columns, as the export of an empty list does. Otherwise
 * the file was cut short. Throws validation_failed.
 */
function checkEmpty(missing: string | undefined): void {
  if (missing === undefined) return;
  throw refusal([valueError(['body'], `the file has no records, and no column ${missing}`, null)]);
}

/**
 * Replaces the list and index in each fault that a service found (`["body", "<list>", "<index>", …]`) by the line
 * number.
 */
export function byLine(error: unknown, lines: readonly number[]): unknown {
  if (!(error instanceof AppError) || !error.issues) return error;
  const issues = error.issues.map((issue) => {
    const [body = '', , index, ...field] = issue.loc;
    const line = lines[Number(index)];
    return line === undefined ? issue : { ...issue, loc: [body, String(line), ...field] };
  });
  return new AppError(error.code, error.message, { issues, cause: error });
}
