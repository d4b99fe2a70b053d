import { z } from 'zod';

/** Fields that answers repeat under a second name. Messages have only the first name. */
const secondNames = z.registry<{ of: string }>();

/** Declares a field that repeats the value of the field `of` of the same record. */
export function secondName<Schema extends z.ZodType>(of: string, schema: Schema): Schema {
  secondNames.add(schema, { of });
  return schema;
}

/** Name of the field that this field repeats. Undefined for other fields. */
export const firstNameOf = (schema: z.ZodType): string | undefined => secondNames.get(schema)?.of;
