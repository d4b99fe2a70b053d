import { parse } from 'node:querystring';
import type { z } from 'zod';
import { AppError, type FieldIssue, MAX_ISSUES } from '#chassis/domain/errors.ts';

/** Maximum number of parameters in a request: more than any operation has. */
const MAX_PARAMETERS = 1_000;
/** Maximum number of allowed values in a message. The API reference lists all. */
const MAX_NAMED = 20;

/** The wording of a fault, as in Pydantic. */
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
 * Parses `value` by `schema`. Throws validation_failed with the wording of Pydantic v2; each `loc` begins with `from`
 * (decisions 1: 422).
 */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown, from: string[]): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusal(issuesOf(result.error, value, from));
}

/**
 * Parses a query or a form. If a parameter is repeated, its last value counts. Throws validation_failed for too many
 * parameters.
 */
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

/** A fault that zod did not find, in the wording of a Pydantic validator. */
export function valueError(loc: string[], error: string, input: unknown): FieldIssue {
  return { type: 'value_error', loc, msg: `Value error, ${error}`, input, ctx: { error } };
}

/** The first faults that zod found in `value`, in the form of the API's validation error body. */
export function issuesOf(error: z.ZodError, value: unknown, from: string[]): FieldIssue[] {
  return [...faultsOf(error, value, from).take(MAX_ISSUES)];
}

/** Yields faults one by one: the caller stops when the answer has enough. */
function* faultsOf(error: z.ZodError, value: unknown, from: string[]): Generator<FieldIssue> {
  const typeless = new Set<string>();
  for (const issue of error.issues) {
    // Zod also checks the length of a value of the wrong type. Only the wrong type is reported.
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
