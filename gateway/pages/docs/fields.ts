import type { OpenApi } from '../../openapi/openapi.ts';
import type { JsonSchema } from '../../openapi/openapi-schemas.ts';
import { type Html, html, inline } from '../html.ts';
import { resolve } from './example.ts';

type Schemas = OpenApi['components']['schemas'];

/** Maximum number of allowed values that are visible. A longer list is folded. */
const MAX_WORDS = 8;

/** The list of an object's fields, without ignored ones. Fields of nested objects are folded below their field. */
export function fields(schema: JsonSchema, schemas: Schemas): Html {
  const known = resolve(schema, schemas);
  const required = new Set(known.required);
  const shown = Object.entries(known.properties ?? {}).filter(([, field]) => !field.readOnly);
  const rows = shown.map(([name, field]) => row(name, field, required.has(name), schemas));
  return rows.length > 0 ? html`<ul class="fields">${rows}</ul>` : html``;
}

/** The texts of an object's fields and of their inner fields, in the order of `fields`. For the search. */
export function fieldTexts(schema: JsonSchema, schemas: Schemas): [name: string, text: string][] {
  const known = resolve(schema, schemas);
  const required = new Set(known.required);
  const shown = Object.entries(known.properties ?? {}).filter(([, field]) => !field.readOnly);
  return shown.flatMap(([name, field]) => rowTexts(name, field, required.has(name), schemas));
}

/** The texts of `row`. */
export function rowTexts(
  name: string,
  schema: JsonSchema,
  required: boolean,
  schemas: Schemas,
  description = '',
): [name: string, text: string][] {
  const { plain, inner, says } = partsOf(schema, schemas, description);
  const words = [name, typeOf(schema, schemas), boundsOf(plain), required && 'required', says.replaceAll('`', '')];
  const text = [...words, ...(plain.enum ?? [])].filter(Boolean).join(' ');
  return [[name, text], ...(inner?.properties === undefined ? [] : fieldTexts(inner, schemas))];
}

/** The parts of a field's row: its type without null, the object in it, and its description. */
function partsOf(schema: JsonSchema, schemas: Schemas, description: string) {
  const plain = withoutNull(resolve(schema, schemas), schemas);
  const inner = plain.properties ? plain : plain.items && withoutNull(resolve(plain.items, schemas), schemas);
  return { plain, inner, says: description || (schema.description ?? '') };
}

/** A list item for a field or a parameter. */
export function row(name: string, schema: JsonSchema, required: boolean, schemas: Schemas, description = ''): Html {
  const { plain, inner, says } = partsOf(schema, schemas, description);
  const bounds = boundsOf(plain);
  const type = html`<span class="type">${typeOf(schema, schemas)}</span>`;
  const limits = bounds !== '' && html` <span class="bounds">${bounds}</span>`;
  const mark = required && html` <span class="required">required</span>`;
  const about = says !== '' && html`<p>${inline(says)}</p>`;
  const parts = inner?.properties !== undefined && fields(inner, schemas);
  // Without white space between the elements: lists of fields are most of a page.
  return html`<li><div class="field"><code class="name">${name}</code> ${type}${limits}${mark}</div>${about}${words(plain)}${
    parts && html`<details><summary>Fields of <code>${name}</code></summary>${parts}</details>`
  }</li>`;
}

function withoutNull(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const other = schema.anyOf?.find(({ type }) => type !== 'null');
  return other ? resolve(other, schemas) : schema;
}

function typeOf(schema: JsonSchema, schemas: Schemas): string {
  const known = resolve(schema, schemas);
  if (known.anyOf) return known.anyOf.map((option) => typeOf(option, schemas)).join(' or ');
  if (known.type === 'array') return `list of ${typeOf(known.items ?? {}, schemas)}`;
  if (known.format) return known.format;
  return String(known.type ?? 'any');
}

/** Pairs of bounds with their unit. */
const BOUNDS = [
  ['minLength', 'maxLength', ' characters'],
  ['minItems', 'maxItems', ' items'],
  ['minimum', 'maximum', ''],
] as const;

function boundsOf(schema: JsonSchema): string {
  const said = BOUNDS.map(([low, high, unit]) => range(schema[low], schema[high], unit)).filter((text) => text !== '');
  if (schema.default !== undefined) said.push(`default ${schema.default}`);
  return said.join(' · ');
}

/** False for the bounds of a 32-bit integer, which tell the reader nothing. */
const isTelling = (value: unknown) => typeof value === 'number' && Math.abs(value) < 2 ** 31 - 1;

/** Omits a lower bound of 0 characters or items. */
function range(least: unknown, high: unknown, unit: string): string {
  const low = least === 0 && unit !== '' ? undefined : least;
  if (isTelling(low) && isTelling(high)) return `${low} to ${high}${unit}`;
  if (isTelling(low)) return `at least ${low}${unit}`;
  return isTelling(high) ? `at most ${high}${unit}` : '';
}

function words({ enum: values }: JsonSchema): Html | false {
  if (!values) return false;
  const list = html`<p class="words">${values.map((value) => html`<code>${String(value)}</code> `)}</p>`;
  return values.length <= MAX_WORDS ? list : html`<details><summary>${values.length} values</summary>${list}</details>`;
}
