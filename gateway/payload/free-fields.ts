import type { z } from 'zod';
import { FREE_FIELDS } from '#proto/common/v1/free-form.contract.ts';
import { elementOf, isFreeObject, isOpen, shapeOf } from './schema.ts';

type Fields = Record<string, unknown>;
type Pack = (value: unknown) => unknown;

/**
 * A body as a message carries it: fields that are not typed travel as one JSON text, at every depth, and so does an object
 * that holds no others.
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

/** Compiles the step from a validated body to its message. */
export function pack<Schema extends z.ZodType>(schema: Schema): (body: z.output<Schema>) => Packed<z.output<Schema>> {
  return (packer(schema) ?? ((body) => body)) as (body: z.output<Schema>) => Packed<z.output<Schema>>;
}

/** Undefined for a schema whose values travel as they are. */
function packer(schema: z.ZodType): Pack | undefined {
  if (isFreeObject(schema)) return (value) => JSON.stringify(value);
  const element = elementOf(schema);
  if (element) {
    const item = packer(element);
    return item && ((value) => (value as unknown[]).map(item));
  }
  const shape = shapeOf(schema);
  return shape && objectPacker(shape, isOpen(schema));
}

function objectPacker(shape: Record<string, z.ZodType>, open: boolean): Pack | undefined {
  const packers = new Map<string, Pack>();
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

/** The fields that a message carries besides its typed ones. */
export function freeFieldsOf(message: Fields): Fields {
  const text = message[FREE_FIELDS];
  return typeof text === 'string' && text !== '' ? (JSON.parse(text) as Fields) : {};
}
