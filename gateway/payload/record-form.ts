import type { z } from 'zod';
import { FREE_FIELDS } from '#proto/common/v1/free-form.contract.ts';
import { firstNameOf } from '#proto/common/v1/second-name.contract.ts';
import { elementOf, isAny, isFreeObject, isNullable, isOpen, isRecord, shapeOf } from './schema.ts';

type Fields = Record<string, unknown>;
type Step = (value: unknown) => unknown;

const same: Step = (value) => value;

/**
 * The type of a body in a message: untyped fields travel as one JSON text, at every depth; so does an object that has
 * only untyped fields.
 */
export type Packed<Body> = Body extends readonly (infer Item)[]
  ? Packed<Item>[]
  : Body extends object
    ? string extends keyof Body
      ? PackedFields<Body>
      : { [Name in keyof Body]: Packed<Body[Name]> }
    : Body;

type PackedFields<Body> = [keyof Typed<Body>] extends [never]
  ? unknown extends Body[string & keyof Body]
    ? string
    : Body
  : { [Name in keyof Typed<Body>]: Packed<Typed<Body>[Name]> } & { [FREE_FIELDS]?: string };

type Typed<Body> = { [Name in keyof Body as string extends Name ? never : Name]: Body[Name] };

/** Compiles the function that turns a validated body into its message. */
export function pack<Schema extends z.ZodType>(schema: Schema): (body: z.output<Schema>) => Packed<z.output<Schema>> {
  return (packer(schema) ?? same) as (body: z.output<Schema>) => Packed<z.output<Schema>>;
}

/** Returns undefined for a schema whose values travel unchanged. */
function packer(schema: z.ZodType): Step | undefined {
  if (isFreeObject(schema)) return (value) => JSON.stringify(value);
  const element = elementOf(schema);
  if (element) {
    const item = packer(element);
    return item && ((value) => (value as unknown[]).map(item));
  }
  const shape = shapeOf(schema);
  return shape && objectPacker(shape, isOpen(schema));
}

function objectPacker(shape: Record<string, z.ZodType>, open: boolean): Step | undefined {
  const packers = new Map<string, Step>();
  for (const [name, field] of Object.entries(shape)) {
    const packed = packer(field);
    if (packed) packers.set(name, packed);
  }
  if (!open && packers.size === 0) return undefined;
  return (body) => {
    const entries = Object.entries(body as Fields);
    const typed = entries.filter(([name]) => Object.hasOwn(shape, name));
    const free = entries.filter(([name]) => !Object.hasOwn(shape, name));
    const text = free.length > 0 && { [FREE_FIELDS]: JSON.stringify(Object.fromEntries(free)) };
    const fields = typed.map(([name, value]) => [name, packers.get(name)?.(value) ?? value]);
    return { ...Object.fromEntries(fields), ...text };
  };
}

/**
 * Compiles the function that turns a message into its public form: the schema's fields in the schema's order. An absent
 * nullable field is `null`; an absent optional field is left out. Untyped objects, fields and values are parsed from
 * their JSON text.
 */
export function publicFormOf<Schema extends z.ZodType>(schema: Schema): (message: unknown) => z.output<Schema> {
  return (reader(schema) ?? same) as (message: unknown) => z.output<Schema>;
}

const mayBeAbsent = (schema: z.ZodType): boolean => schema._zod.optout === 'optional';

/** Returns undefined for a schema whose values are shown unchanged. */
function reader(schema: z.ZodType): Step | undefined {
  const read = structure(schema);
  if (!isNullable(schema)) return read && mayBeAbsent(schema) ? (value) => value && read(value) : read;
  return (value) => (value === undefined || value === null ? null : read ? read(value) : value);
}

function structure(schema: z.ZodType): Step | undefined {
  const shape = shapeOf(schema);
  if (shape) return isOpen(schema) ? openObject(shape) : object(shape);
  if (isRecord(schema) || isAny(schema)) return (value) => (typeof value === 'string' ? JSON.parse(value) : value);
  const element = elementOf(schema);
  const item = element && reader(element);
  return item && ((value) => (value as unknown[]).map(item));
}

function object(shape: Record<string, z.ZodType>): Step {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    from: firstNameOf(field) ?? name,
    read: reader(field),
  }));
  return (value) => {
    const message = value as Fields;
    const result: Fields = {};
    for (const { name, from, read } of fields) result[name] = read ? read(message[from]) : message[from];
    return result;
  };
}

function openObject(shape: Record<string, z.ZodType>): Step {
  const typed = object(shape);
  return (value) => {
    const known = typed(value) as Fields;
    return { ...known, ...freeFieldsOf(value as Fields), ...known };
  };
}

/** The untyped fields of a message. */
export function freeFieldsOf(message: Fields): Fields {
  const text = message[FREE_FIELDS];
  return typeof text === 'string' && text !== '' ? (JSON.parse(text) as Fields) : {};
}
