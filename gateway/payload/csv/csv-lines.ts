import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { decodedParts, guessedEncoding, markedEncoding } from '../text-encoding.ts';
import { refusal, valueError } from '../validate.ts';
import { EmptyLines } from './csv-empty-lines.ts';
import { findHead, type Head } from './csv-head.ts';
import { type DecimalMark, markBeside } from './csv-numbers.ts';

export interface Line {
  /** The first line is 1, as in an editor. */
  number: number;
  cells: string[];
}

/** A CSV file. */
export interface Table {
  /** The decimal mark of its numbers (decisions 6: CSV). */
  mark: DecimalMark;
  /** The lines that are not empty. The first one names the columns. */
  lines: AsyncGenerator<Line>;
}

/** Maximum number of cells in a line. */
export const MAX_COLUMNS = 500;
/** Maximum characters of a line: as many as the bytes of another body. */
const MAX_LINE = 1024 * 1024;
/** Bytes that are parsed in one step. */
const SLICE = 16 * 1024;
/** Bytes of the byte order mark. */
const UTF8_MARK = 3;
/** Bytes in which the line of names is searched. */
const BEGINNING = 4 * SLICE;

const OPTIONS: Options<string[]> = {
  info: true,
  // Without this option, the parser would search for a delimiter at every byte of a file that has only one line.
  record_delimiter: ['\r\n', '\n', '\r'],
  skip_empty_lines: true,
  relax_column_count: true,
  max_record_size: MAX_LINE,
};

/**
 * Opens a CSV file. `isField`: true for the name of a field. The lines are read in time slices, so that other requests
 * run in between. They throw validation_failed for a file that is not CSV, or is above a limit. Throws validation_failed
 * for a file whose encoding is unknown.
 */
export function openTable(bytes: Buffer, isField: (name: string) => boolean): Table {
  const slices = utf8Slices(bytes);
  const beginning = beginningOf(slices);
  const head = findHead(beginning, isField);
  return { mark: markBeside(head.delimiter), lines: readLines(beginning.subarray(head.start), slices, head) };
}

/** Reads the lines from the line of names on. */
async function* readLines(
  beginning: Buffer,
  slices: Iterable<Buffer>,
  { delimiter, skipped }: Head,
): AsyncGenerator<Line> {
  const parser = parse({
    ...OPTIONS,
    delimiter,
    cast(cell, { index, lines }) {
      if (index >= MAX_COLUMNS) throw refused(lines + skipped, `a line has at most ${MAX_COLUMNS} cells`);
      return cell;
    },
  });
  // The loop below gets the errors of the parser.
  pipeline(Readable.from(counted(beginning, slices)), parser, () => undefined);
  try {
    for await (const { record, info } of parser) yield { number: info.lines + skipped, cells: record };
  } catch (error) {
    throw error instanceof CsvError ? refused(Number(error.lines ?? 1) + skipped, reasonOf(error)) : error;
  }
}

const reasonOf = ({ code, message }: CsvError): string =>
  code === 'CSV_MAX_RECORD_SIZE' ? `a line has at most ${MAX_LINE} characters` : message;

async function* counted(beginning: Buffer, rest: Iterable<Buffer>): AsyncGenerator<Buffer> {
  const timeSlices = new TimeSlices();
  const lines = new EmptyLines();
  for (const slices of [cut(beginning), rest]) {
    for (const slice of slices) {
      await timeSlices.giveWay();
      const fault = lines.count(slice);
      if (fault) throw refused(1, fault);
      yield slice;
    }
  }
}

/** Yields the file as UTF-8, without its mark. Throws validation_failed for bytes that its encoding does not have. */
function* utf8Slices(bytes: Buffer): Generator<Buffer, void> {
  const encoding = guessedEncoding(bytes);
  if (encoding === 'utf-8') {
    if (!isUtf8(bytes)) throw refused(1, 'the file is not UTF-8');
    yield* cut(markedEncoding(bytes) ? bytes.subarray(UTF8_MARK) : bytes);
    return;
  }
  try {
    for (const text of decodedParts(bytes, encoding, SLICE)) yield Buffer.from(text);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw refused(
      1,
      encoding === 'windows-1252' ? 'the file is neither UTF-8 nor windows-1252' : 'the file is not UTF-16',
    );
  }
}

function* cut(bytes: Buffer): Generator<Buffer, void> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

function beginningOf(slices: Iterator<Buffer, void>): Buffer {
  const parts: Buffer[] = [];
  for (let length = 0; length < BEGINNING; ) {
    const { value } = slices.next();
    if (!value) break;
    parts.push(value);
    length += value.length;
  }
  return Buffer.concat(parts);
}

const refused = (line: number, error: string) => refusal([valueError(['body', String(line)], error, null)]);
