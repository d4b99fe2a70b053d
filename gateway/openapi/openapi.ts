import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { described } from '#proto/common/v1/contract.ts';
import { errorCodes } from '#proto/common/v1/errors.contract.ts';
import { TRANSPORT_REFUSALS } from '../http/problem.ts';
import { type BodyKind, noBody } from '../payload/bodies.ts';
import { guides, type Tag, tags } from '../routing/openapi-tags.ts';
import type { Route } from '../routing/route.ts';
import { type Parameter, parametersOf } from './openapi-parameters.ts';
import { type Response, refusalResponses, responsesOf } from './openapi-responses.ts';
import { componentNames, type JsonSchema, SchemaWriter } from './openapi-schemas.ts';
import { envelopeComponent, type WebhookOperation, webhookOperations } from './openapi-webhooks.ts';
import { readSamples, withSample } from './samples.ts';

export type { Parameter };

interface RequestBody {
  required: boolean;
  content: Record<string, { schema: JsonSchema; example?: unknown }>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  'x-minimum-role': string;
  'x-scope'?: string;
  parameters: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, Response>;
}

export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string; description: string; externalDocs?: { url: string; description: string } }[];
  paths: Record<string, Record<string, Operation>>;
  /** Deliveries to webhook receivers. */
  webhooks: Record<string, { post: WebhookOperation }>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, object>;
  };
}

export const TITLE = 'Selvedge';

/** The OpenAPI 3.1 document of `routes`. Routes and contracts are its only sources. */
export async function openApi(
  routes: Route[],
  { publicUrl, version }: { publicUrl: string; version: string },
): Promise<OpenApi> {
  const timeSlices = new TimeSlices();
  const writer = new SchemaWriter(componentNames());
  const paths: OpenApi['paths'] = {};
  const samples = readSamples();
  for (const route of routes) {
    await timeSlices.giveWay();
    const described = withSample(operation(route, writer), samples[route.operationId]);
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: described };
  }
  const webhooks = await webhookOperations(writer, timeSlices);
  const error = { ErrorBody: writer.output(ErrorBody), ValidationErrorBody: writer.output(ValidationErrorBody) };
  return {
    openapi: '3.1.1',
    info: {
      title: TITLE,
      version,
      description: DESCRIPTION,
      license: { name: 'Unlicensed', identifier: 'LicenseRef-Unlicensed' },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => section(name, publicUrl)),
    paths,
    webhooks,
    components: {
      schemas: { ...writer.components, ...envelopeComponent(writer), ...error },
      responses: refusalResponses(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'The key needs the scope that `x-scope` names, or a scope that includes it.',
        },
      },
    },
  };
}

function section(name: Tag, publicUrl: string): OpenApi['tags'][number] {
  const guide = guides[name];
  const about = { name, description: tags[name] };
  if (!guide) return about;
  return { ...about, externalDocs: { url: `${publicUrl}${guide.path}`, description: guide.description } };
}

const DESCRIPTION = `Manufacturing and trade operations over JSON and HTTPS.

Log in with \`POST /auth/login\` and send the token as \`Authorization: Bearer …\`. Programs send an API key as
\`X-API-Key: …\` instead, where an operation shows a scope. Every success is a 200. An error is
\`{detail, code, request_id}\`; the detail of a 422 lists the faults. Retry a POST safely with an \`Idempotency-Key\`; guard a
change with \`If-Match\` and the \`ETag\` of what you read. Unknown fields are refused, response-only fields are ignored.

In examples, a name in braces stands for a value of yours: \`{client_id}\` is the id of one of your clients. In command
lines it is \`$CLIENT_ID\`.

Any path may also answer 404 (no such route), 405 (with \`Allow\`), 408, 414 and 431. Bytes that are not an HTTP request get
a 422. All errors have the same body.`;

const words = {
  code: 'Code of the error, for programs.',
  request_id: "The answer's `X-Request-Id`, which is in every log.",
};

/** Codes of a 422. No other error has them, so that a caller's compiler knows the form of `detail` by the code. */
const CODES_OF_FAULTS = ['validation_failed', 'idempotency_key_reused', 'malformed_request'] as const;
const isOfFaults = (code: string) => (CODES_OF_FAULTS as readonly string[]).includes(code);

const ErrorBody = z.strictObject(
  described(
    {
      detail: z.string().describe('Explanation of the error, for people.'),
      code: z.enum([...errorCodes, ...Object.keys(TRANSPORT_REFUSALS)].filter((code) => !isOfFaults(code))),
      request_id: z.string(),
    },
    words,
  ),
);

const FaultSchema = z.strictObject({
  loc: z
    .array(z.string())
    .describe('Place of the fault: `body`, `query`, `path` or `header`, then field names and indexes.'),
  msg: z.string().describe('Explanation of the error, for people.'),
  type: z.string().describe("Pydantic's word for it: `missing`, `string_too_long`, `value_error`."),
  input: z.unknown().optional().describe('Value that was sent. Absent if it may be secret.'),
  ctx: z.record(z.string(), z.unknown()).optional().describe('The bound that it is over: `{"ge": 1}`.'),
});

const ValidationErrorBody = z.strictObject(
  described(
    {
      detail: z.array(FaultSchema).describe('The first faults of the request, 100 at most.'),
      code: z.enum(CODES_OF_FAULTS),
      request_id: z.string(),
    },
    words,
  ),
);

function operation(route: Route, writer: SchemaWriter): Operation {
  const { operationId, tag, summary, description, role, scope, body } = route;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: security(route),
    'x-minimum-role': role,
    ...(scope && { 'x-scope': scope }),
    parameters: parametersOf(route, writer),
    ...(body && body !== noBody && { requestBody: requestBody(body, writer) }),
    responses: responsesOf(route, writer),
  };
}

function security({ role, keys, scope }: Route): Operation['security'] {
  if (role === 'public') return [];
  const isOpenToKeys = keys === 'any' || scope !== undefined;
  return isOpenToKeys ? [{ bearer: [] }, { apiKey: [] }] : [{ bearer: [] }];
}

function requestBody(body: BodyKind, writer: SchemaWriter): RequestBody {
  const isCsv = body.mediaType === 'text/csv';
  const schema = isCsv
    ? { type: 'string', examples: csvExamples(body.schema) }
    : writer.input(body.schema, body.answer);
  const others = (body.otherMediaTypes ?? []).map((mediaType) => [mediaType, { schema: { type: 'string' } }]);
  const content = { [body.mediaType]: { schema }, ...Object.fromEntries(others) };
  return { required: !body.optional, content };
}

/** Each example of a record as a CSV file with this one record. */
function csvExamples(schema: z.ZodType): string[] {
  const { examples = [] } = z.globalRegistry.get(schema) ?? {};
  const cell = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : value);
  return (examples as object[]).map((record) => stringify([Object.keys(record), Object.values(record).map(cell)]));
}
