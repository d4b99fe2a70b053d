import type { z } from 'zod';
import { exactDecimals } from '#proto/finance/v1/money.contract.ts';

/** Removes the layers of a zod schema that only make a value optional, nullable or coerced. */
function core(schema: z.ZodType): z.ZodType {
  const def = schema._zod.def as { type: string; innerType?: z.ZodType; out?: z.ZodType };
  if (def.type === 'pipe' && def.out) return core(def.out);
  return def.innerType ? core(def.innerType) : schema;
}

export function isNullable(schema: z.ZodType): boolean {
  const def = schema._zod.def as { type: string; innerType?: z.ZodType };
  return def.type === 'nullable' || (def.innerType !== undefined && isNullable(def.innerType));
}

/** The fields of an object schema; undefined for any other kind. */
export function shapeOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const def = core(schema)._zod.def as { type: string; shape?: Record<string, z.ZodType> };
  return def.type === 'object' ? def.shape : undefined;
}

/** The schema of an array's items; undefined for any other kind. */
export function elementOf(schema: z.ZodType): z.ZodType | undefined {
  const def = core(schema)._zod.def as { type: string; element?: z.ZodType };
  return def.type === 'array' ? def.element : undefined;
}

/** True if values are objects with keys of the caller's choice. */
export const isRecord = (schema: z.ZodType): boolean => core(schema)._zod.def.type === 'record';

/** True if values are objects with keys of the caller's choice, and with values of any type. */
export function isFreeObject(schema: z.ZodType): boolean {
  const def = core(schema)._zod.def as { type: string; valueType?: z.ZodType };
  return def.type === 'record' && def.valueType !== undefined && isAny(def.valueType);
}

/** True if values are of any type. */
export const isAny = (schema: z.ZodType): boolean => core(schema)._zod.def.type === 'unknown';

/** True if an object keeps fields that its shape does not name. */
export function isOpen(schema: z.ZodType): boolean {
  const def = core(schema)._zod.def as { type: string; catchall?: z.ZodType };
  return def.type === 'object' && def.catchall !== undefined && def.catchall._zod.def.type !== 'never';
}

/** True if values hold exact decimals, in typed fields at any depth. */
export function holdsDecimals(schema: z.ZodType): boolean {
  if (isDecimal(schema)) return true;
  const shape = shapeOf(schema);
  if (shape) return Object.values(shape).some(holdsDecimals);
  const element = elementOf(schema);
  return element !== undefined && holdsDecimals(element);
}

/** True if values are numbers or exact decimals. */
export const isNumeric = (schema: z.ZodType): boolean => core(schema)._zod.def.type === 'number' || isDecimal(schema);

/** True if values are exact decimals or null. */
export function isDecimal(schema: z.ZodType): boolean {
  if (exactDecimals.get(schema)?.exact) return true;
  const { innerType } = schema._zod.def as { innerType?: z.ZodType };
  return innerType !== undefined && isDecimal(innerType);
}
