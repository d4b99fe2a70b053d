import { z } from 'zod';
import { parseJsonBytes } from './json.ts';
import { type Packed, pack } from './record-form.ts';
import { elementOf, holdsDecimals, isNullable, isOpen, shapeOf } from './schema.ts';
import { issuesOf, parseParameters, refusal, validate } from './validate.ts';

const MEBIBYTE = 1024 * 1024;
/** Maximum bytes of a body, unless its route sets another limit. */
const BODY_LIMIT = MEBIBYTE;
/** Maximum bytes of a body without a credential. */
export const PUBLIC_LIMIT = 16 * 1024;
/** Maximum bytes of an import or a bank statement. */
export const IMPORT_LIMIT = 8 * MEBIBYTE;

const FORM = 'application/x-www-form-urlencoded';

/** The steps in which a route reads its body. They are separate because refusals have an order (decisions 1). */
export interface BodyKind<Body = unknown> {
  mediaType: string;
  /** Other media types that are accepted, for the API reference. */
  otherMediaTypes?: readonly string[];
  /** Maximum bytes. */
  limit: number;
  /**
   * Bytes of memory to reserve, because the parsed body is larger than its bytes. A small body reserves at most 128
   * times its bytes.
   */
  memory?: number;
  /** The schema of the body, for the API reference. */
  schema: z.ZodType;
  /** The schema of the record that the body describes: its response-only fields are ignored. */
  answer?: z.ZodType;
  /** The body may be absent. Then its media type is not checked. */
  optional?: true;
  /** `mediaType`: the media type of Content-Type in lower case; undefined if the header is absent. */
  accepts(mediaType: string | undefined): boolean;
  /** Parses the syntax only. Returns a promise for a long body. Throws validation_failed. */
  parse(bytes: Buffer, mediaType: string | undefined): unknown;
  /** Validates the fields. A long validation lets other requests run in between. Throws validation_failed. */
  validate(value: unknown): Body | Promise<Body>;
}

/** A JSON body. A null field counts as absent. */
export function json<Schema extends z.ZodType>(schema: Schema, answer?: z.ZodType): BodyKind<Packed<z.output<Schema>>> {
  const clean = sanitize(schema, answer);
  const packed = pack(schema);
  return { ...jsonKind(schema, answer), validate: (value) => packed(validate(schema, clean(value), ['body'])) };
}

/** A change of a record. `fields` names the fields to change; a field that is absent in `patch` becomes null. */
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
      if (bytes.length > 0) return parseJsonBytes(bytes, numbers);
      throw refusal([{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]);
    },
  };
}

/** The same body, but it may be absent or null: then it counts as `{}`. */
export const optional = <Body>(kind: BodyKind<Body>): BodyKind<Body> => ({
  ...kind,
  optional: true,
  parse: (bytes) => (bytes.length > 0 ? parseJsonBytes(bytes) : null),
  validate: (value) => kind.validate(value ?? {}),
});

/**
 * The body of an operation that takes none: absent, `{}` or null. Any field is refused, because it would have no
 * effect.
 */
export const noBody: BodyKind = optional(json(z.strictObject({})));

/**
 * A form. A body of another type is refused: each required field is reported as missing (decisions 1: 413 / 415), and
 * the message names the accepted type.
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
 * Compiles the step before validation (decisions 1: Body fields, Null). It removes fields that only `answer` has, so
 * that a record can be sent back as it was read. It also removes nulls. It does both in typed fields at every depth.
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
 * Compiles a function that lists the fields that a PATCH's body changes (decisions 1: Null). It leaves out
 * response-only fields, and nulls for fields that cannot be null. A field that no answer shows can be set to null. In
 * an open record, untyped fields change too.
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
