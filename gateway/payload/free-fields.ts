import type { z } from 'zod';
import { FREE_FIELDS } from '#proto/common/v1/free-form.contract.ts';
import { isOpen, shapeOf } from './schema.ts';

type Fields = Record<string, unknown>;

/** A body as a message carries it: fields that are not typed travel as one JSON text. */
export type Packed<Body> = string extends keyof Body
  ? { [Name in keyof Body as string extends Name ? never : Name]: Body[Name] } & { [FREE_FIELDS]?: string }
  : Body;

/** Compiles the step from a validated body to its message. */
export function pack<Schema extends z.ZodType>(schema: Schema): (body: z.output<Schema>) => Packed<z.output<Schema>> {
  type Step = (body: z.output<Schema>) => Packed<z.output<Schema>>;
  if (!isOpen(schema)) return ((body) => body) as Step;
  const shape = shapeOf(schema) ?? {};
  const step = (body: Fields) => {
    const entries = Object.entries(body);
    const typed = entries.filter(([name]) => Object.hasOwn(shape, name));
    const free = entries.filter(([name]) => !Object.hasOwn(shape, name));
    const text = free.length > 0 && { [FREE_FIELDS]: JSON.stringify(Object.fromEntries(free)) };
    return { ...Object.fromEntries(typed), ...text };
  };
  return step as unknown as Step;
}

/** The fields that a message carries besides its typed ones. */
export function freeFieldsOf(message: Fields): Fields {
  const text = message[FREE_FIELDS];
  return typeof text === 'string' && text !== '' ? (JSON.parse(text) as Fields) : {};
}
