import type { z } from 'zod';
import { FREE_FIELDS } from '#proto/common/v1/free-form.contract.ts';
import { elementOf, isNumeric, isOpen, isRecord, shapeOf } from '../schema.ts';
import { EXTRA, refusal, valueError } from '../validate.ts';
import type { Line } from './csv-lines.ts';

/** A column and the form of its cells. `nothing`: a response-only column, which is ignored. */
export interface Column {
  name: string;
  holds: 'text' | 'number' | 'json' | 'free fields' | 'nothing';
}

/** Reads the line of names of a CSV file. `schema` describes the records. Columns that only `answer` has are ignored. */
export class Columns {
  readonly #shape: Record<string, z.ZodType>;
  readonly #shown: Record<string, z.ZodType>;
  readonly #open: boolean;

  constructor(schema: z.ZodType, answer: z.ZodType) {
    this.#shape = shapeOf(schema) ?? {};
    this.#shown = shapeOf(answer) ?? {};
    this.#open = isOpen(schema);
  }

  /** True for the name of a field, also of a response-only one. */
  readonly isField = (name: string): boolean => Object.hasOwn(this.#shape, name) || Object.hasOwn(this.#shown, name);

  /** Throws validation_failed for a repeated column or an unknown one. */
  read({ cells, number }: Line): Column[] {
    const columns = cells.map((cell) => this.#column(cell.trim()));
    const seen = new Set<string>();
    for (const { name } of columns) {
      if (seen.has(name))
        throw refusal([valueError(['body', String(number), name], 'the column is there twice', name)]);
      seen.add(name);
    }
    const refused = columns.filter((column) => !this.#isKnown(column));
    if (refused.length > 0)
      throw refusal(refused.map(({ name }) => ({ ...EXTRA, loc: ['body', String(number), name], input: name })));
    return columns;
  }

  /** The first required column that the file lacks; undefined if it has all. */
  missing(columns: Column[]): string | undefined {
    const names = new Set(columns.map(({ name }) => name));
    return Object.keys(this.#shape).find((name) => !names.has(name) && !isOptional(this.#shape[name]));
  }

  #column(name: string): Column {
    const field = Object.hasOwn(this.#shape, name) ? this.#shape[name] : undefined;
    if (field) return { name, holds: formOf(field) };
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

function formOf(field: z.ZodType): Column['holds'] {
  if (elementOf(field) || isRecord(field)) return 'json';
  return isNumeric(field) ? 'number' : 'text';
}
