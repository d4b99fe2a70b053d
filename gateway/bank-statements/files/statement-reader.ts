import { Fields } from './fields.ts';
import type { MarkupEvents } from './markup.ts';

/** The elements that are statements and lines in a file format. */
export interface StatementFormat {
  /** Names of the statement elements. */
  statements: ReadonlySet<string>;
  /** Name of the line elements inside a statement. */
  line: string;
  /**
   * Names of elements in a statement whose fields are gathered separately. Example: balances, which differ only by
   * their type.
   */
  apart: ReadonlySet<string>;
}

export interface FoundStatement {
  fields: Fields;
  /** The fields of each element that is gathered separately. */
  apart: Fields[];
}

export interface FileListener {
  /** Called at the end of a statement. `file`: the fields outside of statements. */
  statement(found: FoundStatement, file: Fields): void;
  /** Called at the end of a line, with the fields of its statement that are read so far. Throws for too many lines. */
  line(fields: Fields, found: FoundStatement): void;
}

interface Level {
  name: string;
  text: string;
  /** Receives the texts of this element, and of the elements inside it. */
  fields: Fields;
  /** The path to this element from the element that `fields` belongs to. */
  path: string;
}

/** Gathers the fields of one statement and one line at a time, so that the file is never in memory as objects. */
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
    // An element's text comes in pieces. A cut text is still long enough to be refused as too long.
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
