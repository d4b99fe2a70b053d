import { z } from 'zod';

/** Fields that answers show under a second name: messages have them under their first alone. */
const secondNames = z.registry<{ of: string }>();

/** Declares a field that says what the field `of` of the same record says. */
export function secondName<Schema extends z.ZodType>(of: string, schema: Schema): Schema {
  secondNames.add(schema, { of });
  return schema;
}

/** What the field is called that this one is the second name of. */
export const firstNameOf = (schema: z.ZodType): string | undefined => secondNames.get(schema)?.of;
