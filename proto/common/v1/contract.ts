import { z } from 'zod';

/**
 * The words that every contract is written in. Inputs follow Pydantic's lax mode (decisions 1: Body fields):
 * `"10"` and `10.0` are the integer 10, `"true"` is a boolean, a number is not a string.
 * What lax mode cannot read is refused in Pydantic's own words, as a custom issue whose `params.type` is Pydantic's type.
 */

const INTEGER = /^\s*[+-]?\d+(\.0*)?\s*$/;
const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
/** Longer text is no number, boolean or time that anybody writes, and is not looked at. */
const MAX_LITERAL = 400;
const TRUE = new Set(['true', '1', 'yes', 'on', 't', 'y']);
const FALSE = new Set(['false', '0', 'no', 'off', 'f', 'n']);

/** Every whole number travels as an int32. */
const INT32 = { ge: -(2 ** 31), le: 2 ** 31 - 1 };

const refusals = {
  int_type: 'Input should be a valid integer',
  int_parsing: 'Input should be a valid integer, unable to parse string as an integer',
  int_from_float: 'Input should be a valid integer, got a number with a fractional part',
  float_type: 'Input should be a valid number',
  float_parsing: 'Input should be a valid number, unable to parse string as a number',
  bool_type: 'Input should be a valid boolean',
  bool_parsing: 'Input should be a valid boolean, unable to interpret input',
  datetime_parsing: 'Input should be a valid datetime or date, unable to parse input',
} as const;

type Refusal = keyof typeof refusals;

/** In words that every language's regular expressions know: the reference shows it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what is refused.
const WITHOUT_NUL = /^[^\x00]*$/;

/** Text of `min` to `max` characters (default: names and codes, at most 255), no NUL and no half of a surrogate pair. */
export function text({ min = 0, max = 255 }: { min?: number; max?: number } = {}) {
  return z
    .string()
    .min(min)
    .max(max, { abort: true })
    .regex(WITHOUT_NUL)
    .refine((value) => value.isWellFormed(), 'text must not hold half of a surrogate pair');
}

/** An email address. */
export const email = ({ max }: { max: number }) => z.string().max(max, { abort: true }).check(z.email());

/** Descriptions and notes: at most 10,000 characters (decisions 1: Body fields). */
export const longText = () => text({ max: 10_000 });

/** A whole number from `ge` to `le`, at most 32 bits. */
export function integer({ ge = INT32.ge, le = INT32.le }: { ge?: number; le?: number } = {}) {
  // One bound is enough to name: z.int() has bounds of its own, and would add a second fault.
  return lax(laxInteger, z.number().min(ge, { abort: true }).max(le, { abort: true }).int());
}

/** A finite number from `ge` to `le`. */
export function number({ ge, le }: { ge?: number; le?: number } = {}) {
  const lower = ge === undefined ? z.number() : z.number().min(ge);
  return lax(laxNumber, le === undefined ? lower : lower.max(le));
}

export const boolean = () => lax(laxBoolean, z.boolean());

/** At most `max` items (default 500, decisions 1: Body fields). */
export function list<Item extends z.ZodType>(item: Item, { min = 0, max = 500 }: { min?: number; max?: number } = {}) {
  return z.array(item).min(min).max(max);
}

export { Currency } from './currency.contract.ts';

/** Our own timestamps: RFC 3339, UTC, milliseconds. */
export const timestamp = () => z.iso.datetime({ precision: 3 });

/** A timestamp as sent: ISO 8601, no zone is UTC. Comes out as RFC 3339 in UTC. */
export const dateTime = () => lax(laxDateTime, z.iso.datetime({ precision: 3 }));

/** The id or the documentId of a record. A malformed one is a 404, not a 422, so there is no rule here but length. */
export const recordId = () => z.string().max(255);

/** decisions 4: Client, supplier, style, material. */
export const ArchivableStatus = z
  .enum(['active', 'archived'])
  .describe('Of a record that can be archived and restored. A new one may have either; then moves alone change it.');

