import { z } from 'zod';

/**
 * The building blocks of every contract. Inputs follow Pydantic's lax mode (decisions 1: Body fields):
 * `"10"` and `10.0` are the integer 10, `"true"` is a boolean, a number is not a string.
 * Values that lax mode cannot read are refused with Pydantic's own messages, as a custom issue whose `params.type` is Pydantic's type.
 */

const INTEGER = /^\s*[+-]?\d+(\.0*)?\s*$/;
const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
/** Maximum number of characters of a number, boolean or time. Longer text is refused without parsing. */
const MAX_LITERAL = 400;
const TRUE = new Set(['true', '1', 'yes', 'on', 't', 'y']);
const FALSE = new Set(['false', '0', 'no', 'off', 'f', 'n']);

/** Bounds of whole numbers. Messages carry them as int32. */
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

/** The API reference shows this pattern, so it uses only syntax that the regular expressions of all languages support. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what is refused.
const WITHOUT_NUL = /^[^\x00]*$/;

/** Text of `min` to `max` characters, without NUL and without half a surrogate pair. The default maximum is for names. */
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
export const longText = (bounds?: { min: number }) => text({ ...bounds, max: 10_000 });

/** A whole number from `ge` to `le`, at most 32 bits. */
export function integer({ ge = INT32.ge, le = INT32.le }: { ge?: number; le?: number } = {}) {
  // `abort` stops at the first bound: z.int() has bounds of its own and would add a second fault.
  return lax(laxInteger, z.number().min(ge, { abort: true }).max(le, { abort: true }).int());
}

/** A finite number from `ge` to `le`. */
export function number({ ge, le }: { ge?: number; le?: number } = {}) {
  const lower = ge === undefined ? z.number() : z.number().min(ge);
  return lax(laxNumber, le === undefined ? lower : lower.max(le));
}

export const boolean = () => lax(laxBoolean, z.boolean());

/** Maximum number of items of a list in a body, unless the list has its own (decisions 1: Body fields). */
export const MAX_LIST = 500;

export function list<Item extends z.ZodType>(
  item: Item,
  { min = 0, max = MAX_LIST }: { min?: number; max?: number } = {},
) {
  return z.array(item).min(min).max(max);
}

export { Currency } from './currency.contract.ts';

/** Our own timestamps: RFC 3339, UTC, milliseconds. */
export const timestamp = () => z.iso.datetime({ precision: 3 });

/** A timestamp in a request: ISO 8601; without a time zone it is UTC. The output is RFC 3339 in UTC. */
export const dateTime = () => lax(laxDateTime, z.iso.datetime({ precision: 3 }));

/** As `dateTime`, for the end of a range: a date without a time is the last millisecond of its day in UTC. */
export const dateTimeAtEnd = () => lax(laxDayEnd, z.iso.datetime({ precision: 3 }));

/** The id or documentId of a record. Only the length is checked, because a malformed id must give 404, not 422. */
export const recordId = () => z.string().max(255);

/** decisions 4: Client, supplier, style, material. */
export const ArchivableStatus = z
  .enum(['active', 'archived'])
  .describe('Status of the record. A create may set it. Later, only archive and restore change it.');

/** Maximum number of records in one import. */
export const MAX_IMPORT = 10_000;

export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 10;

/** A range of a date of the records, from `from` to `to`, both included. */
export const DateRange = z.strictObject({
  field: z.string(),
  from: timestamp().exactOptional(),
  to: timestamp().exactOptional(),
});
export type DateRange = z.output<typeof DateRange>;

/** The part of a list request that all resources share: page, sort, search, time and ranges of dates. */
export const ListQuery = z.strictObject({
  page: z.int().min(1),
  limit: z.int().min(1).max(1000),
  sort: z.string(),
  search: z.string().exactOptional(),
  updatedSince: timestamp().exactOptional(),
  after: z.string().exactOptional(),
  ranges: z.array(DateRange).exactOptional(),
  totals: z.boolean().exactOptional(),
  onlyFields: z.array(z.string()).exactOptional(),
});
export type ListQuery = z.output<typeof ListQuery>;

/** Not strict: the message also has `onlyFields`, which only reads take. */
export const RecordRequest = z.object({ id: recordId(), expectedRevision: z.int().exactOptional() });
export type RecordRequest = z.output<typeof RecordRequest>;

/** A RecordRequest of a read. `onlyFields`: names of the fields that the caller shows; none: all. */
export const RecordReading = z.object({ ...RecordRequest.shape, onlyFields: z.array(z.string()).exactOptional() });

/** interface: Delete result. */
export const DeleteResult = z.strictObject({
  success: z.boolean().describe('Always true. A refused request gets an error instead.'),
  message: z.string().describe('Text for people that names the deleted record.'),
  deletedId: z.string().describe('Id of the deleted record.'),
});

