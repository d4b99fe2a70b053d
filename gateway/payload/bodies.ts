import { z } from 'zod';
import { readJson } from './json.ts';
import { type Packed, pack } from './record-form.ts';
import { elementOf, holdsDecimals, isNullable, isOpen, shapeOf } from './schema.ts';
import { issuesOf, parseParameters, refusal, validate } from './validate.ts';

const MEBIBYTE = 1024 * 1024;
/** Bytes of a body, unless its route says otherwise. */
const BODY_LIMIT = MEBIBYTE;
/** Bytes of a body without a credential. */
export const PUBLIC_LIMIT = 16 * 1024;
/** Bytes of an import or a bank statement. */
export const IMPORT_LIMIT = 8 * MEBIBYTE;

const FORM = 'application/x-www-form-urlencoded';

/** The steps in which a route reads its body. They are apart because refusals have an order (decisions 1). */
export interface BodyKind<Body = unknown> {
  mediaType: string;
  /** Others that it may be of, for the reference. */
  otherMediaTypes?: readonly string[];
  /** Bytes. */
  limit: number;
  /** Bytes of memory that are kept for it, since it takes more than it has; for a small one 128 times its own bytes. */
  memory?: number;
  /** The schema of the body, for the API reference. */
  schema: z.ZodType;
  /** The schema of the record that the body is for: its response-only fields are ignored. */
  answer?: z.ZodType;
  /** It may be left out; then its media type says nothing. */
  optional?: true;
  /** Content-Type's media type in lower case; undefined when the header is absent. */
  accepts(mediaType: string | undefined): boolean;
  /** Syntax alone; a promise where that takes long. Throws validation_failed. */
  parse(bytes: Buffer, mediaType: string | undefined): unknown;
  /** Throws validation_failed. One that takes long gives others their turns meanwhile. */
  validate(value: unknown): Body | Promise<Body>;
}

/** A JSON body; null is absent. */
export function json<Schema extends z.ZodType>(schema: Schema, answer?: z.ZodType): BodyKind<Packed<z.output<Schema>>> {
  const clean = sanitize(schema, answer);
  const packed = pack(schema);
  return { ...jsonKind(schema, answer), validate: (value) => packed(validate(schema, clean(value), ['body'])) };
}

/** A change: `fields` names what changes; one that `patch` does not hold becomes null. */
export interface Change<Patch> {
  patch: Patch;
  fields: string[];
}

/** The JSON body of a PATCH. */
export function patch<Schema extends z.ZodType>(
  schema: Schema,
  answer: z.ZodType,
): BodyKind<Change<Packed<z.output<Schema>>>> {
  const clean = sanitize(schema, answer);
  const packed = pack(schema);
  const fieldsOf = changes(schema, answer);
  return {
    ...jsonKind(schema, answer),
    validate: (value) => ({ patch: packed(validate(schema, clean(value), ['body'])), fields: fieldsOf(value) }),
  };
}

const isJson = (mediaType: string | undefined) =>
  mediaType === undefined || mediaType === 'application/json' || /^application\/[\w.-]+\+json$/.test(mediaType);

function jsonKind(schema: z.ZodType, answer: z.ZodType | undefined) {
  const numbers = holdsDecimals(schema) ? 'exact' : 'doubles';
  return {
    mediaType: 'application/json',
    limit: BODY_LIMIT,
    schema,
    ...(answer && { answer }),
    accepts: isJson,
    parse(bytes: Buffer) {
      if (bytes.length > 0) return readJson(bytes, numbers);
      throw refusal([{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]);
    },
  };
}

/** The same body, which may also be left out, or be null: then it is `{}`. */
export const optional = <Body>(kind: BodyKind<Body>): BodyKind<Body> => ({
  ...kind,
  optional: true,
  parse: (bytes) => (bytes.length > 0 ? readJson(bytes) : null),
  validate: (value) => kind.validate(value ?? {}),
});

/** The body of an operation that takes none: absent, `{}` or null, so that nobody sends a field in vain. */
export const noBody: BodyKind = optional(json(z.strictObject({})));

/**
 * A form. In any other body each of its required fields is missing (decisions 1: 413 / 415), and the fault says what is
 * taken instead.
 */
export function form<Schema extends z.ZodType>(schema: Schema): BodyKind<z.output<Schema>> {
  return {
    mediaType: FORM,
    limit: BODY_LIMIT,
    schema,
    accepts: () => true,
    parse(bytes, mediaType) {
      if (mediaType === FORM) return parseParameters(bytes.toString('utf8'), 'body');
      const { error } = schema.safeParse({});
      if (!error) return {};
      const missing = issuesOf(error, {}, ['body']);
      throw refusal(missing.map((issue) => ({ ...issue, msg: `${issue.msg}, in a body of type ${FORM}` })));
    },
    validate: (value) => validate(schema, value, ['body']),
  };
}

type Fields = Record<string, unknown>;
type Sanitize = (value: unknown) => unknown;

/**
 * Compiles what is done to a body before it is judged (decisions 1: Body fields, Null): fields that only `answer` has
 * are left out, so that a record read can be sent back, and so are nulls, at every depth of what is typed.
 */
export function sanitize(input: z.ZodType, answer: z.ZodType | undefined): Sanitize {
  const shape = shapeOf(input);
  if (shape) return sanitizeObject(shape, (answer && shapeOf(answer)) ?? {});
  const element = elementOf(input);
  if (!element) return (value) => value;
  const item = sanitize(element, answer && elementOf(answer));
  return (value) => (Array.isArray(value) ? value.map(item) : value);
}

function sanitizeObject(shape: Record<string, z.ZodType>, answer: Record<string, z.ZodType>): Sanitize {
  const fields = new Map(Object.entries(shape).map(([name, field]) => [name, sanitize(field, answer[name])]));
  return (value) => {
    if (!isObject(value)) return value;
    const result: Fields = {};
    for (const [name, held] of Object.entries(value)) {
      const field = fields.get(name);
      if (held === null || (!field && Object.hasOwn(answer, name))) continue;
      result[name] = field ? field(held) : held;
    }
    return result;
  };
}

/**
 * Compiles which fields a PATCH's body changes (decisions 1: Null): those it holds, but for response-only ones, and for
 * nulls where the record cannot hold null. A field that no answer shows can be cleared. Of an open record, fields that
 * nobody has typed change, too.
 */
export function changes(input: z.ZodType, answer: z.ZodType): (body: unknown) => string[] {
  const shape = shapeOf(input) ?? {};
  const shown = shapeOf(answer) ?? {};
  const open = isOpen(input);
  const changeable = (name: string) => Object.hasOwn(shape, name) || (open && !Object.hasOwn(shown, name));
  const clearable = (name: string) => !Object.hasOwn(shown, name) || isNullable(shown[name] as z.ZodType);
  return (body) =>
    isObject(body)
      ? Object.keys(body).filter((name) => changeable(name) && (body[name] !== null || clearable(name)))
      : [];
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
