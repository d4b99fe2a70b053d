import { z } from 'zod';
import { type ErrorCode, errorTable } from '#chassis/errors.ts';
import { noBody } from './bodies.ts';
import { componentNames, type JsonSchema, SchemaWriter } from './openapi-schemas.ts';
import { isPassing, NOT_MODIFIED, SUCCESS, transport } from './problem.ts';
import type { Route } from './route.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  'x-minimum-role': string;
  'x-scope'?: string;
  parameters: Parameter[];
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, Response>;
}

interface Response {
  $ref?: string;
  description?: string;
  headers?: Record<string, { schema: JsonSchema; description: string }>;
  content?: Record<string, { schema: JsonSchema }>;
}

export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, object>;
  };
}

/** The OpenAPI 3.1 document of `routes`: nothing in it is written twice. */
export function openApi(routes: Route[], { publicUrl, version }: { publicUrl: string; version: string }): OpenApi {
  const writer = new SchemaWriter(componentNames());
  const paths: OpenApi['paths'] = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, writer) };
  }
  const error = { ErrorBody: writer.output(ErrorBody), ValidationErrorBody: writer.output(ValidationErrorBody) };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Selvedge',
      version,
      description: DESCRIPTION,
      license: { name: 'Unlicensed', identifier: 'LicenseRef-Unlicensed' },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...writer.components, ...error },
      responses: refusalResponses(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

const DESCRIPTION = `Manufacturing and trade operations over JSON and HTTPS.

Log in with \`POST /auth/login\` and send the token as \`Authorization: Bearer …\`. Every success is a 200. An error is
\`{detail, code, request_id}\`; the detail of a 422 lists the faults. Retry a POST safely with an \`Idempotency-Key\`; guard a
change with \`If-Match\` and the \`ETag\` of what you read. Unknown fields are refused, response-only fields are ignored.

Any path may also answer 404 (no such route), 405 (with \`Allow\`), 408, 414 and 431, and bytes that are no HTTP request a
422, all with the same error body.`;

const ErrorBody = z.strictObject({
  detail: z.string(),
  code: z.enum([...Object.keys(errorTable), ...Object.keys(transport)]),
  request_id: z.string(),
});

const ValidationErrorBody = z.strictObject({
  detail: z.array(
    z.strictObject({
      loc: z.array(z.string()),
      msg: z.string(),
      type: z.string(),
      input: z.unknown().optional(),
      ctx: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  code: z.enum(['validation_failed', 'idempotency_key_reused', 'malformed_request']),
  request_id: z.string(),
});

function operation(route: Route, writer: SchemaWriter): Operation {
  const { operationId, tag, summary, description, role, scope, body } = route;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    security: role === 'public' ? [] : [{ bearer: [] }],
    'x-minimum-role': role,
    ...(scope && { 'x-scope': scope }),
    parameters: [...pathParameters(route), ...queryParameters(route, writer), ...headerParameters(route)],
    ...(body && body !== noBody && { requestBody: { required: true, content: requestContent(body, writer) } }),
    responses: { [SUCCESS]: success(route, writer), ...notModified(route), ...refusals(route) },
  };
}

function requestContent(body: NonNullable<Route['body']>, writer: SchemaWriter) {
  const schema = body.mediaType === 'text/csv' ? { type: 'string' } : writer.input(body.schema);
  return { [body.mediaType]: { schema } };
}

function pathParameters({ path }: Route): Parameter[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string', maxLength: 255 } }));
}

function queryParameters({ query }: Route, writer: SchemaWriter): Parameter[] {
  if (!query) return [];
  return Object.entries(writer.input(query).properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description && { description }),
    schema,
  }));
}

const HEADERS = {
  org: header('X-Org-Id', "Another of the caller's orgs than the token's own."),
  idempotency: header(
    'Idempotency-Key',
    'The same key and body have one effect, and one answer, within 24 hours.',
    255,
  ),
  ifMatch: header('If-Match', 'The ETag of what was read: refused with 412 when the record has changed since.'),
  ifNoneMatch: header('If-None-Match', 'The ETag of what is known: answered with 304 when it is still so.'),
};

