import { z } from 'zod';
import type { Role } from '#chassis/rpc/context.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import {
  type DateRange,
  DEFAULT_PAGE_SIZE,
  dateTime,
  dateTimeAtEnd,
  integer,
  type ListQuery,
  MAX_PAGE_SIZE,
  type RecordRequest,
  text,
} from '#proto/common/v1/contract.ts';
import type { ListTotals } from '#proto/gen/common/v1/ListTotals.ts';
import type { Services } from '../grpc-clients.ts';
import { csvFormats, csvRows, type ExportDelimiter, exportDelimiters } from '../payload/csv/csv-rows.ts';
import { jsonItems } from '../payload/pieces.ts';
import { csvFile, type ListResult, page } from './answers.ts';
import { type ChosenFields, fieldsParameter } from './chosen-fields.ts';
import { listTurns } from './concurrency-limits.ts';
import { type Batch, batchesOf, type ListReader } from './list-batches.ts';
import { totalsBody, totalsParameter, totalsSchema } from './list-totals.ts';
import type { Tag } from './openapi-tags.ts';
import { type Route, type RouteScope, route } from './route.ts';

/** A page in a service's reply. */
interface PageReply extends Batch {
  total: number;
  totals?: ListTotals | null;
}

type Filters<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

interface ListDefinition<Shape extends z.ZodRawShape> {
  path: string;
  operationId: `list${string}`;
  tag: Tag;
  /** The records in the plural, for summaries: `clients`. */
  names: string;
  /** A note for the API reference, in addition to the order. */
  about?: string;
  role: Role;
  scope?: RouteScope;
  /** The schema of a record in the list. */
  item: z.ZodObject;
  filters: Shape;
  /** Fields to sort by, as the contract names them. */
  sorts: readonly string[];
  /** Dates with a filter for ranges: `dueDate_from`, `dueDate_to`. */
  ranges?: readonly string[];
  /** The order without a `sort` parameter. Default: newest first. */
  order?: string;
  /** Fields that `search` searches, in words; absent: the list has no search. */
  searches?: string;
  /** The kind of record that the path names; absent: the path names no record. */
  resource?: string;
  /** The pagination block has only page, limit and total. */
  brief?: boolean;
  /** The service reads only the fields that callers choose. Without it, the gateway alone leaves out the others. */
  projected?: true;
  /** The amounts that `totals=true` adds; absent: the list has no totals. */
  totals?: readonly string[] | undefined;
  fetch(
    services: Services,
    request: { query: ListQuery } & Filters<Shape>,
    call: CallOptions,
    /** The record that the path names. */
    target: RecordRequest,
  ): Promise<PageReply>;
}

const NEWEST_FIRST = '-created_at';
/**
 * Records of one call for an export. The answer can only begin after the first call, so the first call asks for fewer,
 * to stay within the deadline of a read.
 */
const EXPORT_PAGE = 1_000;
const FIRST_EXPORT_PAGE = 100;

