import { Fields } from './fields.ts';
import { type MarkupEvents, refusedAt } from './markup.ts';

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
  /** Name of elements in a line whose fields are also gathered separately: the transactions of a batch. */
  part?: string;
  /** Names of elements of other messages, with the reason for which a file of them is refused. */
  refused?: ReadonlyMap<string, string>;
}

export interface FoundStatement {
  fields: Fields;
  /** The fields of each element that is gathered separately. */
  apart: Fields[];
}

export interface FileListener {
  /** Called at the end of a part of a line, with its fields. Throws for too many parts. */
  part?(fields: Fields): void;
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
  /** The path of a part from its line; undefined for other elements. */
  partOf?: string;
}

/** Gathers the fields of one statement and one line at a time, so that the file is never in memory as objects. */
export class StatementReader implements MarkupEvents {
  readonly #format: StatementFormat;
  readonly #listener: FileListener;
  readonly #levels: Level[] = [];
  readonly #file = new Fields();
  #statement: FoundStatement | undefined;
  #line: Fields | undefined;

  constructor(format: StatementFormat, listener: FileListener) {
    this.#format = format;
    this.#listener = listener;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
    const above = this.#levels.at(-1);
    const { statements, apart, line: lineName, refused } = this.#format;
    const reason = refused?.get(name);
    if (reason !== undefined) throw refusedAt(line, reason);
    const whole = above?.path ? `${above.path}/${name}` : name;
    const isPart = name === this.#format.part && above !== undefined && above.fields === this.#line;
    const begins = statements.has(name) || (this.#statement && (name === lineName || apart.has(name))) || isPart;
    const fields = begins ? new Fields(line) : (above?.fields ?? this.#file);
    const path = begins ? '' : whole;
    if (this.#statement && name === lineName) this.#line = fields;
    if (statements.has(name)) this.#statement = { fields, apart: [] };
    else if (begins && apart.has(name)) this.#statement?.apart.push(fields);
    for (const [attribute, value] of Object.entries(attributes)) fields.add(`${path}@${attribute}`, value);
    this.#levels.push({ name, text: '', fields, path, ...(isPart && { partOf: whole }) });
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
    if (level.partOf !== undefined) {
      this.#line?.addAll(level.partOf, level.fields);
      this.#listener.part?.(level.fields);
    }
    if (this.#statement && level.name === this.#format.line && level.path === '') {
      this.#line = undefined;
      this.#listener.line(level.fields, this.#statement);
    }
    if (!this.#format.statements.has(level.name) || !this.#statement) return;
    this.#listener.statement(this.#statement, this.#file);
    this.#statement = undefined;
  }
}

const MAX_TEXT = 20_000;
