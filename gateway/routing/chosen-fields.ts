import { z } from 'zod';
import { FREE_FIELDS } from '#proto/common/v1/free-form.contract.ts';
import { firstNameOf } from '#proto/common/v1/second-name.contract.ts';
import { freeFieldsOf, publicFormOf } from '../payload/record-form.ts';
import { isOpen, shapeOf } from '../payload/schema.ts';

/** Maximum characters of the parameter, and maximum number of names in it. */
const MAX_LENGTH = 4_000;
const MAX_NAMES = 200;

/** The fields that a caller has chosen for an answer (decisions 1: Fields). */
export interface ChosenFields {
  /** The schema of a record with these fields. */
  schema: z.ZodObject;
  /** Their names in messages. */
  names: string[];
  /** The message without the untyped fields that are not chosen. */
  narrowed(message: unknown): unknown;
}

const ABOUT =
  'Names of fields of the record, separated by commas: `id,status`. The records of the answer then have only these fields. Fields inside of lists and objects cannot be chosen.';

/** The parameter `fields` of a read. `schema`: of a record in the answer. Errors: 422 that names the known fields. */
export function fieldsParameter(schema: z.ZodObject) {
  const shape = shapeOf(schema) ?? {};
  return {
    fields: z
      .string()
      .transform((sent, context): ChosenFields => {
        const fault = (message: string) => {
          context.addIssue({ code: 'custom', message });
          return z.NEVER;
        };
        if (sent.length > MAX_LENGTH) return fault(`at most ${MAX_LENGTH} characters`);
        const names = [...new Set(sent.split(',').map((name) => name.trim()))];
        if (names.length > MAX_NAMES) return fault(`at most ${MAX_NAMES} names`);
        const isKnown = (name: string) => Object.hasOwn(shape, name) || (isOpen(schema) && name !== '');
        const unknown = names.find((name) => !isKnown(name));
        if (unknown !== undefined) {
          return fault(
            `the record has no field '${unknown.slice(0, 100)}'; its fields are ${Object.keys(shape).join(', ')}`,
          );
        }
        return chosen(shape, names);
      })
      .exactOptional()
      .meta({ description: ABOUT }),
  };
}

/** The query of a read of one record, of which callers can choose fields. */
export const reading = (schema: z.ZodObject) => z.object(fieldsParameter(schema));

/** The fields that an answer has, where some of them are written apart from the others. */
export interface AnswerParts {
  /** True if the answer has the field. */
  has(name: string): boolean;
  /** The public form of the message without the fields that are written apart. */
  head(message: unknown): object;
}

/** `apart`: the fields of the record that are written apart. `chosen`: the fields of the answer; default: all. */
export function answerParts(
  schema: z.ZodObject,
  apart: readonly string[],
): (chosen?: ChosenFields | undefined) => AnswerParts {
  const partsOf = (shape: z.ZodRawShape): AnswerParts => {
    const head = Object.fromEntries(Object.entries(shape).filter(([name]) => !apart.includes(name)));
    return { has: (name) => Object.hasOwn(shape, name), head: publicFormOf(z.strictObject(head)) };
  };
  const all = partsOf(schema.shape);
  return (chosen) => (chosen ? partsOf(chosen.schema.shape) : all);
}

function chosen(shape: Record<string, z.ZodType>, names: readonly string[]): ChosenFields {
  const asked = new Set(names);
  const typed = Object.entries(shape).filter(([name]) => asked.has(name));
  const free = names.filter((name) => !Object.hasOwn(shape, name));
  const fields = Object.fromEntries(typed);
  const inMessages = typed.map(([name, field]) => firstNameOf(field) ?? name);
  if (free.length === 0) {
    return { schema: z.strictObject(fields), names: [...new Set(inMessages)], narrowed: (message) => message };
  }
  return {
    schema: z.looseObject(fields),
    names: [...new Set([...inMessages, FREE_FIELDS])],
    narrowed(message) {
      const all = freeFieldsOf(message as Record<string, unknown>);
      const kept = free.filter((name) => Object.hasOwn(all, name)).map((name) => [name, all[name]]);
      return { ...(message as object), [FREE_FIELDS]: JSON.stringify(Object.fromEntries(kept)) };
    },
  };
}
