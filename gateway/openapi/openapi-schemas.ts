import { z } from 'zod';
import * as common from '#proto/common/v1/contract.ts';
import * as finance from '#proto/finance/v1/contract.ts';
import * as identity from '#proto/identity/v1/contract.ts';
import * as notification from '#proto/notification/v1/contract.ts';
import * as product from '#proto/product/v1/contract.ts';
import { shapeOf } from '../payload/schema.ts';

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  [keyword: string]: unknown;
}

type Adapt = (component: JsonSchema, name: string) => JsonSchema;
type Names = z.core.$ZodRegistry<{ id: string }>;

/** Every schema that a contract exports becomes a component with its exported name. */
export function componentNames(): Names {
  const names: Names = z.registry();
  for (const [id, schema] of Object.entries({ ...common, ...finance, ...identity, ...notification, ...product })) {
    if (schema instanceof z.ZodType) names.add(schema, { id });
  }
  return names;
}

/** Converts zod schemas to JSON Schema. Collects named schemas as components. */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {};
  readonly #names: Names;
  readonly #answers = new Map<z.ZodType, JsonSchema>();

  constructor(names: Names) {
    this.#names = names;
  }

  /** The schema of a body: an optional field may also be null, and fields that only `answer` has are ignored. */
  input(schema: z.ZodType, answer?: z.ZodType): JsonSchema {
    const own = this.#names.get(schema)?.id;
    const extra = ignored(schema, answer);
    return this.#write(schema, 'input', (component, name) =>
      orNull(name === own ? extended(component, extra) : component),
    );
  }

  /** The schema of an answer. Many operations and events share a schema, so each is converted only once. */
  output(schema: z.ZodType): JsonSchema {
    const known = this.#answers.get(schema);
    if (known) return known;
    const written = this.#write(schema, 'output', (component) => component);
    this.#answers.set(schema, written);
    return written;
  }

  #write(schema: z.ZodType, io: 'input' | 'output', adapt: Adapt): JsonSchema {
    const options = { io, metadata: this.#names, override: completed };
    const { $defs, properties } = z.toJSONSchema(z.object({ root: schema }), options);
    for (const [name, definition] of Object.entries($defs ?? {})) {
      const { id: _, ...component } = definition as JsonSchema;
      this.#add(name, adapt(withReferences(component), name));
    }
    return withReferences((properties as Record<string, JsonSchema>).root as JsonSchema);
  }

  /** Throws if two different schemas have the same name. */
  #add(name: string, component: JsonSchema): void {
    const known = this.components[name];
    if (known && JSON.stringify(known) !== JSON.stringify(component)) throw new Error(`Two schemas are named ${name}`);
    this.components[name] = component;
  }
}

/**
 * Adds the contracts' `describe` and `meta`, which zod stores in another registry than the names. Removes the pattern
 * of a date-time: it describes our own timestamps, and is narrower than the accepted format.
 */
function completed({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}) {
  Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
}

/**
 * Turns references to `$defs` into references to components. A reference keeps only its own description and default;
 * the component has the rest.
 */
function withReferences(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text, (_, value) => {
    if (!value?.$ref) return value;
    const { $ref, description, default: fallback } = value as JsonSchema;
    return {
      $ref,
      ...(description !== undefined && { description }),
      ...(fallback !== undefined && { default: fallback }),
    };
  });
}

/** Response-only fields, which callers may send back with a record (decisions 1: Body fields, Org). */
function ignored(schema: z.ZodType, answer: z.ZodType | undefined): Record<string, JsonSchema> {
  const own = shapeOf(schema) ?? {};
  const names = Object.keys((answer && shapeOf(answer)) ?? {}).filter((name) => !own[name]);
  const org = { type: 'string', description: 'Id of the org of the request. Any other id is refused.' };
  const echoed = { readOnly: true, description: 'Only in answers. Ignored in a request.' };
  return Object.fromEntries(names.map((name) => [name, name === 'org_id' ? org : echoed]));
}

const extended = (component: JsonSchema, extra: Record<string, JsonSchema>): JsonSchema => ({
  ...component,
  properties: { ...component.properties, ...extra },
});

function orNull(schema: JsonSchema): JsonSchema {
  if (!schema.properties) return schema;
  const required = new Set(schema.required);
  const properties = Object.entries(schema.properties).map(([name, property]) => [
    name,
    required.has(name) || property.readOnly ? property : nullable(property),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

const nullable = ({ description, ...property }: JsonSchema): JsonSchema => ({
  ...(description !== undefined && { description }),
  anyOf: [property, { type: 'null' }],
});
