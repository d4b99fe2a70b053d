import { z } from 'zod';

const several = z.registry<{ values: readonly string[] }>();

/**
 * A filter that takes one or more values of an enum, separated by commas: `status=issued,overdue`. Its messages carry the
 * same text. An unknown value is refused as one of a single enum is, with the known values.
 */
export function severalOf<const Values extends readonly string[]>(
  { options }: { options: Values },
  about: string,
): z.ZodExactOptional<z.ZodType<string, string>> {
  const known: ReadonlySet<string> = new Set(options);
  const value = `(?:${options.join('|')})`;
  const schema = z
    .string()
    .check(({ value: sent, issues }) => {
      if (valuesOf(sent).every((one) => known.has(one))) return;
      issues.push({ code: 'invalid_value', values: [...options], input: sent });
    })
    .meta({ pattern: `^${value}(?:,${value})*$`, description: `${about} Several values are separated by commas.` })
    .exactOptional();
  several.add(schema, { values: options });
  return schema;
}

/** The values of a filter that takes several, each once. */
export const valuesOf = (text: string): string[] => [...new Set(text.split(','))];

/** The names of the filters that take several values. */
export const severalIn = (filters: z.ZodRawShape): string[] =>
  Object.entries(filters).flatMap(([name, schema]) => (several.has(schema as z.ZodType) ? [name] : []));
