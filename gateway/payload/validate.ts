import { parse } from 'node:querystring';
import type { z } from 'zod';
import { AppError, type FieldIssue, MAX_ISSUES } from '#chassis/domain/errors.ts';
import { shapeOf } from './schema.ts';

/** Parameters that a request may have: more than any operation has. */
const MAX_PARAMETERS = 1_000;
/** Longer lists of allowed words are for the reference, not for a message. */
const MAX_NAMED = 20;

/** The words of a fault: Pydantic's. */
type Words = Pick<FieldIssue, 'type' | 'msg' | 'ctx'>;

export const EXTRA: Words = { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' };
const MISSING: Words = { type: 'missing', msg: 'Field required' };
const TYPES: Record<string, Words> = {
  string: { type: 'string_type', msg: 'Input should be a valid string' },
  number: { type: 'float_type', msg: 'Input should be a valid number' },
  int: { type: 'int_type', msg: 'Input should be a valid integer' },
  boolean: { type: 'bool_type', msg: 'Input should be a valid boolean' },
  array: { type: 'list_type', msg: 'Input should be a valid list' },
  object: { type: 'dict_type', msg: 'Input should be a valid dictionary' },
  record: { type: 'dict_type', msg: 'Input should be a valid dictionary' },
};

/**
 * `value` as `schema` reads it. Throws validation_failed with Pydantic v2's words, each `loc` beginning with `from`
 * (decisions 1: 422).
 */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown, from: string[]): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusal(issuesOf(result.error, value, from));
}

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

export function refusal(issues: FieldIssue[]): AppError {
  return new AppError('validation_failed', 'Validation failed', { issues: issues.slice(0, MAX_ISSUES) });
}

/** A fault found by other means than zod, with the words of a Pydantic validator. */
export function valueError(loc: string[], error: string, input: unknown): FieldIssue {
  return { type: 'value_error', loc, msg: `Value error, ${error}`, input, ctx: { error } };
}

/** The first faults that zod found in `value`, as the interface's validation error body lists them. */
export function issuesOf(error: z.ZodError, value: unknown, from: string[]): FieldIssue[] {
  return [...faultsOf(error, value, from).take(MAX_ISSUES)];
}

/** Yields faults one by one: the caller stops when the answer has enough. */
function* faultsOf(error: z.ZodError, value: unknown, from: string[]): Generator<FieldIssue> {
  const typeless = new Set<string>();
  for (const issue of error.issues) {
    // Zod measures whatever has a length; a list where text belongs is of the wrong type, and not too short besides.
    if (isBound(issue) && typeless.has(pathOf(issue))) continue;
    if (issue.code === 'invalid_type') typeless.add(pathOf(issue));
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) yield fieldIssue(EXTRA, [...issue.path, key], value, from);
    } else yield fieldIssue(words(issue, value), issue.path, value, from);
  }
}

const pathOf = ({ path }: z.core.$ZodIssue): string => JSON.stringify(path);
const isBound = ({ code }: z.core.$ZodIssue): boolean => code === 'too_small' || code === 'too_big';

function fieldIssue({ type, msg, ctx }: Words, path: PropertyKey[], root: unknown, from: string[]): FieldIssue {
  const shown = type === 'missing' ? path.slice(0, -1) : path;
  return { type, loc: [...from, ...path.map(String)], msg, input: at(root, shown), ...(ctx && { ctx }) };
}

function words(issue: z.core.$ZodIssue, root: unknown): Words {
  const value = at(root, issue.path);
  if (value === undefined) return MISSING;
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? valueWords(issue.message);
    case 'too_small':
      return lowerBound(issue, value);
    case 'too_big':
      return upperBound(issue, value);
    case 'invalid_format':
      return formatWords(issue);
    case 'invalid_value':
      return oneOf(issue.values.map(String));
    case 'custom':
      return issue.params?.type ? { type: String(issue.params.type), msg: issue.message } : valueWords(issue.message);
    default:
      return valueWords(issue.message);
  }
}

const valueWords = (error: string): Words => {
  const { type, msg, ctx } = valueError([], error, null);
  return { type, msg, ...(ctx && { ctx }) };
};

function lowerBound({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall, value: unknown): Words {
  const bound = Number(minimum);
  if (origin === 'string') {
    const msg = `String should have at least ${count(bound, 'character')}`;
    return { type: 'string_too_short', msg, ctx: { min_length: bound } };
  }
  if (origin === 'array') return listLength('too_short', 'at least', bound, value);
  return inclusive
    ? { type: 'greater_than_equal', msg: `Input should be greater than or equal to ${bound}`, ctx: { ge: bound } }
    : { type: 'greater_than', msg: `Input should be greater than ${bound}`, ctx: { gt: bound } };
}

function upperBound({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig, value: unknown): Words {
  const bound = Number(maximum);
  if (origin === 'string') {
    const msg = `String should have at most ${count(bound, 'character')}`;
    return { type: 'string_too_long', msg, ctx: { max_length: bound } };
  }
  if (origin === 'array') return listLength('too_long', 'at most', bound, value);
  return inclusive
    ? { type: 'less_than_equal', msg: `Input should be less than or equal to ${bound}`, ctx: { le: bound } }
    : { type: 'less_than', msg: `Input should be less than ${bound}`, ctx: { lt: bound } };
}

function listLength(type: 'too_short' | 'too_long', bounded: string, bound: number, value: unknown): Words {
  const actual = (value as unknown[]).length;
  return {
    type,
    msg: `List should have ${bounded} ${count(bound, 'item')} after validation, not ${actual}`,
    ctx: { field_type: 'List', [type === 'too_short' ? 'min_length' : 'max_length']: bound, actual_length: actual },
  };
}

function formatWords(issue: z.core.$ZodIssueInvalidStringFormat): Words {
  if (issue.format === 'datetime') {
    return { type: 'datetime_parsing', msg: 'Input should be a valid datetime or date, unable to parse input' };
  }
  if (issue.format === 'url') {
    const error = 'relative URL without a base, or a scheme that is not allowed';
    return { type: 'url_parsing', msg: `Input should be a valid URL, ${error}`, ctx: { error } };
  }
  if (issue.format === 'email') return valueWords('value is not a valid email address');
  const pattern = String(issue.pattern ?? issue.format).replace(/^\/(.*)\/\w*$/, '$1');
  return { type: 'string_pattern_mismatch', msg: `String should match pattern '${pattern}'`, ctx: { pattern } };
}

function oneOf(values: string[]): Words {
  const quoted = values.slice(0, MAX_NAMED).map((value) => `'${value}'`);
  const last = values.length > MAX_NAMED ? `one of ${values.length - MAX_NAMED} others` : quoted.pop();
  const expected = quoted.length > 0 ? `${quoted.join(', ')} or ${last}` : String(last);
  return { type: 'enum', msg: `Input should be ${expected}`, ctx: { expected } };
}

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`;

function at(root: unknown, path: PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
