import { afterAll, expect, test } from '@jest/globals';
import type { OpenApi } from '../../gateway/openapi/openapi.ts';
import type { JsonSchema } from '../../gateway/openapi/openapi-schemas.ts';
import { resolve } from '../../gateway/pages/docs/example.ts';
import { type Answer, startGateway } from '../integration/gateway/harness.ts';
import { type Target, targetsOf } from '../support/walk/calls.ts';

/** Values that a document database would take for a condition. */
const OPERATORS = [{ $gt: '' }, { $ne: null }, { $where: 'sleep(1000)' }, { $regex: '.*' }, [{ $gt: '' }]];
/** Keys that would reach the prototype of a careless reader. Where a record is free-form, the second is a field's name. */
const PROTOTYPES = ['{"__proto__":{"polluted":"yes"}}', '{"constructor":{"prototype":{"polluted":"yes"}}}'];

/** A way through a body: names, and 0 for the first of an array. */
type Way = (string | 0)[];

const gateway = await startGateway();
afterAll(() => gateway.close());
const document = (await gateway.send('/openapi.json')).json as unknown as OpenApi;
const targets = targetsOf(document);
const resolved = (schema: JsonSchema) => resolve(schema, document.components.schemas);

function bodyOf({ operation }: Target, mediaType: string): JsonSchema | undefined {
  return operation.requestBody?.content[mediaType]?.schema;
}

function send({ path, method }: Target, body: string, type = 'application/json', query = ''): Promise<Answer> {
  const url = path.replace(/\{\w+\}/g, 'x') + query;
  const hasBody = method !== 'get';
  return gateway.send(url, {
    method: method.toUpperCase(),
    as: 'admin',
    ...(hasBody && { body, headers: { 'content-type': type } }),
  });
}

/** Every way to a value that is a string, and maybe null. */
function waysToStrings(schema: JsonSchema, way: Way = [], seen: string[] = []): Way[] {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    const component = document.components.schemas[name];
    return component && !seen.includes(name) ? waysToStrings(component, way, [...seen, name]) : [];
  }
  const variants = [
    ...(schema.anyOf ?? []),
    ...((schema.oneOf as JsonSchema[]) ?? []),
    ...((schema.allOf as JsonSchema[]) ?? []),
  ];
  const own = [schema.type].flat().includes('string') || schema.enum?.some((value) => typeof value === 'string');
  const below = [
    ...variants.flatMap((variant) => waysToStrings(variant, way, seen)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, of]) => waysToStrings(of, [...way, name], seen)),
    ...(schema.items ? waysToStrings(schema.items, [...way, 0], seen) : []),
  ];
  const all = own ? [way, ...below] : below;
  return [...new Map(all.map((each) => [each.join('.'), each])).values()];
}

const isFreeForm = (schema: JsonSchema) => resolved(schema).additionalProperties !== false;

/** The schema at the end of the way. */
function schemaAt(schema: JsonSchema, [step, ...rest]: Way): JsonSchema {
  const whole = resolved(schema);
  if (step === undefined) return whole;
  const variants = [whole, ...(whole.anyOf ?? []), ...((whole.oneOf as JsonSchema[]) ?? [])];
  const below = variants.map((one) => (step === 0 ? one.items : one.properties?.[step])).find(Boolean);
  return below ? schemaAt(below, rest) : whole;
}

/** A body that holds nothing but `value` at the end of the way. */
const bodyWith = (way: Way, value: unknown): unknown =>
  way.reduceRight((inner: unknown, step) => (step === 0 ? [inner] : { [step]: inner }), value);

const placesOf = ({ detail }: Answer['json']) => (detail as { loc: string[] }[]).map(({ loc }) => loc.join('.'));

test('an operator in place of any string of any body is a 422 at that string', async () => {
  let tried = 0;
  for (const target of targets) {
    const schema = bodyOf(target, 'application/json');
    for (const way of schema ? waysToStrings(schema) : []) {
      for (const operator of OPERATORS) {
        const { status, json } = await send(target, JSON.stringify(bodyWith(way, operator)));
        const at = ['body', ...way.map(String)].join('.');
        const sent = [target.method, target.path, at];
        // Another org than the request's is refused before anything else in the body is looked at.
        expect([...sent, status]).toEqual([...sent, at === 'body.org_id' ? 403 : 422]);
        if (status === 422) expect([...sent, placesOf(json)]).toEqual([...sent, expect.arrayContaining([at])]);
        tried++;
      }
    }
  }
  expect(tried).toBeGreaterThan(100);
}, 60_000);

test('an operator in a form or a query is text, or nothing', async () => {
  for (const target of targets) {
    const names = target.operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    for (const name of names) {
      for (const query of [`?${name}[$ne]=x`, `?${name}[]=x&${name}[$gt]=`, `?${name}={"$gt":""}`]) {
        gateway.services.calls.splice(0);
        const { status } = await send(target, '{}', 'application/json', encodeURI(query));
        expect([target.path, query, status < 500]).toEqual([target.path, query, true]);
        expect(operatorsIn(gateway.services.calls.map(({ request }) => request))).toEqual([]);
      }
    }
    const form = bodyOf(target, 'application/x-www-form-urlencoded');
    if (!form) continue;
    const fields = waysToStrings(form).map((way) => way.join('.'));
    const { status } = await send(
      target,
      fields.map((field) => `${field}[$ne]=x`).join('&'),
      'application/x-www-form-urlencoded',
    );
    expect([target.path, status]).toEqual([target.path, 422]);
  }
}, 60_000);

test('no key of any body reaches a prototype', async () => {
  for (const target of targets) {
    const schema = bodyOf(target, 'application/json');
    if (!schema) continue;
    const places: Way[] = [[], ...waysToStrings(schema).map((way) => way.slice(0, -1))];
    for (const way of places) {
      for (const body of PROTOTYPES) {
        const { status } = await send(target, JSON.stringify(bodyWith(way, null)).replace('null', body));
        const sent = [target.method, target.path, way, body];
        if (isFreeForm(schemaAt(schema, way)) && body.includes('constructor'))
          expect([...sent, status < 500]).toEqual([...sent, true]);
        else expect([...sent, status]).toEqual([...sent, 422]);
      }
    }
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
}, 60_000);

/** The keys of `value`, however deep, that a database would take for operators. */
function operatorsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key.startsWith('$') ? [key] : []),
    ...operatorsIn(inner),
  ]);
}
