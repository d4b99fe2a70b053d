import type { z } from 'zod';
import { elementOf, isNullable, isOpen, shapeOf } from './schema.ts';

type Sanitize = (value: unknown) => unknown;
type Body = Record<string, unknown>;

/**
 * Compiles what is done to a body before it is judged (decisions 1: Body fields, Null): fields that only `answer` has
 * are left out, so that a record read can be sent back, and so are nulls, at every depth of what is typed.
 */
export function sanitize(input: z.ZodType, answer: z.ZodType | undefined): Sanitize {
  const shape = shapeOf(input);
  if (shape) return sanitizeObject(shape, (answer && shapeOf(answer)) ?? {});
  const element = elementOf(input);
  if (!element) return (value) => value;
  const item = sanitize(element, answer && elementOf(answer));
  return (value) => (Array.isArray(value) ? value.map(item) : value);
}

function sanitizeObject(shape: Record<string, z.ZodType>, answer: Record<string, z.ZodType>): Sanitize {
  const fields = new Map(Object.entries(shape).map(([name, field]) => [name, sanitize(field, answer[name])]));
  return (value) => {
    if (!isBody(value)) return value;
    const result: Body = {};
    for (const [name, held] of Object.entries(value)) {
      const field = fields.get(name);
      if (held === null || (!field && Object.hasOwn(answer, name))) continue;
      result[name] = field ? field(held) : held;
    }
    return result;
  };
}

/** A change: `fields` names what changes; one that `patch` does not hold becomes null. */
export interface Change<Patch> {
  patch: Patch;
  fields: string[];
}

/**
 * Compiles which fields a PATCH's body changes (decisions 1: Null): those it holds, but for response-only ones, and for
 * nulls where the record cannot hold null. A field that no answer shows can be cleared. Of an open record, fields that
 * nobody has typed change, too.
 */
export function changes(input: z.ZodType, answer: z.ZodType): (body: unknown) => string[] {
  const shape = shapeOf(input) ?? {};
  const shown = shapeOf(answer) ?? {};
  const open = isOpen(input);
  const changeable = (name: string) => Object.hasOwn(shape, name) || (open && !Object.hasOwn(shown, name));
  const clearable = (name: string) => !Object.hasOwn(shown, name) || isNullable(shown[name] as z.ZodType);
  return (body) =>
    isBody(body)
      ? Object.keys(body).filter((name) => changeable(name) && (body[name] !== null || clearable(name)))
      : [];
}

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
