import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { refusal, valueError } from '../validate.ts';

export interface Line {
  /** The first line is 1, as in an editor. */
  number: number;
  cells: string[];
}

/** Maximum number of cells in a line. */
export const MAX_COLUMNS = 500;
/** Maximum characters of a line: as many as the bytes of another body. */
const MAX_LINE = 1024 * 1024;
/**
 * Maximum number of empty lines in a file. The parser spends as much time on an empty line as on a record, and 8 MiB
 * could hold millions.
 */
const MAX_EMPTY_LINES = 100_000;
/** Bytes that are parsed in one step. */
const SLICE = 16 * 1024;

const OPTIONS: Options<string[]> = {
  bom: true,
  info: true,
  // Without this option, the parser would search for a delimiter at every byte of a file that has only one line.
  record_delimiter: ['\r\n', '\n', '\r'],
  skip_empty_lines: true,
  relax_column_count: true,
  max_record_size: MAX_LINE,
  cast(cell, { index, lines }) {
    if (index >= MAX_COLUMNS) throw refused(lines, `a line has at most ${MAX_COLUMNS} cells`);
    return cell;
  },
};

/**
 * Yields the non-empty lines of a CSV file. Works in time slices, so that other requests run in between. Throws
 * validation_failed for a file that is not UTF-8 or not CSV, or is above a limit.
 */
export async function* readLines(bytes: Buffer): AsyncGenerator<Line> {
  if (!isUtf8(bytes)) throw refused(1, 'the file is not UTF-8');
  const parser = parse(OPTIONS);
  // The loop below gets the errors of the parser.
  pipeline(Readable.from(slices(bytes)), parser, () => undefined);
  try {
    for await (const { record, info } of parser) yield { number: info.lines, cells: record };
  } catch (error) {
    throw error instanceof CsvError ? refused(error.lines ?? 1, reasonOf(error)) : error;
  }
}

const reasonOf = ({ code, message }: CsvError): string =>
  code === 'CSV_MAX_RECORD_SIZE' ? `a line has at most ${MAX_LINE} characters` : message;

async function* slices(bytes: Buffer): AsyncGenerator<Buffer> {
  const timeSlices = new TimeSlices();
  const lines = new EmptyLines();
  for (let at = 0; at < bytes.length; at += SLICE) {
    await timeSlices.giveWay();
    const slice = bytes.subarray(at, at + SLICE);
    lines.count(slice);
    yield slice;
  }
}

const [LINE_FEED, CARRIAGE_RETURN, QUOTE] = [0x0a, 0x0d, 0x22];

/** Counts empty lines: line ends outside quotes that follow another line end. CR LF counts as one line end. */
class EmptyLines {
  #isQuoted = false;
  #before = LINE_FEED;
  #found = 0;

  /** Throws validation_failed for too many empty lines. */
  count(slice: Buffer): void {
    for (const byte of slice) {
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      else if (!this.#isQuoted && this.#endsEmpty(byte)) this.#found += 1;
      this.#before = byte;
    }
    if (this.#found > MAX_EMPTY_LINES) throw refused(1, `a file has at most ${MAX_EMPTY_LINES} empty lines`);
  }

  #endsEmpty(byte: number): boolean {
    if (byte === CARRIAGE_RETURN) return this.#before === LINE_FEED || this.#before === CARRIAGE_RETURN;
    return byte === LINE_FEED && this.#before === LINE_FEED;
  }
}

const refused = (line: unknown, error: string) => refusal([valueError(['body', String(line)], error, null)]);
