import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { Stints } from '#chassis/concurrency/stints.ts';
import { refusal, valueError } from '../validate.ts';

export interface Line {
  /** 1-indexed, as an editor counts them. */
  number: number;
  cells: string[];
}

/** Cells of a line. */
export const MAX_COLUMNS = 500;
/** Characters of a line: as many as another body has bytes. */
const MAX_LINE = 1024 * 1024;
/** Empty lines of a file: each costs the parser as much as one with a record, and 8 MiB are millions. */
const MAX_EMPTY_LINES = 100_000;
/** Bytes that are parsed in one go. */
const SLICE = 16 * 1024;

const OPTIONS: Options<string[]> = {
  bom: true,
  info: true,
  // Left to be found out, it would be looked for at every byte of a file that has only one line.
  record_delimiter: ['\r\n', '\n', '\r'],
  skip_empty_lines: true,
  relax_column_count: true,
  max_record_size: MAX_LINE,
  cast(cell, { index, lines }) {
    if (index >= MAX_COLUMNS) throw refused(lines, `a line has at most ${MAX_COLUMNS} cells`);
    return cell;
  },
};

/** The lines of a CSV file, but for empty ones, while others have their turns. Throws validation_failed. */
export async function* readLines(bytes: Buffer): AsyncGenerator<Line> {
  if (!isUtf8(bytes)) throw refused(1, 'the file is not UTF-8');
  const parser = parse(OPTIONS);
  // Its errors reach the loop.
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
  const stints = new Stints();
  const lines = new EmptyLines();
  for (let at = 0; at < bytes.length; at += SLICE) {
    await stints.giveWay();
    const slice = bytes.subarray(at, at + SLICE);
    lines.count(slice);
    yield slice;
  }
}

const [LINE_FEED, CARRIAGE_RETURN, QUOTE] = [0x0a, 0x0d, 0x22];

/** Counts line ends outside quotes that follow another; CR LF is one. */
class EmptyLines {
  #isQuoted = false;
  #before = LINE_FEED;
  #found = 0;

  /** Throws validation_failed for too many. */
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
