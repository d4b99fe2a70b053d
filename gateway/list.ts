import { z } from 'zod';
import type { NeededScope } from '#chassis/access.ts';
import type { Role } from '#chassis/context.ts';
import { FairSemaphore } from '#chassis/fair-semaphore.ts';
import type { CallOptions } from '#chassis/grpc-client.ts';
import {
  DEFAULT_PAGE_SIZE,
  dateTime,
  integer,
  type ListQuery,
  MAX_PAGE_SIZE,
  type RecordRequest,
  text,
} from '#proto/common/v1/contract.ts';
import { type ListResult, page } from './answers.ts';
import type { Services } from './clients.ts';
import { csvRows } from './csv-rows.ts';
import { TIMEOUT } from './exchange.ts';
import { type Route, route } from './route.ts';

/** A page as a service replies with it. */
interface PageReply {
  data: unknown[];
  total: number;
  next?: string | undefined;
}

type Filters<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

interface ListDefinition<Shape extends z.ZodRawShape> {
  path: string;
  operationId: string;
  tag: string;
  summary: string;
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
export function listRoute<Shape extends z.ZodRawShape>(definition: ListDefinition<Shape>): Route {
  const { path, operationId, tag, summary, role, scope, item, filters, resource, brief = false, fetch } = definition;
  return route({
    method: 'GET',
    path,
    operationId,
    tag,
    summary,
    role,
    ...(scope && { scope }),
    ...(resource && { resource }),
    query: z.object({ ...listParameters(definition.sorts), ...searchParameter(definition.searches), ...filters }),
    answer: page(item, { brief }),
    async handle(services, { query: parameters, call, target }): Promise<ListResult> {
      const {
        page: number,
        limit,
        sort,
        search,
        updated_since: updatedSince,
        format,
        ...rest
      } = parameters as ListParameters;
      const chosen = rest as Filters<Shape>;
      const query = { page: number, limit, sort, ...(search && { search }), ...(updatedSince && { updatedSince }) };
      if (format === 'json') {
        const first = await fetch(services, { query, ...chosen }, call, target);
        const more = (after: string, rest: number) =>
          fetch(services, { query: { ...query, limit: rest, after }, ...chosen }, call, target);
        const data = first.next === undefined ? first.data : await inTurn(call, () => whole(first, limit, more));
        return { data, total: first.total, page: number, limit };
      }
      const next = (after: string | undefined) =>
        fetch(
          services,
          { query: { ...query, page: 1, limit: EXPORT_PAGE, ...(after && { after }) }, ...chosen },
          unhurried(call),
          target,
        );
      return { csv: csvRows(item, await next(undefined), next), fileName: `${path.split('/').at(-1)}.csv` };
    },
  });
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

type ListParameters = z.output<z.ZodObject<ReturnType<typeof listParameters>>> & { search?: string };

/** A write takes 8 s at most, and clocks differ. */
const CHANGED_SINCE =
  'Only records whose last change is at or after it. A change may be seen later than its time says: whoever follows changes asks from 30 s before the last request on.';

function listParameters(sorts: readonly string[]) {
  return {
    page: integer({ ge: 1 }).prefault(1).describe('1-indexed.'),
    limit: integer({ ge: 1, le: MAX_PAGE_SIZE }).prefault(DEFAULT_PAGE_SIZE).describe('Records per page.'),
    sort: sortOrder(sorts),
    updated_since: dateTime().exactOptional().describe(CHANGED_SINCE),
    format: z.enum(['json', 'csv']).default('json').describe('csv: all pages, one record a line.'),
  };
}

/** A list that does not search ignores it, as it does any parameter that it does not know. */
function searchParameter(searches: string | undefined): z.ZodRawShape {
  if (searches === undefined) return {};
  return { search: text().exactOptional().describe(`Text contained in ${searches}, in any case.`) };
}

/** One of the fields, in snake_case or camelCase, comes out in the contract's spelling. */
function sortOrder(sorts: readonly string[]) {
  const spelling = new Map(sorts.map((name) => [camelCase(name), name]));
  const allowed = sorts.map(snakeCase).join(', ');
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
    .describe(`One of ${allowed}; a leading minus turns the order round.`);
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
