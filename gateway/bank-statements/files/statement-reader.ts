import { Fields } from './fields.ts';
import type { MarkupEvents } from './markup.ts';

/** The elements of a file that make statements and lines. */
export interface StatementFormat {
  /** The elements that are statements, and those within them that are lines. */
  statements: ReadonlySet<string>;
  line: string;
  /** The elements of a statement that are fields apart, each with its own: a balance is told by what kind it is. */
  apart: ReadonlySet<string>;
}

export interface FoundStatement {
  fields: Fields;
  /** Fields of each kind of element that is read apart. */
  apart: Fields[];
}

export interface FileListener {
  /** Adds the facts that the file says besides. */
  statement(found: FoundStatement, file: Fields): void;
  /** Reads a line of the statement as far as it is read. Throws for a line too many. */
  line(fields: Fields, found: FoundStatement): void;
}

interface Level {
  name: string;
  text: string;
  /** Receives the texts of its fields and of those within it. */
  fields: Fields;
  /** From there to it. */
  path: string;
}

/** Gathers the fields of statements and of their lines, one at a time: of a file no more is held. */
export class StatementReader implements MarkupEvents {
  readonly #format: StatementFormat;
  readonly #listener: FileListener;
  readonly #levels: Level[] = [];
  readonly #file = new Fields();
  #statement: FoundStatement | undefined;

  constructor(format: StatementFormat, listener: FileListener) {
    this.#format = format;
    this.#listener = listener;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
    const above = this.#levels.at(-1);
    const { statements, apart, line: lineName } = this.#format;
    const begins = statements.has(name) || (this.#statement && (name === lineName || apart.has(name)));
    const fields = begins ? new Fields(line) : (above?.fields ?? this.#file);
    const path = begins ? '' : above?.path ? `${above.path}/${name}` : name;
    if (statements.has(name)) this.#statement = { fields, apart: [] };
    else if (begins && apart.has(name)) this.#statement?.apart.push(fields);
    for (const [attribute, value] of Object.entries(attributes)) fields.add(`${path}@${attribute}`, value);
    this.#levels.push({ name, text: '', fields, path });
  }

  text(text: string): void {
    const level = this.#levels.at(-1);
    // A leaf's text comes in pieces; what is too long is refused as such, however long it is.
    if (level && level.text.length < MAX_TEXT) level.text += text;
  }

  close(): void {
    const level = this.#levels.pop();
    if (!level) return;
    level.fields.add(level.path, level.text);
    if (this.#statement && level.name === this.#format.line && level.path === '') {
      this.#listener.line(level.fields, this.#statement);
    }
    if (!this.#format.statements.has(level.name) || !this.#statement) return;
    this.#listener.statement(this.#statement, this.#file);
    this.#statement = undefined;
  }
}

const MAX_TEXT = 20_000;
