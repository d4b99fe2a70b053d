/** Delimiters of cells, the most usual first. */
const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Maximum number of lines that are searched for the line of names. */
const MAX_SEARCHED = 50;

/** The first line of a table, which names the columns. */
export interface Head {
  delimiter: Delimiter;
  /** Number of lines before it. */
  skipped: number;
  /** Number of bytes before it. */
  start: number;
}

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];

/**
 * Finds the line of names: the first line that has the name of a field in a cell, with any of the delimiters. Banks
 * write the account and the period before it. If no line has a name, the first line counts, so that its names are
 * refused. `beginning`: UTF-8. The names of fields are ASCII.
 */
export function findHead(beginning: Buffer, isField: (name: string) => boolean): Head {
  const known = (cells: readonly string[]) => cells.filter(isField).length;
  let quotes = 0;
  let first: string | undefined;
  for (const { text, start, number } of linesOf(beginning)) {
    first ??= text === '' ? undefined : text;
    // A line inside of a quoted cell is no line of names.
    const delimiter = quotes % 2 === 0 ? best(text, known) : undefined;
    if (delimiter) return { delimiter, skipped: number, start };
    quotes += text.split('"').length - 1;
  }
  return { delimiter: best(first ?? '', (cells) => cells.length) ?? ',', skipped: 0, start: 0 };
}

/** The delimiter with the highest count; undefined if all counts are 0. */
function best(text: string, count: (cells: readonly string[]) => number): Delimiter | undefined {
  let [found, most]: [Delimiter | undefined, number] = [undefined, 0];
  for (const delimiter of DELIMITERS) {
    const cells = text.split(delimiter).map(nameOf);
    if (count(cells) > most) [found, most] = [delimiter, count(cells)];
  }
  return found;
}

function nameOf(cell: string): string {
  const name = cell.trim();
  return name.length > 1 && name.startsWith('"') && name.endsWith('"') ? name.slice(1, -1).trim() : name;
}

/** Yields the first lines. `number`: the number of lines before. A byte is a character, so positions are bytes. */
function* linesOf(beginning: Buffer): Generator<{ text: string; start: number; number: number }> {
  let start = 0;
  for (let number = 0; number < MAX_SEARCHED && start < beginning.length; number++) {
    let end = start;
    while (end < beginning.length && beginning[end] !== LINE_FEED && beginning[end] !== CARRIAGE_RETURN) end += 1;
    yield { text: beginning.toString('latin1', start, end), start, number };
    start = end + (beginning[end] === CARRIAGE_RETURN && beginning[end + 1] === LINE_FEED ? 2 : 1);
  }
}
