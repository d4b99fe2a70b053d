import { parse } from 'node:querystring';
import type { z } from 'zod';
import { shapeOf } from './schema.ts';
import { validate } from './validate.ts';

/** The query of `url` as `schema` reads it. Of a parameter that is repeated the last counts; unknown ones are ignored. */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, url = ''): z.output<Schema> {
  const start = url.indexOf('?');
  const sent = start < 0 ? {} : parse(url.slice(start + 1));
  const known: Record<string, unknown> = {};
  for (const name of Object.keys(shapeOf(schema) ?? {})) {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (value !== undefined) known[name] = Array.isArray(value) ? value.at(-1) : value;
  }
  return validate(schema, known, ['query']);
}
