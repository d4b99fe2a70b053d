import { z } from 'zod';
import { FairSemaphore } from '#chassis/concurrency/fair-semaphore.ts';
import type { NeededScope } from '#chassis/rpc/access.ts';
import type { Role } from '#chassis/rpc/context.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import {
  DEFAULT_PAGE_SIZE,
  dateTime,
  integer,
  type ListQuery,
  MAX_PAGE_SIZE,
  type RecordRequest,
  text,
} from '#proto/common/v1/contract.ts';
import type { Services } from '../clients.ts';
import { TIMEOUT } from '../http/exchange.ts';
import { csvRows } from '../payload/csv/csv-rows.ts';
import { csvFile, type ListResult, page } from './answers.ts';
import { type Route, route } from './route.ts';
import type { Tag } from './tags.ts';

/** A page as a service replies with it. */
interface PageReply {
  data: unknown[];
  total: number;
  next?: string | undefined;
}

type Filters<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

interface ListDefinition<Shape extends z.ZodRawShape> {
  path: string;
  operationId: `list${string}`;
  tag: Tag;
  /** What it lists, as summaries say it: `clients`. */
  names: string;
  /** What a reader of the reference should know besides the order. */
  about?: string;
  role: Role;
  scope?: NeededScope;
  /** A record as the list shows it. */
  item: z.ZodObject;
  filters: Shape;
  /** The contract's names of the fields it sorts by. */
  sorts: readonly string[];
  /** What `search` looks at; none: there is no search. */
  searches?: string;
  /** What the path names, where it names a record. */
  resource?: string;
  /** The pagination block has page, limit and total only. */
  brief?: boolean;
  fetch(
    services: Services,
    request: { query: ListQuery } & Filters<Shape>,
    call: CallOptions,
    /** The record that the path names. */
    target: RecordRequest,
  ): Promise<PageReply>;
}

/** Records fetched at a time for an export. */
const EXPORT_PAGE = 1_000;

/** GET of a list: pages, search, sort, filters and export, the same for every resource (decisions 1: Pagination). */
export function listRoutes<Shape extends z.ZodRawShape>(definition: ListDefinition<Shape>): Route[] {
  const { path, operationId, names, about, item, brief = false, fetch } = definition;
  const { tag, role, scope, resource } = definition;
  const common = { method: 'GET', tag, role, ...(scope && { scope }), ...(resource && { resource }) } as const;
  const filters = { ...listFilters(definition.sorts), ...searchParameter(definition.searches), ...definition.filters };
  const exportId = operationId.replace('list', 'export');

  async function pageOf(services: Services, parameters: PageParameters, call: CallOptions, target: RecordRequest) {
    const { page: number, limit, ...chosen } = parameters;
    const { query, rest } = queryOf<Shape>({ ...chosen, page: number, limit });
    const first = await fetch(services, { query, ...rest }, call, target);
    const more = (after: string, left: number) =>
      fetch(services, { query: { ...query, limit: left, after }, ...rest }, call, target);
    const data = first.next === undefined ? first.data : await inTurn(call, () => whole(first, limit, more));
    return { data, total: first.total, page: number, limit };
  }

  async function fileOf(services: Services, parameters: FilterParameters, call: CallOptions, target: RecordRequest) {
    const { query, rest } = queryOf<Shape>({ ...parameters, page: 1, limit: EXPORT_PAGE });
    const next = (after: string | undefined) =>
      fetch(services, { query: { ...query, ...(after && { after }) }, ...rest }, unhurried(call), target);
    return { csv: csvRows(item, await next(undefined), next), fileName: `${path.split('/').at(-1)}.csv` };
  }

  return [
    route({
      ...common,
      path,
      operationId,
      summary: `List ${names}`,
      description: `A page at a time, newest first unless \`sort\` says otherwise.${about ? ` ${about}` : ''}`,
      query: z.object({ ...pageParameters(), ...filters, format: formatParameter(exportId) }),
      answer: page(item, { brief }),
      handle(services, { query, call, target }): Promise<ListResult> {
        const { format, ...parameters } = query as unknown as PageParameters & { format: 'json' | 'csv' };
        return (format === 'json' ? pageOf : fileOf)(services, parameters, call, target);
      },
    }),
    route({
      ...common,
      path: `${path}/export`,
      operationId: exportId,
      summary: `Export ${names} as CSV`,
      description: `All that the filters select: a line of field names, then a record a line. \`${operationId}\` answers the same to \`format=csv\`.${about ? ` ${about}` : ''}`,
      query: z.object(filters),
      answer: csvFile,
      handle: (services, { query, call, target }) =>
        fileOf(services, query as unknown as FilterParameters, call, target),
    }),
  ];
}

