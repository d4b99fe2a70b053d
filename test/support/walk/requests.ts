import fc from 'fast-check';
import type { OpenApi, Operation, Parameter } from '../../../gateway/openapi/openapi.ts';
import type { JsonSchema } from '../../../gateway/openapi/openapi-schemas.ts';
import { examplesOf, resolve } from '../../../gateway/pages/docs/example.ts';
import { anyCharacter } from '../any-character.ts';
import type { Target } from './calls.ts';
import type { Known } from './known.ts';

/** A generated request. `isValid`: the request agrees with the document. */
export interface Drawn {
  operationId: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  isValid: boolean;
}

/** Maximum length of generated texts and lists. The tests are about kinds of values, and not about sizes. */
const MAX_TEXT = 40;
const MAX_ITEMS = 3;
/** The last date of RFC 3339. */
const LAST_DATE = new Date('9999-12-31T23:59:59.999Z');
/** Maximum nesting of generated objects and lists. Deeper values are null. */
const MAX_DEPTH = 6;

const HOSTILE: unknown[] = [
  ...[null, true, false, 0, -1, 0.1, 1e308, -1e308, 2 ** 31, 2 ** 53],
  ...['', ' ', '\0', '\ud800', '\u{1f9f5}', 'null', 'NaN', '-0', '1e999', '0x10', '9'.repeat(500), 'x'.repeat(11_000)],
  ...[
    '2026-02-30',
    '2026-01-01T25:00:00Z',
    '=1+1',
    "'",
    '"',
    '../..',
    '%00',
    '{client_id}',
    '__proto__',
    'constructor',
  ],
  ...[[], {}, [[]], [null], { $gt: '' }, { $where: '1' }, ['x', ['x']], { '': null }, { toString: 1 }],
];
const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.jsonValue({ maxDepth: 3 }));
/** At most 1,000 characters, because a URL must hold it. */
const hostileText = hostile.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 1000));
/** Only characters that an HTTP header may contain. */
const headerText = fc.string({ unit: 'binary-ascii', maxLength: 300 }).map((text) => text.replace(/[^\x20-\x7e]/g, ''));

/**
 * Generates requests for operations of the document: valid requests and hostile requests. Ids in the requests belong to
 * existing records.
 */
export class Requests {
  readonly #schemas: Record<string, JsonSchema>;
  readonly #known: Known;

  constructor({ components }: OpenApi, known: Known) {
    this.#schemas = components.schemas;
    this.#known = known;
  }

