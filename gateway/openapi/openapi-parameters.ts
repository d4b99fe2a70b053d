import type { Route } from '../routing/route.ts';
import { isConditional, isGuarded, isIdempotent } from './openapi-responses.ts';
import type { JsonSchema, SchemaWriter } from './openapi-schemas.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  /** A value of the recorded story. */
  example?: unknown;
  schema: JsonSchema;
}

/** The parameters of an operation, without its body. */
export const parametersOf = (route: Route, writer: SchemaWriter): Parameter[] => [
  ...pathParameters(route),
  ...queryParameters(route, writer),
  ...headerParameters(route),
];

/**
 * Descriptions and examples of path parameters. `id` is not in this list: its description depends on the route's
 * resource.
 */
const PATH_WORDS: Record<string, [description: string, example: string]> = {
  bom_id: ['The id or documentId of the bill of material.', '{bom_id}'],
  version: ['The number or id of the version.', '1'],
  version_a: ['The number or id of the version that is compared.', '1'],
  version_b: ['The number or id of the version that it is compared with.', '2'],
  line_item_id: ['The id of the line.', '{line_item_id}'],
  bank_statement_id: ['The id or documentId of the bank statement.', '{bank_statement_id}'],
  line_id: ['The id of the line.', '{bank_line_id}'],
  payment_id: ['The id of the payment.', '{payment_id}'],
  delivery_id: ['The id of the delivery.', '{delivery_id}'],
  skuId: ['The id or documentId of the SKU.', '{sku_id}'],
  org_id: ['The id of the org.', '{org_id}'],
};

function pathParameters({ path, resource = '' }: Route): Parameter[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const id = [
    `The id of the ${inSentence(resource)}, or its documentId where it has one.`,
    `{${resource.toLowerCase().replaceAll(' ', '_')}_id}`,
  ];
  return names.map((name) => {
    const [description = '', example] = PATH_WORDS[name] ?? id;
    const schema = { type: 'string', maxLength: 255, examples: [example] };
    return { name, in: 'path', required: true, description, schema };
  });
}

/** A resource's name inside a sentence: `client`, but `API key`. */
const inSentence = (resource: string) => (/^[A-Z]{2}/.test(resource) ? resource : resource.toLowerCase());

function queryParameters({ query }: Route, writer: SchemaWriter): Parameter[] {
  if (!query) return [];
  const { properties = {}, required = [] } = writer.input(query);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    ...(description && { description }),
    schema,
  }));
}

const HEADERS = {
  org: header('X-Org-Id', "Id of the org to work in, if it is not the token's own org."),
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