function header(name: string, description: string, maxLength?: number): Parameter {
  return { name, in: 'header', description, schema: { type: 'string', ...(maxLength && { maxLength }) } };
}

const isIdempotent = ({ method, idempotent }: Route) => method === 'POST' && idempotent !== false;
const isConditional = ({ method, answer }: Route) => method === 'GET' && !!answer.tagged;
const isGuarded = ({ method, resource, answer }: Route) => method !== 'GET' && !!resource && !!answer.written;

function headerParameters(route: Route): Parameter[] {
  return [
    ...(route.role === 'public' ? [] : [HEADERS.org]),
    ...(isIdempotent(route) ? [HEADERS.idempotency] : []),
    ...(isGuarded(route) ? [HEADERS.ifMatch] : []),
    ...(isConditional(route) ? [HEADERS.ifNoneMatch] : []),
  ];
}

function success(route: Route, writer: SchemaWriter): Response {
  const content = Object.entries(route.answer.content).map(([mediaType, schema]) => [
    mediaType,
    { schema: schema ? writer.output(schema) : { type: 'string' } },
  ]);
  return { description: 'Successful Response', headers: answerHeaders(route), content: Object.fromEntries(content) };
}

const notModified = (route: Route): Record<string, Response> =>
  isConditional(route) ? { [NOT_MODIFIED]: { description: 'What If-None-Match names is still so.' } } : {};

type AnswerHeaders = NonNullable<Response['headers']>;

const text = (description: string) => ({ description, schema: { type: 'string' } });
const integer = (description: string) => ({ description, schema: { type: 'integer' } });

const COMMON_HEADERS: AnswerHeaders = {
  'X-Request-Id': text('Names this request in every log.'),
  'RateLimit-Limit': integer('Requests that the caller may make in 60 seconds.'),
  'RateLimit-Remaining': integer('Those that are left.'),
  'RateLimit-Reset': integer('Seconds until all are there again.'),
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

/** Every code that an operation may refuse with, by status. */
function refusals(route: Route): Record<string, Response> {
  const codes: ErrorCode[] = [
    ...(route.role === 'public' ? [] : (['not_authenticated', 'insufficient_permissions'] as const)),
    ...(route.body ? (['body_too_large', 'unsupported_media_type', 'validation_failed'] as const) : []),
    ...(route.query || isGuarded(route) ? (['validation_failed'] as const) : []),
    ...(route.resource ? (['not_found'] as const) : []),
    ...(isGuarded(route) ? (['version_mismatch', 'conflict'] as const) : []),
    ...(isIdempotent(route) ? (['idempotency_key_reused', 'idempotency_in_progress'] as const) : []),
    ...(route.refusals ?? []),
    'rate_limited',
    'internal_error',
    'upstream_unavailable',
    ...(route.answer.written && route.method !== 'GET' ? (['outcome_unknown'] as const) : []),
    'deadline_exceeded',
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => errorTable[code].http);
  const responses = [...byStatus].map(([status, those]): [number, Response] => [
    status,
    { $ref: `#/components/responses/Error${status}`, description: listed(those) },
  ]);
  return Object.fromEntries(responses);
}

const listed = (codes: ErrorCode[]) => codes.map((code) => `\`${code}\``).join(', ');

function refusalResponses(): Record<string, Response> {
  const byStatus = Map.groupBy(Object.keys(errorTable) as ErrorCode[], (code) => errorTable[code].http);
  byStatus.delete(errorTable.method_not_allowed.http);
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
    ...(status === errorTable.not_authenticated.http && { 'WWW-Authenticate': text('`Bearer`') }),
    ...(isPassing(status) && { 'Retry-After': integer('Seconds until it is worth another try.') }),
  };
}
