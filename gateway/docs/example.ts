import type { OpenApi, Operation, Parameter } from '../openapi.ts';
import type { JsonSchema } from '../openapi-schemas.ts';

type Schemas = OpenApi['components']['schemas'];

/** Values that say more than "string", by field name. */
const TELLING: Record<string, unknown> = {
  id: '6740b1f2c9a84e0012ab34cd',
  name: 'Harbour & Sons',
  country: 'Portugal',
  currency: 'EUR',
  maxAccountValue: 50000,
  priceCategory: 'high',
  paymentTerms: '30 days net',
  contactName: 'Ana Reis',
  email: 'ana@example.com',
  username: 'ana@example.com',
  role: 'staff',
  time_zone: 'Europe/Lisbon',
  password: 'a long pass phrase',
  phoneNumber: '912345678',
  countryCode: '+351',
  url: 'https://example.com/hooks',
  events: ['client.*'],
  org_id: '6740b1f2c9a84e0012ab3400',
  client_id: '6740b1f2c9a84e0012ab3401',
  created_by_id: '6740b1f2c9a84e0012ab3402',
  deletedId: '6740b1f2c9a84e0012ab34cd',
  message: 'Client deleted',
  event_id: 'evt_019f3c1a7d2e00000b5a6f1c2d3e4f50',
  event_type: 'client.created',
  response_body: 'ok',
  signed_content: 'evt_019f3c1a….1769851800.{"id":"evt_019f3c1a…",…}',
  kid: 'h3uOXhUYoTRWa5KFmgF9IR8c4TdRWUT2EAYeRf1y5Qw',
  x: 'Og5ZBJwFPki6VmzpENHbKnGPMA1DBFN2QHuX-sETRo0',
  status_code: 200,
  limit: 10,
  page: 1,
  total: 1,
  totalPages: 1,
  access_token: 'eyJhbGciOiJFZERTQSIs…',
  expires_in: 3600,
  detail: 'Client not found',
  code: 'not_found',
};

export const resolve = (schema: JsonSchema, schemas: Schemas): JsonSchema =>
  (schema.$ref && schemas[schema.$ref.split('/').at(-1) ?? '']) || schema;

/** A plausible value of `schema`; of an input only what is required. */
export function example(schema: JsonSchema, schemas: Schemas, requiredOnly = false, name = ''): unknown {
  const known = resolve(schema, schemas);
  if (known.properties) {
    const names = Object.keys(known.properties).filter((key) => !requiredOnly || known.required?.includes(key));
    const properties = known.properties;
    return Object.fromEntries(names.map((key) => [key, example(properties[key] ?? {}, schemas, requiredOnly, key)]));
  }
  if (name in TELLING) return TELLING[name];
  if (known.const !== undefined) return known.const;
  if (known.enum) return known.enum[0];
  if (known.anyOf)
    return known.anyOf.some(({ type }) => type === 'null') ? null : example(known.anyOf[0] ?? {}, schemas);
  return plainExample(known, schemas, requiredOnly);
}

function plainExample(schema: JsonSchema, schemas: Schemas, requiredOnly: boolean): unknown {
  if (schema.type === 'array') return [example(schema.items ?? {}, schemas, requiredOnly)];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.default ?? 1;
  if (schema.type === 'object') return {};
  return schema.format === 'date-time' ? '2026-01-31T09:30:00.000Z' : 'text';
}

/** Of what every POSIX system has: without a program that makes it, the key would be empty, which is none. */
const MAKE_KEY = "KEY=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')";

/** Command lines that make the call, in any POSIX shell. */
export function curl(method: string, path: string, operation: Operation, document: OpenApi): string {
  const verb = method === 'get' ? '' : ` -X ${method.toUpperCase()}`;
  const lines = [`curl --cacert ca.pem${verb}`, quote(`${document.servers[0]?.url}${withExamples(path)}`)];
  if (operation.security.length > 0) lines.push(`-H "Authorization: Bearer $TOKEN"`);
  const takesKey = operation.parameters.some(isIdempotencyKey);
  if (takesKey) lines.push('-H "Idempotency-Key: $KEY"');
  const [[mediaType, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  if (mediaType && content) lines.push(...bodyArguments(mediaType, content.schema, document));
  return `${takesKey ? `${MAKE_KEY}\n` : ''}${lines.join(' \\\n  ')}`;
}

const isIdempotencyKey = ({ name }: Parameter) => name === 'Idempotency-Key';
const withExamples = (path: string) => path.replace(/\{(\w+)\}/g, () => String(TELLING.id));

function bodyArguments(mediaType: string, schema: JsonSchema, { components }: OpenApi): string[] {
  if (mediaType === 'text/csv') return ['-H "Content-Type: text/csv"', '--data-binary @file.csv'];
  const value = example(schema, components.schemas, true) as Record<string, unknown>;
  if (mediaType === 'application/json') {
    const body = Object.keys(value).length > 0 ? value : firstField(schema, components.schemas);
    return ['-H "Content-Type: application/json"', `-d ${quote(JSON.stringify(body, null, 2))}`];
  }
  return Object.entries(value).map(([name, text]) => `--data-urlencode ${quote(`${name}=${text}`)}`);
}

/** For a PATCH, where nothing is required. */
function firstField(schema: JsonSchema, schemas: Schemas): object {
  const [[name, field] = []] = Object.entries(resolve(schema, schemas).properties ?? {});
  return name && field ? { [name]: example(field, schemas, false, name) } : {};
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