/** The GET routes of a list and of its export, the same for every resource (decisions 1: Pagination). */
export function listRoutes<Shape extends z.ZodRawShape>(definition: ListDefinition<Shape>): Route[] {
  const { path, operationId, names, about, item, brief = false, order = NEWEST_FIRST, ranges = [], fetch } = definition;
  const { tag, role, scope, resource, totals: amounts, projected } = definition;
  const common = {
    method: 'GET',
    tag,
    role,
    turns: listTurns,
    ...(scope && { scope }),
    ...(resource && { resource }),
  } as const;
  const filters = {
    ...listFilters(definition.sorts, order),
    ...rangeParameters(ranges),
    ...searchParameter(definition.searches),
    ...definition.filters,
    ...fieldsParameter(item),
  };
  const exportId = operationId.replace('list', 'export');

  const rows = csvFormats(item);
  const json = jsonItems(item);

  /** `fetch`, whose records have only these fields. */
  function fetching(fields: ChosenFields | undefined): typeof fetch {
    if (!fields) return fetch;
    return async (...request) => {
      const reply = await fetch(...request);
      return { ...reply, data: reply.data.map(fields.narrowed) };
    };
  }

  async function pageOf(services: Services, parameters: PageParameters, reader: ListReader, target: RecordRequest) {
    const { page: number, limit, totals: withTotals = false, fields, ...others } = parameters;
    const read = fetching(fields);
    const { query, rest } = queryOf<Shape>({ ...others, page: number, limit }, ranges, projected && fields);
    const asked = withTotals ? { ...query, totals: true } : query;
    const first = await read(services, { query: asked, ...rest }, withTotals ? slow(reader.call) : reader.call, target);
    const { total, data: records, next } = first;
    const place = {
      total,
      ...(fields && { schema: fields.schema }),
      page: number,
      limit,
      ...(withTotals && { totals: totalsBody(first.totals, amounts ?? []) }),
    };
    if (next === undefined || records.length >= limit) return { data: records, ...place };
    const more = (after: string, most: number, unhurried: CallOptions) =>
      read(services, { query: { ...query, limit: most, after }, ...rest }, unhurried, target);
    const format = fields ? jsonItems(fields.schema) : json;
    return { data: await batchesOf(first, reader, format, more, limit), ...place };
  }

  async function fileOf(services: Services, asked: ExportParameters, reader: ListReader, target: RecordRequest) {
    const { delimiter, fields, ...parameters } = asked;
    const read = fetching(fields);
    const { query, rest } = queryOf<Shape>(
      { ...parameters, page: 1, limit: FIRST_EXPORT_PAGE },
      ranges,
      projected && fields,
    );
    const first = await read(services, { query, ...rest }, reader.call, target);
    const more = (after: string, most: number, unhurried: CallOptions) =>
      read(services, { query: { ...query, limit: Math.min(most, EXPORT_PAGE), after }, ...rest }, unhurried, target);
    const format = fields ? csvRows(fields.schema, delimiter) : rows[delimiter];
    return { csv: await batchesOf(first, reader, format, more), fileName: `${path.split('/').at(-1)}.csv` };
  }

  return [
    route({
      ...common,
      path,
      operationId,
      summary: `List ${names}`,
      description: `Returns one page, ${order === NEWEST_FIRST ? 'newest first' : `by ${order}`} unless \`sort\` says otherwise.${about ? ` ${about}` : ''}`,
      query: z.object({
        ...pageParameters(),
        ...filters,
        ...(amounts && totalsParameter()),
        ...formatParameters(exportId),
      }),
      answer: page(item, { brief, totals: amounts && totalsSchema(amounts) }),
      handle(services, { query, target, ...reader }): Promise<ListResult> {
        const { format, delimiter, ...parameters } = query as unknown as ListParameters;
        if (format === 'json') return pageOf(services, parameters, reader, target);
        const { totals: _, ...others } = parameters;
        return fileOf(services, { ...others, delimiter }, reader, target);
      },
    }),
    route({
      ...common,
      path: `${path}/export`,
      operationId: exportId,
      summary: `Export ${names} as CSV`,
      description: `Returns CSV of all records that the filters select: a line of field names, then a row for each record. \`${operationId}\` with \`format=csv\` returns the same.${about ? ` ${about}` : ''}`,
      query: z.object({ ...filters, delimiter: delimiterParameter() }),
      answer: csvFile,
      handle: (services, { query, target, ...reader }) =>
        fileOf(services, query as unknown as ExportParameters, reader, target),
    }),
  ];
}

type FilterParameters = z.output<z.ZodObject<ReturnType<typeof listFilters>>> & {
  search?: string;
  fields?: ChosenFields;
};
type PageParameters = FilterParameters &
  z.output<z.ZodObject<ReturnType<typeof pageParameters>>> & { totals?: boolean };
type ExportParameters = FilterParameters & { delimiter: ExportDelimiter };
type ListParameters = PageParameters & { format: 'json' | 'csv'; delimiter: ExportDelimiter };

/** Totals may be read from 100,000 records. */
const slow = (call: CallOptions): CallOptions => ({ ...call, takesLong: true });

/** Turns a list's parameters into the form of the service's request. */
function queryOf<Shape extends z.ZodRawShape>(
  parameters: PageParameters,
  dates: readonly string[],
  fields?: ChosenFields,
): { query: ListQuery; rest: Filters<Shape> } {
  const { page, limit, sort, search, updated_since: updatedSince, ...others } = parameters;
  const { ranges, rest } = takeRanges(others, dates);
  const query = {
    page,
    limit,
    sort,
    ...(search && { search }),
    ...(updatedSince && { updatedSince }),
    ...(ranges.length > 0 && { ranges }),
    ...(fields && { onlyFields: fields.names }),
  };
  return { query, rest: rest as Filters<Shape> };
}