/** Pages that do not fit into one message: their records take tens of megabytes. */
const largePages = new FairSemaphore({
  concurrency: 2,
  limit: 16,
  refusal: 'Too many large pages are being read; ask for fewer records at a time',
});

function inTurn<T>({ context, deadline = Date.now() + TIMEOUT }: CallOptions, read: () => Promise<T>): Promise<T> {
  return largePages.run(context.principal?.orgId ?? '', { deadline }, read);
}

/** A page of `limit` records: those that did not fit into its first message are fetched by further ones. */
async function whole(
  first: PageReply,
  limit: number,
  fetch: (after: string, rest: number) => Promise<PageReply>,
): Promise<unknown[]> {
  const data = [...first.data];
  for (let { next } = first; next && data.length < limit; ) {
    const more = await fetch(next, limit - data.length);
    data.push(...more.data);
    next = more.next;
  }
  return data;
}

/** An export takes as long as it takes; each of its calls has a deadline of its own. */
const unhurried = ({ context, traceparent }: CallOptions): CallOptions => ({ context, traceparent });

type FilterParameters = z.output<z.ZodObject<ReturnType<typeof listFilters>>> & { search?: string };
type PageParameters = FilterParameters & z.output<z.ZodObject<ReturnType<typeof pageParameters>>>;

/** A list's parameters as its service's request has them. */
function queryOf<Shape extends z.ZodRawShape>(parameters: PageParameters): { query: ListQuery; rest: Filters<Shape> } {
  const { page, limit, sort, search, updated_since: updatedSince, ...rest } = parameters;
  const query = { page, limit, sort, ...(search && { search }), ...(updatedSince && { updatedSince }) };
  return { query, rest: rest as Filters<Shape> };
}

/** A write takes 8 s at most, and clocks differ. */
const CHANGED_SINCE =
  'Only records whose last change is at or after it. A change may be seen later than its time says: whoever follows changes asks from 30 s before the last request on.';

/** decisions 1: Pagination. */
export function pageParameters() {
  return {
    page: integer({ ge: 1 }).prefault(1).describe('1-indexed.'),
    limit: integer({ ge: 1, le: MAX_PAGE_SIZE }).prefault(DEFAULT_PAGE_SIZE).describe('Records per page.'),
  };
}

function listFilters(sorts: readonly string[]) {
  return {
    sort: sortOrder(sorts),
    updated_since: dateTime().exactOptional().describe(CHANGED_SINCE),
  };
}

/** `csv` is documented as the operation that answers the same, so that an operation's answer is of one type. */
export function formatParameter(exportId: string) {
  return z
    .enum(['json', 'csv'])
    .default('json')
    .meta({ enum: ['json'], description: `\`csv\` is answered as by \`${exportId}\`.` });
}

/** A list that does not search ignores it, as it does any parameter that it does not know. */
function searchParameter(searches: string | undefined): z.ZodRawShape {
  if (searches === undefined) return {};
  return { search: text().exactOptional().describe(`Text contained in ${searches}, in any case.`) };
}

/** One of the fields, in snake_case or camelCase, comes out in the contract's spelling. */
function sortOrder(sorts: readonly string[]) {
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
    .prefault('-created_at')
    .meta({
      enum: names.flatMap((name) => [name, `-${name}`]),
      description: 'A leading minus turns the order round. camelCase is taken, too.',
    });
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
