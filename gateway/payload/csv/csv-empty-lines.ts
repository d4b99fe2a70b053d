/**
 * Maximum number of empty lines in a file. The parser spends as much time on an empty line as on a record, and 8 MiB
 * could hold millions.
 */
const MAX_EMPTY_LINES = 100_000;

const [LINE_FEED, CARRIAGE_RETURN, QUOTE] = [0x0a, 0x0d, 0x22];

/** Counts empty lines: line ends outside quotes that follow another line end. CR LF counts as one line end. */
export class EmptyLines {
  #isQuoted = false;
  #before = LINE_FEED;
  #found = 0;

  /** Counts the next bytes of the file. Returns a fault for too many empty lines. */
  count(slice: Buffer): string | undefined {
    for (const byte of slice) {
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      else if (!this.#isQuoted && this.#endsEmpty(byte)) this.#found += 1;
      this.#before = byte;
    }
    return this.#found > MAX_EMPTY_LINES ? `a file has at most ${MAX_EMPTY_LINES} empty lines` : undefined;
  }

  #endsEmpty(byte: number): boolean {
    if (byte === CARRIAGE_RETURN) return this.#before === LINE_FEED || this.#before === CARRIAGE_RETURN;
    return byte === LINE_FEED && this.#before === LINE_FEED;
  }
}
