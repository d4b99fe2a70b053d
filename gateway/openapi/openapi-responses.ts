import { type ErrorCode, errorCodes, errors } from '#proto/common/v1/errors.contract.ts';
import { isPassing, NOT_MODIFIED, SUCCESS } from '../http/problem.ts';
import type { Route } from '../routing/route.ts';
import type { JsonSchema, SchemaWriter } from './openapi-schemas.ts';

export interface Response {
  $ref?: string;
  description?: string;
  headers?: Record<string, { schema: JsonSchema; description: string }>;
  content?: Record<string, { schema: JsonSchema; example?: unknown }>;
}

export const isIdempotent = ({ method, idempotent }: Route) => method === 'POST' && idempotent !== false;
export const isConditional = ({ method, answer }: Route) => method === 'GET' && !!answer.tagged;
export const isGuarded = ({ method, resource, answer }: Route) => method !== 'GET' && !!resource && !!answer.written;

/** Every answer of an operation, by status. */
export const responsesOf = (route: Route, writer: SchemaWriter): Record<string, Response> => ({
  [SUCCESS]: success(route, writer),
  ...notModified(route),
  ...refusals(route),
});

function success(route: Route, writer: SchemaWriter): Response {
  const content = Object.entries(route.answer.content).map(([mediaType, schema]) => [
    mediaType,
    { schema: schema ? writer.output(schema) : textSchema(mediaType) },
  ]);
  return { description: 'Successful Response', headers: answerHeaders(route), content: Object.fromEntries(content) };
}

const BINARY: ReadonlySet<string> = new Set(['image/png', 'application/pdf']);

/** The schema of an answer that declares none: text, or binary for a picture or a PDF. */
const textSchema = (mediaType: string): JsonSchema => ({
  type: 'string',
  ...(BINARY.has(mediaType) && { format: 'binary' }),
});

const notModified = (route: Route): Record<string, Response> =>
  isConditional(route)
    ? { [NOT_MODIFIED]: { description: 'The record is unchanged since the ETag in If-None-Match.' } }
    : {};

type AnswerHeaders = NonNullable<Response['headers']>;

const text = (description: string) => ({ description, schema: { type: 'string' } });
const integer = (description: string) => ({ description, schema: { type: 'integer' } });

const COMMON_HEADERS: AnswerHeaders = {
  'X-Request-Id': text('Names this request in every log.'),
  'X-Ignored-Parameters': text('Query parameters that were ignored, because the operation does not have them.'),
  'RateLimit-Limit': integer('Requests that the caller may make in 60 seconds.'),
  'RateLimit-Remaining': integer('Number of requests that are left.'),
  'RateLimit-Reset': integer('Seconds until a request more passes than that, if none comes meanwhile.'),
};

function answerHeaders({ creates, method, answer }: Route): AnswerHeaders {
  return {
    ...COMMON_HEADERS,
    ...(answer.tagged && { ETag: text('`"<revision>-<hash of the body>"`') }),
    ...(creates && { Location: text('The new record.') }),
    ...(answer.written && method !== 'GET' && { 'X-Event-Id': text('The event of this write.') }),
    ...(answer.written && method === 'POST' && { 'Idempotency-Replayed': text('`true` for an answer given before.') }),
  };
}

/** Every error code of an operation, by status. */
function refusals(route: Route): Record<string, Response> {
  const codes: ErrorCode[] = [
    ...(route.role === 'public' ? [] : (['not_authenticated', 'insufficient_permissions'] as const)),
    ...(route.body ? (['body_too_large', 'unsupported_media_type', 'validation_failed'] as const) : []),
    ...(route.query || isGuarded(route) ? (['validation_failed'] as const) : []),
    ...(route.resource ? (['not_found'] as const) : []),
    ...(isGuarded(route) ? (['version_mismatch'] as const) : []),
    // A unique value that is taken, a reference to a record that is being deleted, or a concurrent change of the
    // record.
    ...(route.method === 'GET' ? [] : (['conflict'] as const)),
    ...(isIdempotent(route) ? (['idempotency_key_reused', 'idempotency_in_progress'] as const) : []),
    ...(route.refusals ?? []),
    'rate_limited',
    'internal_error',
    'upstream_unavailable',
    ...(route.answer.written && route.method !== 'GET' ? (['outcome_unknown'] as const) : []),
    'deadline_exceeded',
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => errors[code].http);
  const responses = [...byStatus].map(([status, those]): [number, Response] => [
    status,
    { $ref: `#/components/responses/Error${status}`, description: listed(those) },
  ]);
  return Object.fromEntries(responses);
}

const listed = (codes: ErrorCode[]) => codes.map((code) => `\`${code}\``).join(', ');

/** Error responses that operations share, by status. */
export function refusalResponses(): Record<string, Response> {
  const byStatus = Map.groupBy(errorCodes, (code) => errors[code].http);
  byStatus.delete(errors.method_not_allowed.http);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const schema = { $ref: `#/components/schemas/${status === 422 ? 'ValidationErrorBody' : 'ErrorBody'}` };
      const content = { 'application/json': { schema } };
      return [`Error${status}`, { description: listed(codes), headers: refusalHeaders(status), content }];
    }),
  );
}

function refusalHeaders(status: number): AnswerHeaders {
  return {
    ...COMMON_HEADERS,
    ...(status === errors.not_authenticated.http && { 'WWW-Authenticate': text('`Bearer`') }),
    ...(isPassing(status) && { 'Retry-After': integer('Seconds until it is worth another try.') }),
  };
}
