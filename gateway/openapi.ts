import { z } from 'zod';
import { errorTable } from '#chassis/errors.ts';
import { noBody } from './bodies.ts';
import {
  isConditional,
  isGuarded,
  isIdempotent,
  type Response,
  refusalResponses,
  responsesOf,
} from './openapi-responses.ts';
import { componentNames, type JsonSchema, SchemaWriter } from './openapi-schemas.ts';
import { isOpenToKeys } from './permission.ts';
import { transport } from './problem.ts';
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
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'Needs the scope that `x-scope` names, or one that covers it.',
        },
      },
    },
  };
}

const DESCRIPTION = `Manufacturing and trade operations over JSON and HTTPS.

Log in with \`POST /auth/login\` and send the token as \`Authorization: Bearer …\`. Programs send an API key as
\`X-API-Key: …\` instead, where an operation shows a scope. Every success is a 200. An error is
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
    security: security(route),
    'x-minimum-role': role,
    ...(scope && { 'x-scope': scope }),
    parameters: [...pathParameters(route), ...queryParameters(route, writer), ...headerParameters(route)],
    ...(body && body !== noBody && { requestBody: { required: true, content: requestContent(body, writer) } }),
    responses: responsesOf(route, writer),
  };
}

function security(route: Route): Operation['security'] {
  if (route.role === 'public') return [];
  return isOpenToKeys(route) ? [{ bearer: [] }, { apiKey: [] }] : [{ bearer: [] }];
}

function requestContent(body: NonNullable<Route['body']>, writer: SchemaWriter) {
  const schema = body.mediaType === 'text/csv' ? { type: 'string' } : writer.input(body.schema, body.answer);
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
  ifMatch: header(
    'If-Match',
    'The ETag of what was read, a list of up to ten, or *: refused with 412 when the record has changed since.',
  ),
  ifNoneMatch: header('If-None-Match', 'The ETag of what is known: answered with 304 when it is still so.'),
};

function header(name: string, description: string, maxLength?: number): Parameter {
  return { name, in: 'header', description, schema: { type: 'string', ...(maxLength && { maxLength }) } };
}

function headerParameters(route: Route): Parameter[] {
  return [
    ...(route.role === 'public' ? [] : [HEADERS.org]),
    ...(isIdempotent(route) ? [HEADERS.idempotency] : []),
    ...(isGuarded(route) ? [HEADERS.ifMatch] : []),
    ...(isConditional(route) ? [HEADERS.ifNoneMatch] : []),
  ];
}
