import type { z } from 'zod';
import { Stints } from '#chassis/concurrency/stints.ts';
import { AppError, type FieldIssue } from '#chassis/domain/errors.ts';
import type { EncodedRequest } from '#chassis/rpc/encoded-request.ts';
import { MAX_MESSAGE } from '#chassis/rpc/grpc-limits.ts';
import { type BodyKind, IMPORT_LIMIT, sanitize } from '../bodies.ts';
import { type Packed, pack } from '../record-form.ts';
import type { RequestEncoder } from '../request-encoder.ts';
import { issuesOf, refusal, valueError } from '../validate.ts';
import { type Column, Columns } from './csv-columns.ts';
import { type Line, readLines } from './csv-lines.ts';
import { readRecord } from './csv-records.ts';

/** Enough faults to see what is wrong with a file. */
const MAX_FAULTS = 100;
/** Bytes: what an import costs, its service too, lies in its records and not in their length. */
const IMPORT_MEMORY = 4 * 1024 * 1024;
/** Records that are held as objects. */
const PART = 100;

/** A file whose records are well formed. */
export interface ImportFile<Request> {
  /** The request of the import to the service. */
  request: EncodedRequest<Request>;
  /** Where each record was. */
  lines: number[];
}

interface ImportOptions<Input, Request> {
  /** Records of a file. */
  max: number;
  encoder(): RequestEncoder<Request>;
  /** The request that asks for these records. */
  part(records: Input[]): Request;
}

/**
 * A CSV file of records, as the export of the same resource writes it: a line of field names, then a record a line.
 * Empty is absent, a list is JSON, response-only columns are ignored. An open record takes columns of any name as text,
 * and its other fields as JSON from one column. The faults of the file are reported with their line:
 * `["body", "3", "currency"]`. It is read a line at a time, and becomes the bytes of its request on the way: neither is
 * ever there as objects.
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
      const lines = readLines(value as Buffer);
      const { value: head } = await lines.next();
      const columns = header.read(head?.cells ?? []);
      const file = new FileReader(options, (line) => judge(line, columns));
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
  return (line: Line, columns: readonly Column[]): ReturnType<Judge<Packed<z.output<Schema>>>> => {
    const { record, issues: unreadable } = readRecord(line, columns);
    const value = clean(record);
    const result = schema.safeParse(value);
    const refused = result.success ? [] : issuesOf(result.error, value, ['body', String(line.number)]);
    const issues = [...refused, ...unreadable];
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

  /** Throws validation_failed, body_too_large. */
  async read(lines: AsyncIterable<Line>): Promise<ImportFile<Request>> {
    const stints = new Stints();
    for await (const line of lines) {
      await stints.giveWay();
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

/** The export of an empty list has all columns and no record; a file that lacks columns was cut short. */
function checkEmpty(missing: string | undefined): void {
  if (missing === undefined) return;
  throw refusal([valueError(['body'], `the file has no records, and no column ${missing}`, null)]);
}

/** Names the line of each fault that a service found in a file's records: `["body", "<list>", "<index>", …]`. */
export function byLine(error: unknown, lines: readonly number[]): unknown {
  if (!(error instanceof AppError) || !error.issues) return error;
  const issues = error.issues.map((issue) => {
    const [body = '', , index, ...field] = issue.loc;
    const line = lines[Number(index)];
    return line === undefined ? issue : { ...issue, loc: [body, String(line), ...field] };
  });
  return new AppError(error.code, error.message, { issues, cause: error });
}