/** Separates the ranges of dates from the other parameters. */
export function takeRanges(parameters: Record<string, unknown>, dates: readonly string[]) {
  const rest = { ...parameters };
  const ranges: DateRange[] = [];
  for (const field of dates) {
    const { [`${field}_from`]: from, [`${field}_to`]: to } = rest as Record<string, string | undefined>;
    delete rest[`${field}_from`];
    delete rest[`${field}_to`];
    if (from || to) ranges.push({ field, ...(from && { from }), ...(to && { to }) });
  }
  return { ranges, rest };
}

/** A write stores its time up to 8 s before its commit, and clocks differ. */
const CHANGED_SINCE =
  'Only records whose last change is at or after it. A change may be seen later than its time says: whoever follows changes asks from 30 s before the last request on.';

/** The parameters of pagination (decisions 1: Pagination). */
export function pageParameters() {
  return {
    page: integer({ ge: 1 }).prefault(1).describe('1-indexed.'),
    limit: integer({ ge: 1, le: MAX_PAGE_SIZE }).prefault(DEFAULT_PAGE_SIZE).describe('Records per page.'),
  };
}

function listFilters(sorts: readonly string[], order: string) {
  return {
    sort: sortOrder(sorts, order),
    updated_since: dateTime().exactOptional().describe(CHANGED_SINCE),
  };
}

/** The parameters of ranges: `dueDate_from` and `dueDate_to`, both included. */
export function rangeParameters(dates: readonly string[]): z.ZodRawShape {
  const entries = dates.flatMap((field) => [
    [`${field}_from`, dateTime().exactOptional().describe(`Only records whose ${field} is at or after it. ${DAYS}`)],
    [
      `${field}_to`,
      dateTimeAtEnd().exactOptional().describe(`Only records whose ${field} is at or before it. ${DAYS}`),
    ],
  ]);
  return Object.fromEntries(entries);
}

const DAYS = 'A date without a time is the whole day in UTC.';

/** The parameters of a list that is also a CSV file. */
export const formatParameters = (exportId: string) => ({
  format: formatParameter(exportId),
  delimiter: delimiterParameter('Only for `format=csv`. '),
});

/** The parameter `delimiter` of an export (decisions 6: CSV). */
export const delimiterParameter = (about = '') =>
  z
    .enum(exportDelimiters)
    .default(',')
    .describe(`${about}Separates the cells of the CSV. With \`;\`, numbers have a decimal comma.`);

/**
 * The parameter `format`. The API reference describes `csv` as the export operation, so that each operation has one
 * type of answer.
 */
function formatParameter(exportId: string) {
  return z
    .enum(['json', 'csv'])
    .default('json')
    .meta({ enum: ['json'], description: `\`csv\` returns the same as \`${exportId}\`.` });
}

/** A list without search ignores `search`, like any other unknown parameter. */
function searchParameter(searches: string | undefined): z.ZodRawShape {
  if (searches === undefined) return {};
  return { search: text().exactOptional().describe(`Text contained in ${searches}. Case and accents do not matter.`) };
}

/** Accepts the name of a field in snake_case or camelCase. Returns the contract's name. */
export function sortOrder(sorts: readonly string[], order: string) {
  const spelling = new Map(sorts.map((name) => [camelCase(name), name]));
  const names = sorts.map(snakeCase);
  const allowed = names.join(', ');
  const longest = Math.max(...sorts.map((name) => snakeCase(name).length)) + '-'.length;
  return z
    .string()
    .transform((sent, context) => {
      const descends = sent.startsWith('-');
      const name = sent.length > longest ? undefined : spelling.get(camelCase(descends ? sent.slice(1) : sent));
      if (name) return descends ? `-${name}` : name;
      context.addIssue({ code: 'custom', message: `sort by one of ${allowed}, each with or without a leading minus` });
      return z.NEVER;
    })
    .prefault(order)
    .meta({
      enum: names.flatMap((name) => [name, `-${name}`]),
      description: 'A minus before the name reverses the order. Names in camelCase are accepted too.',
    });
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
