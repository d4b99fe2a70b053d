import type { z } from 'zod';

/** A zod schema without what only says whether a value may be absent, null or coerced. */
export function core(schema: z.ZodType): z.ZodType {
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

/** Whether values are objects with keys of the caller's choice. */
export const isRecord = (schema: z.ZodType): boolean => core(schema)._zod.def.type === 'record';

/** Whether values are of any type. */
export const isAny = (schema: z.ZodType): boolean => core(schema)._zod.def.type === 'unknown';

/** Whether an object keeps fields that its shape does not name. */
export function isOpen(schema: z.ZodType): boolean {
  const def = core(schema)._zod.def as { type: string; catchall?: z.ZodType };
  return def.type === 'object' && def.catchall !== undefined && def.catchall._zod.def.type !== 'never';
}
