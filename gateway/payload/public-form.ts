import type { z } from 'zod';
import { firstNameOf } from '#proto/common/v1/second-name.contract.ts';
import { freeFieldsOf } from './free-fields.ts';
import { elementOf, isAny, isNullable, isOpen, isRecord, shapeOf } from './schema.ts';

type Read = (value: unknown) => unknown;
type Message = Record<string, unknown>;

/**
 * Compiles the step from a message to its public form: the schema's fields in the schema's order, `null` for each
 * nullable one that is absent, nothing for an optional one, free-form objects, fields and values out of the JSON text that carries them.
 */
export function publicFormOf<Schema extends z.ZodType>(schema: Schema): (message: unknown) => z.output<Schema> {
  return (reader(schema) ?? same) as (message: unknown) => z.output<Schema>;
}

const same: Read = (value) => value;
const mayBeAbsent = (schema: z.ZodType): boolean => schema._zod.optout === 'optional';

/** Undefined for a schema whose values are taken as they come. */
function reader(schema: z.ZodType): Read | undefined {
  const read = structure(schema);
  if (!isNullable(schema)) return read && mayBeAbsent(schema) ? (value) => value && read(value) : read;
  return (value) => (value === undefined || value === null ? null : read ? read(value) : value);
}

function structure(schema: z.ZodType): Read | undefined {
  const shape = shapeOf(schema);
  if (shape) return isOpen(schema) ? openObject(shape) : object(shape);
  if (isRecord(schema) || isAny(schema)) return (value) => (typeof value === 'string' ? JSON.parse(value) : value);
  const element = elementOf(schema);
  const item = element && reader(element);
  return item && ((value) => (value as unknown[]).map(item));
}

function object(shape: Record<string, z.ZodType>): Read {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    from: firstNameOf(field) ?? name,
    read: reader(field),
  }));
  return (value) => {
    const message = value as Message;
    const result: Message = {};
    for (const { name, from, read } of fields) result[name] = read ? read(message[from]) : message[from];
    return result;
  };
}

function openObject(shape: Record<string, z.ZodType>): Read {
  const typed = object(shape);
  return (value) => {
    const known = typed(value) as Message;
    return { ...known, ...freeFieldsOf(value as Message), ...known };
  };
}
