import { parse } from 'node:querystring';
import type { z } from 'zod';
import { shapeOf } from './schema.ts';
import { parseParameters } from './validate.ts';

/** Maximum characters of the names of ignored parameters together, because proxies refuse long headers. */
const MAX_IGNORED = 1_000;

export interface SentQuery {
  /** The parameters that the operation has. */
  known: Record<string, unknown>;
  /** The names of all other parameters, percent-encoded, as a list for a header. Names that do not fit are left out. */
  ignored: string;
}

const EMPTY: SentQuery = { known: {}, ignored: '' };

/**
 * Reads the query of `url`. `schema`: the parameters of the operation; undefined if it has none. Throws
 * validation_failed for too many parameters, if the operation has any.
 */
export function readQuery(schema: z.ZodType | undefined, url = ''): SentQuery {
  const start = url.indexOf('?');
  if (start < 0) return EMPTY;
  const text = url.slice(start + 1);
  const shape = (schema && shapeOf(schema)) ?? {};
  const sent = Object.entries(schema ? parseParameters(text, 'query') : parse(text));
  const isKnown = ([name]: [string, unknown]) => Object.hasOwn(shape, name);
  const others = sent.filter((parameter) => !isKnown(parameter));
  return { known: Object.fromEntries(sent.filter(isKnown)), ignored: listed(others.map(([name]) => name)) };
}

function listed(names: readonly string[]): string {
  let list = '';
  for (const name of names) {
    const longer = `${list}${list && ', '}${encodeURIComponent(name)}`;
    if (longer.length <= MAX_IGNORED) list = longer;
  }
  return list;
}