/** interface: Pagination block (PaginationInfo). */
export const PaginationInfo = z.strictObject({
  page: z.int().describe('Number of this page. The first page is 1.'),
  limit: z.int().describe('Maximum number of records on a page.'),
  total: z.int().describe('Number of matching records on all pages.'),
  totalPages: z.int().describe('Number of pages.'),
  hasNext: z.boolean().describe('True if there is a next page.'),
  hasPrev: z.boolean().describe('True if there is a previous page.'),
});

/** Default descriptions of fields, by name. */
const COMMON_WORDS: Record<string, string> = {
  id: 'Id of the record. The service makes it, and it never changes.',
  documentId: 'Readable number of the record. Unique in the org. Requests accept it in place of the id.',
  status: 'Status of the record.',
  org_id: 'Id of the org that owns the record.',
  createdAt: 'Creation time.',
  created_at: 'Creation time.',
  updatedAt: 'Time of the last change. Every change makes it later.',
  updated_at: 'Time of the last change. Every change makes it later.',
};

/** Adds a description to each field: the field's own, else the text in `words`, else the default text for the field name. */
export function described<Shape extends z.ZodRawShape>(shape: Shape, words: Record<string, string> = {}): Shape {
  const fields = Object.entries(shape as unknown as Record<string, z.ZodType>).map(([name, field]) => {
    const text = field.description ?? words[name] ?? COMMON_WORDS[name];
    return [name, text === undefined ? field : field.describe(text)];
  });
  return Object.fromEntries(fields) as Shape;
}

/** The shape of a PATCH: every field is optional. */
export function optionalShape<Shape extends z.ZodRawShape>(shape: Shape) {
  const optional = Object.entries(shape).map(([name, field]) => [name, z.exactOptional(field as z.ZodType)]);
  return Object.fromEntries(optional) as { [Name in keyof Shape]: z.ZodExactOptional<Shape[Name]> };
}

/** A shortened event: its data was too large, or its record was deleted for good. */
export const TruncatedEvent = z.looseObject({
  data: z
    .object({
      id: z
        .exactOptional(z.string())
        .describe('Id of the record. Absent for exchange rates, because an org has only one such record.'),
      documentId: z.exactOptional(z.string()).describe('Readable number of the record, if it has one.'),
      internalId: z
        .exactOptional(z.string())
        .describe('Database id of a purchase order, whose `id` is its readable number.'),
    })
    .describe('Only the ids of the record.'),
  truncated: z
    .literal(true)
    .describe('True: `data` holds only the ids, because it was too large or the record was deleted for good.'),
});

/** Fields of an event except `data`. Complete and shortened events both have them. */
export function eventHead<Type extends string>(type: Type) {
  return z.object({
    id: z
      .string()
      .startsWith('evt_')
      .describe('Id of the event. It is the same at every delivery attempt; use it to detect duplicates.'),
    type: z.literal(type).describe('Type of the event.'),
    timestamp: timestamp().describe('Time of the event.'),
    api_version: z.literal('v1').describe('Version of the event format.'),
    org_id: z.string().describe('Id of the org of the event.'),
    sequence: z.int().min(1).describe('Number of the event within its record. Each event of the record adds 1.'),
    previous: z.record(z.string(), z.unknown()).exactOptional().describe('Old values of the changed fields.'),
    comparison: z
      .record(z.string(), z.unknown())
      .exactOptional()
      .describe('Only in `bom.submitted`: differences of the lines from the last approved version.'),
    test: z
      .literal(true)
      .exactOptional()
      .describe('True for a test event, sent by `POST …/webhooks/{id}/test`. No record changed.'),
  });
}

/** The envelope of an event. It is also the body of a webhook request (decisions 5: Envelope). */
export function eventEnvelope<Type extends string, Data extends z.ZodType>(type: Type, data: Data) {
  const whole = {
    data,
    truncated: z.exactOptional(z.never()).describe('Never present in this form: `data` is complete.'),
  };
  return z.union([eventHead(type).extend(whole), eventHead(type).extend(TruncatedEvent.shape)]);
}

/** Converts a value leniently before `schema` validates it. The schema decides whether the value may be absent. */
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

/** As `laxDateTime`. A date without a time is the last millisecond of its day. */
function laxDayEnd(value: unknown): { value: unknown } | Refusal {
  const isDate = typeof value === 'string' && value.length === 'YYYY-MM-DD'.length;
  return laxDateTime(isDate ? `${value}T23:59:59.999Z` : value);
}

/** True if the day exists. Date.parse alone cannot tell: it reads February 30 as March 1. */
const isDay = (date: string) => new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