  of({ path, operation }: Target): fc.Arbitrary<Drawn> {
    const parts = fc.record({
      path: this.#parameters(operation, 'path'),
      query: this.#parameters(operation, 'query'),
      headers: this.#parameters(operation, 'header'),
      body: this.#body(operation),
    });
    return parts.map(({ path: named, query, headers, body }) => {
      const url = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(wellFormed(String(named.values[name]))));
      const search = new URLSearchParams(Object.entries(query.values).map(([name, value]) => [name, String(value)]));
      return {
        operationId: operation.operationId,
        url: search.size > 0 ? `${url}?${search}` : url,
        headers: { ...stringsOf(headers.values), ...body.headers },
        ...(body.text !== undefined && { body: body.text }),
        isValid: [named, query, headers, body].every(({ isValid }) => isValid),
      };
    });
  }

  #parameters({ parameters }: Operation, place: Parameter['in']) {
    const fields = parameters.filter((parameter) => parameter.in === place);
    const valid = fc.record(
      Object.fromEntries(fields.map(({ name, schema }) => [name, this.#parameter(name, schema, place)])),
      { requiredKeys: fields.filter(({ required }) => required).map(({ name }) => name) },
    );
    const anything = place === 'header' ? headerText : hostileText.filter((text) => !/^\.{0,2}$/.test(text));
    const spoilt =
      fields.length === 0
        ? valid
        : spoiltBy(
            valid,
            fields.map(({ name }) => name),
            anything,
          );
    return fc.oneof(
      { weight: 3, arbitrary: valid.map((values) => ({ values, isValid: true })) },
      { weight: 1, arbitrary: spoilt.map((values) => ({ values, isValid: false })) },
    );
  }

  #parameter(name: string, schema: JsonSchema, place: Parameter['in']): fc.Arbitrary<unknown> {
    if (place === 'path') return this.#reference(String(examplesOf(schema)[0]));
    if (place === 'query') return this.#value(schema, name);
    if (name === 'Idempotency-Key') return fc.uuid();
    if (name === 'X-Org-Id') return this.#reference('{own_org_id}');
    return fc.constantFrom('*', '"1-abc"', 'W/"2-abc"', '"1-a", "2-b"');
  }

  #body({ requestBody }: Operation): fc.Arbitrary<{ headers: object; text?: string; isValid: boolean }> {
    const [[mediaType, content] = []] = Object.entries(requestBody?.content ?? {});
    if (!mediaType || !content) return fc.constant({ headers: {}, isValid: true });
    const headers = { 'content-type': mediaType };
    const schema = resolve(content.schema, this.#schemas);
    const examples = examplesOf(schema).map((example) => this.#example(example));
    const valid = mediaType === 'text/csv' ? fc.oneof(...examples) : fc.oneof(this.#value(schema, ''), ...examples);
    const names = Object.keys(schema.properties ?? {});
    const spoilt = fc.oneof(spoiltBy(valid, [...names, 'unknown'], hostile), hostile);
    const text = (value: unknown) =>
      mediaType === 'application/json' ? JSON.stringify(value) : typeof value === 'string' ? value : formOf(value);
    return fc.oneof(
      {
        weight: 4,
        arbitrary: valid.map((value) => ({ headers, text: text(value), isValid: mediaType !== 'text/csv' })),
      },
      { weight: 2, arbitrary: spoilt.map((value) => ({ headers, text: text(value), isValid: false })) },
      { weight: 1, arbitrary: fc.oneof(fc.json(), fc.string()).map((text) => ({ headers, text, isValid: false })) },
    );
  }

  /** An example of the document, with ids of existing records in place of the placeholders. */
  #example(example: unknown): fc.Arbitrary<unknown> {
    return fc
      .nat()
      .map((seed) =>
        JSON.parse(
          JSON.stringify(example).replace(/\{([a-z]+(?:_[a-z]+)*)\}/g, (_, name) => this.#known.one(name, seed)),
        ),
      );
  }

  /**
   * A known id for a placeholder such as `{client_id}`. The id is chosen when the value is generated, because new ids
   * are added all the time.
   */
  #reference(placeholder: string): fc.Arbitrary<string> {
    const name = /^\{(\w+)\}$/.exec(placeholder)?.[1];
    if (name === undefined) return fc.constant(placeholder);
    return fc.nat().map((seed) => this.#known.one(name, seed));
  }

  #value(schema: JsonSchema, name: string, depth = 0): fc.Arbitrary<unknown> {
    const known = resolve(schema, this.#schemas);
    if (depth > MAX_DEPTH) return fc.constant(null);
    if (known.const !== undefined) return fc.constant(known.const);
    if (known.enum) return fc.constantFrom(...known.enum);
    if (known.anyOf && !known.type) return fc.oneof(...known.anyOf.map((one) => this.#value(one, name, depth)));
    const types = [known.type ?? []].flat();
    if (types.length === 0) return known.readOnly ? fc.constant('as read') : fc.jsonValue({ maxDepth: 2 });
    return fc.oneof(...types.map((type) => this.#ofType(type, known, name, depth)));
  }

  #ofType(type: string, schema: JsonSchema, name: string, depth: number): fc.Arbitrary<unknown> {
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return fc.integer({ min: bound(schema.minimum, -100), max: bound(schema.maximum, 1000) });
      case 'number':
        return fc.double({ ...numberBounds(schema), noNaN: true });
      case 'array':
        return fc.array(this.#value(schema.items ?? {}, name, depth + 1), {
          minLength: Number(schema.minItems ?? 0),
          maxLength: Math.min(Number(schema.maxItems ?? MAX_ITEMS), MAX_ITEMS),
        });
      case 'object':
        return this.#object(schema, depth);
      default:
        return this.#text(schema, name);
    }
  }

  #object(schema: JsonSchema, depth: number): fc.Arbitrary<object> {
    if (schema.anyOf) {
      const { anyOf, ...common } = schema;
      return fc.oneof(...anyOf.map((one) => this.#object(narrowed(common, one), depth)));
    }
    const { properties = {}, required = [], additionalProperties } = schema;
    const fields: Record<string, fc.Arbitrary<unknown>> = {};
    for (const [name, field] of Object.entries(properties)) fields[name] = this.#value(field, name, depth + 1);
    const named = fc.record(fields, { requiredKeys: required });
    if (additionalProperties === false || additionalProperties === undefined) return named;
    const more = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}$/),
      this.#value(additionalProperties as JsonSchema, '', depth + 1),
      {
        maxKeys: 2,
      },
    );
    return fc.tuple(more, named).map(([free, typed]) => ({ ...free, ...typed }));
  }

  #text(schema: JsonSchema, name: string): fc.Arbitrary<string> {
    const [minLength, maxLength] = [Number(schema.minLength ?? 0), Number(schema.maxLength ?? MAX_TEXT)];
    if (schema.format === 'date-time')
      return fc.date({ min: new Date(0), max: LAST_DATE, noInvalidDate: true }).map((at) => at.toISOString());
    // A host that does not exist, because notification sends events to the URLs of webhooks.
    if (schema.format === 'uri') return fc.webPath({ size: 'small' }).map((path) => `https://hooks.invalid${path}`);
    const plain = fc
      .string({ unit: anyCharacter, minLength, maxLength: Math.max(minLength, Math.min(maxLength, MAX_TEXT)) })
      .map((text) => text.replaceAll('\0', '0').slice(0, maxLength));
    const references = this.#known.namesFor(name);
    if (references.length > 0) return fc.oneof(...references.map((one) => this.#reference(`{${one}}`)), plain);
    if (typeof schema.pattern !== 'string' || schema.pattern === '^[^\\x00]*$') return plain;
    return fc.stringMatching(new RegExp(schema.pattern)).filter((text) => text.length <= maxLength);
  }
}

/** The object schema with the demands of one `anyOf` branch: its fields are required and cannot be null. */
function narrowed(schema: JsonSchema, { properties = {}, required = [] }: JsonSchema): JsonSchema {
  const asked = Object.keys(properties).map((name) => [name, withoutNull(schema.properties?.[name] ?? {})]);
  return {
    ...schema,
    properties: { ...schema.properties, ...Object.fromEntries(asked) },
    required: [...(schema.required ?? []), ...required],
  };
}

const withoutNull = (schema: JsonSchema): JsonSchema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;

/** Replaces the value of one random field of `names` with a value of `by`. */
function spoiltBy<T>(values: fc.Arbitrary<T>, names: string[], by: fc.Arbitrary<unknown>): fc.Arbitrary<T> {
  return fc
    .tuple(values, fc.constantFrom(...names), by)
    .map(([value, name, worse]) => (typeof value === 'object' ? { ...value, [name]: worse } : (worse as T)));
}

const stringsOf = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value).trim()]));

const formOf = (value: unknown): string =>
  new URLSearchParams(
    Object.entries(Object(value)).map(([name, one]) => [
      name,
      typeof one === 'string' ? one : (JSON.stringify(one) ?? ''),
    ]),
  ).toString();

const wellFormed = (text: string) => text.toWellFormed();

const bound = (given: unknown, fallback: number) =>
  typeof given === 'number' && Math.abs(given) < 2 ** 31 - 1 ? given : fallback;

function numberBounds({ minimum, maximum }: JsonSchema) {
  return { min: Number(minimum ?? -1e15), max: Number(maximum ?? 1e15) };
}
