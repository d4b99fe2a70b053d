import { parse } from 'node:querystring';
import type { z } from 'zod';
import { shapeOf } from './schema.ts';
import { refusal, validate, valueError } from './validate.ts';

/** More than any operation has. */
const MAX_PARAMETERS = 1_000;

/** The query of `url` as `schema` reads it. Unknown parameters are ignored. */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, url = ''): z.output<Schema> {
  const start = url.indexOf('?');
  const sent = start < 0 ? {} : parseParameters(url.slice(start + 1), 'query');
  const known: Record<string, unknown> = {};
  for (const name of Object.keys(shapeOf(schema) ?? {})) {
    if (Object.hasOwn(sent, name)) known[name] = sent[name];
  }
  return validate(schema, known, ['query']);
}

/** The parameters of a query or a form. Of one that is repeated the last counts. Throws validation_failed for too many. */
export function parseParameters(text: string, from: 'query' | 'body'): Record<string, string | undefined> {
  const options = { maxKeys: MAX_PARAMETERS + 1 };
  const sent = Object.entries(parse(text, '&', '=', options));
  const count = sent.reduce((sum, [, value]) => sum + (Array.isArray(value) ? value.length : 1), 0);
  if (count > MAX_PARAMETERS) throw refusal([valueError([from], `at most ${MAX_PARAMETERS} parameters`, null)]);
  return Object.fromEntries(sent.map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]));
}