const ARCHIVABLE_VERBS = ['created', 'updated', 'archived', 'restored', 'deleted'] as const;

/** What becomes of records that are archived and restored, with the data of each event (decisions 5: Event names). */
export function archivableEvents<Type extends string, Data>(type: Type, data: Data) {
  const events = ARCHIVABLE_VERBS.map((verb) => [`${type}.${verb}`, data]);
  return Object.fromEntries(events) as Record<`${Type}.${(typeof ARCHIVABLE_VERBS)[number]}`, Data>;
}

/** Records that one import takes. */
export const MAX_IMPORT = 10_000;

export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 10;

/** The query of every list, as a message. */
export const ListQuery = z.strictObject({
  page: z.int().min(1),
  limit: z.int().min(1).max(1000),
  sort: z.string(),
  search: z.string().exactOptional(),
  updatedSince: timestamp().exactOptional(),
  after: z.string().exactOptional(),
});
export type ListQuery = z.output<typeof ListQuery>;

export const RecordRequest = z.strictObject({ id: recordId(), expectedRevision: z.int().exactOptional() });
export type RecordRequest = z.output<typeof RecordRequest>;

/** interface: Delete result. */
export const DeleteResult = z.strictObject({
  success: z.boolean().describe('Always true: what is refused is an error.'),
  message: z.string().describe('What was deleted, for people.'),
  deletedId: z.string().describe('The id of what was deleted.'),
});

/** interface: Pagination block (PaginationInfo). */
export const PaginationInfo = z.strictObject({
  page: z.int().describe('This page, 1-indexed.'),
  limit: z.int().describe('Records on a page.'),
  total: z.int().describe('Records that the query finds on all pages.'),
  totalPages: z.int().describe('Pages that hold them.'),
  hasNext: z.boolean().describe('Whether there is a page after this one.'),
  hasPrev: z.boolean().describe('Whether there is a page before this one.'),
});

/** What fields of these names say in every record that has them. */
const COMMON_WORDS: Record<string, string> = {
  id: 'Made by the service, and never changed.',
  documentId: 'A number for people, unique in the org; taken wherever the id is.',
  status: 'Where the record stands.',
  org_id: 'The org that it belongs to.',
  createdAt: 'When it was made.',
  created_at: 'When it was made.',
  updatedAt: 'When it was last changed. Rises with every change.',
  updated_at: 'When it was last changed. Rises with every change.',
};

/** `shape`, each field described: by its own words, else by those for its name in `words`, else as every record's. */
export function described<Shape extends z.ZodRawShape>(shape: Shape, words: Record<string, string> = {}): Shape {
  const fields = Object.entries(shape as unknown as Record<string, z.ZodType>).map(([name, field]) => {
    const text = field.description ?? words[name] ?? COMMON_WORDS[name];
    return [name, text === undefined ? field : field.describe(text)];
  });
  return Object.fromEntries(fields) as Shape;
}

/** A PATCH of `shape`: every field may be left out. */
export function optionalShape<Shape extends z.ZodRawShape>(shape: Shape) {
  const optional = Object.entries(shape).map(([name, field]) => [name, z.exactOptional(field as z.ZodType)]);
  return Object.fromEntries(optional) as { [Name in keyof Shape]: z.ZodExactOptional<Shape[Name]> };
}

/** What is left of an event that says too much to be sent, or whose record was deleted for good. */
export const TruncatedEvent = z.looseObject({
  data: z
    .object({
      id: z.exactOptional(z.string()).describe('Of all records but exchange rates, of which an org has one.'),
      documentId: z.exactOptional(z.string()).describe('A number for people, where the record has one.'),
      internalId: z.exactOptional(z.string()).describe("The database's id, where `id` is the number."),
    })
    .describe('The ids of the record, alone.'),
  truncated: z
    .literal(true)
    .describe('`data` holds the ids alone: it was too large, or the record was deleted for good.'),
});

