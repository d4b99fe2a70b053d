import { z } from 'zod';
import { readJson } from './json.ts';
import { holdsDecimals, type Packed, pack } from './record-form.ts';
import { type Change, changes, issuesOf, parseParameters, refusal, sanitize, validate } from './validate.ts';

/** How a route takes its body. The steps are apart because refusals have an order (decisions 1). */
export interface BodyKind<Body = unknown> {
  mediaType: string;
  /** Others that it may be of, for the reference. */
  otherMediaTypes?: readonly string[];
  /** Bytes. */
  limit: number;
  /** Bytes of memory that are kept for it at least, since it takes more than it has. */
  memory?: number;
  /** Of what is sent, for the reference. */
  schema: z.ZodType;
  /** Of the record it is sent for: its response-only fields are ignored. */
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

const MEBIBYTE = 1024 * 1024;
const BODY_LIMIT = MEBIBYTE;
/** Of operations that anybody may call. */
export const PUBLIC_LIMIT = 16 * 1024;
/** Imports and bank statements. */
export const IMPORT_LIMIT = 8 * MEBIBYTE;

const isJson = (mediaType: string | undefined) =>
  mediaType === undefined || mediaType === 'application/json' || /^application\/[\w.-]+\+json$/.test(mediaType);

/** A JSON body; null is absent. */
export function json<Schema extends z.ZodType>(schema: Schema, answer?: z.ZodType): BodyKind<Packed<z.output<Schema>>> {
  const clean = sanitize(schema, answer);
  const packed = pack(schema);
  return { ...jsonKind(schema, answer), validate: (value) => packed(validate(schema, clean(value), ['body'])) };
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

const Nothing = z.strictObject({});

/** The body of an operation that takes none: absent, `{}` or null, so that nobody sends a field in vain. */
export const noBody: BodyKind = optional(json(Nothing));

const FORM = 'application/x-www-form-urlencoded';

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
