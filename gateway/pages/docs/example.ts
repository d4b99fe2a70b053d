import type { OpenApi, Operation, Parameter } from '../../openapi/openapi.ts';
import type { JsonSchema } from '../../openapi/openapi-schemas.ts';

type Schemas = OpenApi['components']['schemas'];

export interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

/** Example values by field name, for fields that have no example in a request. */
const TELLING: Record<string, unknown> = {
  id: '6740b1f2c9a84e0012ab34cd',
  documentId: 'STY-2026-000042',
  name: 'Harbour & Sons',
  color: 'Navy',
  size: 'M',
  refId: 'AW27-014',
  taxId: 'PT501234567',
  email: 'ana.reis@example.com',
  role: 'staff',
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
  hasNext: false,
  hasPrev: false,
  access_token: 'eyJhbGciOiJFZERTQSIs…',
  expires_in: 3600,
  key: 'slv_…',
  last_four: 'x7Qd',
  action: 'client.updated',
  actor: 'user:6740b1f2c9a84e0012ab3402',
  record_type: 'client',
  changed: ['name'],
  address: '203.0.113.7',
  qrData: 'STY-2026-000042:Navy:M',
  field: 'buyingTolerance',
  oldValue: 6,
  newValue: 7.5,
};

export const resolve = (schema: JsonSchema, schemas: Schemas): JsonSchema =>
  (schema.$ref && schemas[schema.$ref.split('/').at(-1) ?? '']) || schema;

/** An example of an operation's answer. Its values are the examples in requests of the same section. */
export function answerExample(operation: Operation, schema: JsonSchema, document: OpenApi): unknown {
  return example(schema, document.components.schemas, { ...TELLING, ...sentIn(operation.tags, document) });
}

/** The field values in all example requests of these sections, by name. */
function sentIn(tags: string[], { paths, components }: OpenApi): Record<string, unknown> {
  const operations = Object.values(paths).flatMap(Object.values<Operation>);
  const bodies = operations
    .filter((operation) => operation.tags.some((tag) => tags.includes(tag)))
    .flatMap(({ requestBody }) => requestBody?.content['application/json'] ?? []);
  const found: Record<string, unknown> = {};
  for (const { schema } of bodies) collect(resolve(schema, components.schemas).examples, found);
  return found;
}

function collect(part: unknown, found: Record<string, unknown>): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, value] of Object.entries(part)) {
    const isPlain = typeof value !== 'object' || (Array.isArray(value) && typeof value[0] !== 'object');
    if (isPlain && !isPlaceholder(value)) found[name] ??= value;
    collect(value, found);
  }
}

export const isPlaceholder = (value: unknown): boolean => typeof value === 'string' && /^\{[a-z_]+\}$/.test(value);

/** A plausible value of `schema`. `name`: the name of its field. */
function example(schema: JsonSchema, schemas: Schemas, values: Record<string, unknown>, name = ''): unknown {
  const known = resolve(schema, schemas);
  if (known.properties) {
    const fields = Object.entries(known.properties);
    return Object.fromEntries(fields.map(([key, field]) => [key, example(field, schemas, values, key)]));
  }
  if (Object.hasOwn(values, name)) return values[name];
  if (known.const !== undefined) return known.const;
  if (known.enum) return known.enum[0];
  const variant = known.anyOf?.find(({ type }) => type !== 'null');
  if (variant) return hasParts(resolve(variant, schemas)) ? example(variant, schemas, values, name) : null;
  return plainExample(known, schemas, values, name);
}

const hasParts = ({ properties, items }: JsonSchema) => properties !== undefined || items !== undefined;

function plainExample(schema: JsonSchema, schemas: Schemas, values: Record<string, unknown>, name: string): unknown {
  const types = [schema.type].flat();
  if (types.includes('array')) return [example(schema.items ?? {}, schemas, values)];
  if (types.includes('boolean')) return true;
  if (types.includes('integer') || types.includes('number'))
    return types.includes('null') ? null : (schema.default ?? 1);
  if (types.includes('object')) return {};
  if (schema.format === 'date-time') return '2026-01-31T09:30:00.000Z';
  if (/(Id|_id)$/.test(name)) return TELLING.id;
  return types.includes('null') ? null : 'text';
}

/**
 * Makes a random key. Every POSIX system has this command. With a missing program the key would be empty, which is no
 * key.
 */
const MAKE_KEY = "KEY=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')";

/** Command lines for any POSIX shell that call the operation, with an example of its body. */
export function curl(method: string, path: string, operation: Operation, document: OpenApi, body?: unknown): string {
  const verb = method === 'get' ? '' : ` -X ${method.toUpperCase()}`;
  const lines = [`curl --cacert ca.pem${verb}`, quoted(`${document.servers[0]?.url}${filled(path, operation)}`)];
  if (operation.security.length > 0) lines.push(`-H "Authorization: Bearer $TOKEN"`);
  const takesKey = operation.parameters.some(isIdempotencyKey);
  if (takesKey) lines.push('-H "Idempotency-Key: $KEY"');
  const [[mediaType, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  const schema = content && resolve(content.schema, document.components.schemas);
  if (mediaType && schema) lines.push(...bodyArguments(mediaType, body ?? examplesOf(schema)[0]));
  return `${takesKey ? `${MAKE_KEY}\n` : ''}${lines.join(' \\\n  ')}`;
}

export const examplesOf = ({ examples = [] }: JsonSchema): unknown[] => examples as unknown[];

const isIdempotencyKey = ({ name }: Parameter) => name === 'Idempotency-Key';

/**
 * The path with example values for its parameters, for required query parameters, and for others that have an example.
 */
export function filled(path: string, { parameters }: Operation): string {
  // A query of the recorded story is shown as it was sent. Ids of the story are not: the reader has others.
  const sampleOf = (name: string) => {
    const { in: place, schema = {}, example } = parameters.find((one) => one.name === name) ?? {};
    const [placeholder] = examplesOf(schema);
    return String((place === 'query' && !isPlaceholder(placeholder) && example) || placeholder);
  };
  const needed = parameters.filter(
    ({ in: place, required, schema, example }) =>
      place === 'query' && (required || example !== undefined || examplesOf(schema).length > 0),
  );
  const query = String(new URLSearchParams(needed.map(({ name }) => [name, sampleOf(name)])));
  return (
    path.replace(/\{(\w+)\}/g, (_, name) => sampleOf(name)) +
    (needed.length > 0 ? `?${query.replaceAll(ENCODED_PLACEHOLDER, '{$1}')}` : '')
  );
}

function bodyArguments(mediaType: string, body: unknown): string[] {
  if (mediaType === 'application/x-www-form-urlencoded') {
    return Object.entries(body as object).map(([name, text]) => `--data-urlencode ${quoted(`${name}=${text}`)}`);
  }
  const [option, text] =
    mediaType === 'application/json' ? ['-d', JSON.stringify(body, null, 2)] : ['--data-binary', String(body)];
  return [`-H "Content-Type: ${mediaType}"`, `${option} ${quoted(text)}`];
}

/** A placeholder for a value that only the reader has, such as `{client_id}`. */
const PLACEHOLDER = /\{([a-z]+(?:_[a-z]+)*)\}/;
const ENCODED_PLACEHOLDER = /%7B([a-z]+(?:_[a-z]+)*)%7D/g;

/** Quotes a word of a command line. Its placeholders become shell variables. */
function quoted(text: string): string {
  const parts = text.split(PLACEHOLDER);
  const words = parts.map((part, index) => (index % 2 === 1 ? `"$${part.toUpperCase()}"` : quote(part)));
  return words.filter((word) => word !== "''").join('');
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