/** What every event says, and what only some do, whether it is whole or not. */
export function eventHead<Type extends string>(type: Type) {
  return z.object({
    id: z.string().startsWith('evt_').describe('The same at every attempt.'),
    type: z.literal(type).describe('What has happened.'),
    timestamp: timestamp().describe('When it happened.'),
    api_version: z.literal('v1').describe('Of the form of this envelope.'),
    org_id: z.string().describe('The org in which it happened.'),
    sequence: z.int().min(1).describe('Rises by one with each event of the record.'),
    previous: z.record(z.string(), z.unknown()).exactOptional().describe('The changed fields before.'),
    comparison: z
      .record(z.string(), z.unknown())
      .exactOptional()
      .describe('Of `bom.submitted`: the line differences against the last approved version.'),
    test: z
      .literal(true)
      .exactOptional()
      .describe('Nothing has happened: it was asked for by `POST …/webhooks/{id}/test`.'),
  });
}

/** The envelope that every event travels in; also the body of a webhook (decisions 5: Envelope). */
export function eventEnvelope<Type extends string, Data extends z.ZodType>(type: Type, data: Data) {
  const whole = { data, truncated: z.exactOptional(z.never()).describe('Not there: `data` is whole.') };
  return z.union([eventHead(type).extend(whole), eventHead(type).extend(TruncatedEvent.shape)]);
}

/** Reads a value leniently before `schema` judges it. An absent one is left to the schema, which knows whether it may be. */
function lax<Schema extends z.ZodType>(read: (value: unknown) => { value: unknown } | Refusal, schema: Schema) {
  return z.preprocess((input, context) => {
    if (input === undefined) return input;
    const result = read(input);
    if (typeof result === 'object') return result.value;
    context.addIssue({ code: 'custom', message: refusals[result], params: { type: result }, input });
    return z.NEVER;
  }, schema);
}

const isShort = (text: string) => text.length <= MAX_LITERAL;

function laxInteger(value: unknown): { value: unknown } | Refusal {
  if (typeof value === 'boolean') return { value: Number(value) };
  if (typeof value === 'number') return Number.isInteger(value) ? { value } : 'int_from_float';
  if (typeof value !== 'string') return 'int_type';
  return isShort(value) && INTEGER.test(value) ? { value: Number(value) } : 'int_parsing';
}

function laxNumber(value: unknown): { value: unknown } | Refusal {
  if (typeof value === 'boolean') return { value: Number(value) };
  if (typeof value === 'number') return Number.isFinite(value) ? { value } : 'float_type';
  if (typeof value !== 'string') return 'float_type';
  const parsed = isShort(value) && NUMBER.test(value) ? Number(value) : Number.NaN;
  return Number.isFinite(parsed) ? { value: parsed } : 'float_parsing';
}

function laxBoolean(value: unknown): { value: unknown } | Refusal {
  if (typeof value === 'boolean') return { value };
  if (value === 1 || value === 0) return { value: value === 1 };
  if (typeof value !== 'string') return typeof value === 'number' ? 'bool_parsing' : 'bool_type';
  if (!isShort(value)) return 'bool_parsing';
  const word = value.toLowerCase();
  if (TRUE.has(word)) return { value: true };
  return FALSE.has(word) ? { value: false } : 'bool_parsing';
}

function laxDateTime(value: unknown): { value: unknown } | Refusal {
  if (typeof value !== 'string' || !isShort(value)) return 'datetime_parsing';
  if (!/^\d{4}-\d{2}-\d{2}([T ]|$)/.test(value)) return 'datetime_parsing';
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/i.test(value) || value.length === 10 ? value : `${value}Z`;
  const time = Date.parse(zoned.replace(' ', 'T'));
  const isTime = !Number.isNaN(time) && isDay(value.slice(0, 10));
  return isTime ? { value: new Date(time).toISOString() } : 'datetime_parsing';
}

/** Date.parse takes the 30th of February for the 1st of March. */
const isDay = (date: string) => new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
