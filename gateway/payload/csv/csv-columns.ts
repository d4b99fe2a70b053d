import type { z } from 'zod';
import type { FieldIssue } from '#chassis/domain/errors.ts';
import { FREE_FIELDS } from '#proto/common/v1/free-form.contract.ts';
import { elementOf, isOpen, isRecord, shapeOf } from '../schema.ts';
import { EXTRA, refusal, valueError } from '../validate.ts';

/** A column and the form of its cells. `nothing`: a response-only column, which is ignored. */
export interface Column {
  name: string;
  holds: 'text' | 'json' | 'free fields' | 'nothing';
}

/** Reads the first line of a CSV file. `schema` describes the records. Columns that only `answer` has are ignored. */
export class Columns {
  readonly #shape: Record<string, z.ZodType>;
  readonly #shown: Record<string, z.ZodType>;
  readonly #open: boolean;

  constructor(schema: z.ZodType, answer: z.ZodType) {
    this.#shape = shapeOf(schema) ?? {};
    this.#shown = shapeOf(answer) ?? {};
    this.#open = isOpen(schema);
  }

  /** Throws validation_failed for a repeated column or an unknown one. */
  read(cells: readonly string[]): Column[] {
    const columns = cells.map((cell) => this.#column(cell.trim()));
    const seen = new Set<string>();
    for (const { name } of columns) {
      if (seen.has(name)) throw refusal([valueError(['body', '1', name], 'the column is there twice', name)]);
      seen.add(name);
    }
    const refused = columns.filter((column) => !this.#isKnown(column));
    if (refused.length > 0) throw refusal(refused.map(extraColumn));
    return columns;
  }

  /** The first required column that the file lacks; undefined if it has all. */
  missing(columns: Column[]): string | undefined {
    const names = new Set(columns.map(({ name }) => name));
    return Object.keys(this.#shape).find((name) => !names.has(name) && !isOptional(this.#shape[name]));
  }

  #column(name: string): Column {
    const field = Object.hasOwn(this.#shape, name) ? this.#shape[name] : undefined;
    if (field) return { name, holds: elementOf(field) || isRecord(field) ? 'json' : 'text' };
    if (Object.hasOwn(this.#shown, name)) return { name, holds: 'nothing' };
    return { name, holds: name === FREE_FIELDS ? 'free fields' : 'text' };
  }

  #isKnown({ name, holds }: Column): boolean {
    // Setting `__proto__` would set no field. The JSON parser refuses this name, too.
    if (this.#open) return name !== '__proto__';
    return holds === 'nothing' || Object.hasOwn(this.#shape, name);
  }
}

const isOptional = (field: z.ZodType | undefined) => field?._zod.optin === 'optional';

const extraColumn = ({ name }: Column): FieldIssue => ({ ...EXTRA, loc: ['body', '1', name], input: name });
