import mongoose, { type Model } from 'mongoose';
import type { WaitLimit } from '../concurrency/fair-queue.ts';
import { folded } from '../domain/folded-text.ts';
import { type Cursor, cursorOf, readCursor } from './cursor.ts';
import { type Budget, inTime, SMALL, type TimeLimit, whileSmall } from './read-limits.ts';
import { keptTotal } from './totals.ts';

/** A request for a page of a list. Matches the ListQuery of the contracts. */
export interface PageQuery {
  /** Must begin with orgId, as the indexes do. */
  filter: Record<string, unknown>;
  /** The name of a stored field, with an optional leading minus. Records with equal values are sorted by `_id`. */
  sort: string;
  /** The first page is 1. */
  page: number;
  limit: number;
  /** The `next` of the previous page. The list continues there, ignores `page`, and returns no total. */
  after?: string | undefined;
  /** `kept`: the total that writes maintain under the collection's name; only for a filter of the org alone. */
  total: 'kept' | 'counted';
  /**
   * For a search: the index that contains its text. With an index of MongoDB's own choice, documents would be read that
   * do not match.
   */
  hint?: Record<string, 1> | undefined;
  /** The key in the queue of large pages. Default: the filter's orgId. */
  holder?: string;
  /** Stored fields that are not read, because the list does not show them. */
  without?: Readonly<Record<string, 0>> | undefined;
  /** The stored fields that are read; absent: all. */
  only?: Readonly<Record<string, 1>> | undefined;
  /** A record may be megabytes: the sizes of records are read before the records. */
  isWeighed?: boolean | undefined;
}

export interface Page<Stored> {
  /** Large records may be fewer than asked for. Then `next` continues. */
  data: Stored[];
  /** 0 on a page asked for by `after`. */
  total: number;
  /** The cursor of the next page; absent on the last page. */
  next?: string;
}

interface Query {
  field: string;
  direction: 1 | -1;
  filter: Record<string, unknown>;
  options: { hint?: Record<string, 1> };
  fields: Projection;
  isWeighed: boolean;
  /** The time that the caller waits: no read or count takes longer. Undefined: no limit. */
  waitLimit: WaitLimit | undefined;
}

/**
 * Maximum number of records in a batch. Their size is only known when the batch is read, and some have hundreds of
 * kilobytes.
 */
const AT_ONCE = 10;

/**
 * Number of skipped records from which the total is counted first, and the page is read from the nearer end: each
 * skipped record costs time. A record that is created between the count and the read may move another record off every
 * page.
 */
const DEEP = 1000;

/**
 * Reads a page. The index must begin with the filter's fields, followed by the sort field and `_id`. Orgs take turns
 * with large pages. Errors: rate_limited when too many requests of the org wait; deadline_exceeded when the deadline
 * passes before the turn, or before all is read and counted.
 */
export async function findPage<Stored extends { _id: string }>(
  model: Model<Stored>,
  {
    filter,
    sort,
    page,
    limit,
    after,
    total,
    hint,
    holder = String(filter.orgId),
    without = {},
    only,
    isWeighed = false,
  }: PageQuery,
  waitLimit?: WaitLimit,
): Promise<Page<Stored>> {
  const direction = sort.startsWith('-') ? -1 : 1;
  const field = sort.replace(/^-/, '');
  const query: Query = {
    field,
    direction,
    filter,
    options: hint ? { hint } : {},
    // The cursor of the next page has the value of the sort field.
    fields: only ? { ...only, [field]: 1 } : without,
    isWeighed,
    waitLimit,
  };
  const read: Read = (work) => whileSmall(holder, { waitLimit, isFirst: after === undefined }, work);
  if (after !== undefined) return pageAfter(model, query, limit, after, read);
  const skip = (page - 1) * limit;
  const counting = total === 'kept' ? totalOfOrg(model, query) : count(model, query);
  const sizes = hint && (await Promise.all([counting, totalOfOrg(model, query)]));
  const reading = sizes ? broadOrNarrow(query, skip, limit, ...sizes) : query;
  const known = skip >= DEEP ? await counting : undefined;
  const finding = read((budget) => find(model, reading, skip, limit, known, budget));
  const [data, all] = await Promise.all([finding, counting]);
  return { data, total: all, ...nextOf(data, query, skip + data.length < all) };
}

type Read = <T>(work: (budget: Budget) => Promise<T>) => Promise<T>;

/**
 * A filter for records that contain `text` in one of `fields`, which hold folded texts: literally, but without regard to
 * case and accents (decisions 1: Search). No filter for a text of which nothing is left, such as an accent alone.
 */
export function containing(text: string | undefined, fields: string[]): Record<string, unknown> {
  const wanted = folded(text ?? '');
  if (!wanted) return {};
  return { $or: fields.map((field) => ({ [field]: { $regex: literal(wanted) } })) };
}

/** As `containing`, for a field that holds ASCII in any case: a URL or a number. */
export function containingInAscii(text: string | undefined, field: string): Record<string, unknown> {
  const wanted = folded(text ?? '');
  return wanted ? { [field]: { $regex: literal(wanted), $options: 'i' } } : {};
}

/** A regular expression that matches only `text`. */
export const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const totalOfOrg = <Stored>(model: Model<Stored>, { filter }: Query): Promise<number> =>
  keptTotal(model.db, String(filter.orgId), model.collection.name);

/**
 * Chooses between two ways of a search. If few records match, all matches are read and sorted. If many match, the org's
 * records are read in the order of the list: with evenly spread matches, a page is full sooner. With badly spread
 * matches, all records of the org are read.
 */
function broadOrNarrow(query: Query, skip: number, limit: number, found: number, ofOrg: number): Query {
  if (found === 0) return query;
  const distance = skip >= DEEP ? Math.min(skip, Math.max(0, found - skip)) : skip;
  const walked = (distance + limit) * (Math.max(found, ofOrg) / found);
  if (walked >= found) return query;
  return { ...query, options: { hint: { orgId: 1, [query.field]: 1, _id: 1 } } };
}

/** The same choice for a page by cursor, which has no total: the count stops as soon as the choice is clear. */
async function broadOrNarrowOn<Stored>(model: Model<Stored>, query: Query, limit: number): Promise<Query> {
  const ofOrg = await totalOfOrg(model, query);
  const enough = Math.floor(Math.sqrt(limit * ofOrg)) + 1;
  return broadOrNarrow(query, 0, limit, await count(model, query, enough), ofOrg);
}

async function find<Stored>(
  model: Model<Stored>,
  query: Query,
  skip: number,
  limit: number,
  total: number | undefined,
  budget: Budget,
) {
  if (total === undefined || skip <= total / 2) return walk(model, query, query.filter, skip, limit, budget, keepFirst);
  const rest = Math.min(limit, total - skip);
  if (rest <= 0) return [];
  const backwards: Query = { ...query, direction: query.direction === 1 ? -1 : 1 };
  // The page's first record is read last. So `keepLast` drops the records that were read first when the memory is full.
  const data = await walk(model, backwards, query.filter, total - skip - rest, rest, budget, keepLast);
  return data.reverse();
}

async function pageAfter<Stored extends { _id: string }>(
  model: Model<Stored>,
  query: Query,
  limit: number,
  after: string,
  read: Read,
): Promise<Page<Stored>> {
  const from = beyond(query, readCursor(after));
  const reading = query.options.hint ? await broadOrNarrowOn(model, query, limit) : query;
  const filter = { $and: [query.filter, from] };
  let more = false;
  // Reads one more record than asked for, to know whether there are more.
  const data = await read(async (budget) => {
    const found = await walk(model, reading, filter, 0, limit + 1, budget, keepFirst);
    more = found.length > limit || budget.isFull;
    return found.slice(0, limit);
  });
  return { data, total: 0, ...nextOf(data, query, more) };
}

/**
 * A filter for the records after the cursor. Null sorts before all values, and `$gt` only compares values of one type.
 */
function beyond({ field, direction }: Query, { value, id }: Cursor): Record<string, unknown> {
  const past = direction === 1 ? '$gt' : '$lt';
  const tie = { [field]: value, _id: { [past]: id } };
  if (value === null) return direction === 1 ? { $or: [tie, { [field]: { $ne: null } }] } : tie;
  const later = { [field]: { [past]: value } };
  return { $or: direction === 1 ? [tie, later] : [tie, later, { [field]: null }] };
}

/** Reads records as bytes, and decodes only those that are kept. */
async function walk<Stored>(
  model: Model<Stored>,
  { field, direction, options, fields, isWeighed, waitLimit }: Query,
  filter: Record<string, unknown>,
  skip: number,
  limit: number,
  budget: Budget,
  keep: Keep,
): Promise<Stored[]> {
  const find = (projection: Projection, raw: boolean) =>
    model
      .find(filter as never, projection, { ...options, raw })
      .sort({ [field]: direction, _id: direction })
      .skip(skip)
      .limit(limit)
      .lean();
  const sizes = isWeighed
    ? await inTime(waitLimit, (time) => find({ _id: 0, bytes: { $bsonSize: '$$ROOT' } }, false).setOptions(time))
    : [];
  const batchSize = Math.min(limit, AT_ONCE, fitting(sizes as { bytes?: number }[]));
  const kept = await inTime(waitLimit, async (time) => {
    const cursor = find(fields, true).setOptions(time).cursor({ batchSize });
    try {
      return await keep(cursor as unknown as AsyncIterable<Buffer>, budget);
    } finally {
      await cursor.close();
    }
  });
  return (budget.isInVain ? [] : kept).map((bytes) => mongoose.mongo.BSON.deserialize(bytes) as Stored);
}

type Projection = Readonly<Record<string, 0 | 1 | { $bsonSize: '$$ROOT' }>>;

/** Number of records that are small together, whichever they are: each counts with the size of the largest. */
const fitting = (sizes: { bytes?: number }[]): number =>
  Math.max(1, Math.floor(SMALL / Math.max(1, ...sizes.map(({ bytes = 0 }) => bytes))));

type Keep = (records: AsyncIterable<Buffer>, budget: Budget) => Promise<Buffer[]>;

const keepFirst: Keep = async (records, budget) => {
  const kept: Buffer[] = [];
  for await (const record of records) {
    if (!budget.reserve(record.length)) break;
    kept.push(record);
  }
  return kept;
};

const keepLast: Keep = async (records, budget) => {
  const kept: Buffer[] = [];
  for await (const record of records) {
    while (!budget.reserve(record.length)) {
      if (budget.isInVain) return [];
      budget.giveBack(kept.shift()?.length ?? 0);
    }
    kept.push(record);
  }
  return kept;
};

function nextOf(data: { _id: string }[], { field }: Query, more: boolean): { next?: string } {
  const last = data.at(-1);
  return more && last ? { next: cursorOf(last, field) } : {};
}

/** `most`: the count stops there. */
async function count<Stored>(
  model: Model<Stored>,
  { filter, options, waitLimit }: Query,
  most?: number,
): Promise<number> {
  const counting = (limit: TimeLimit) =>
    model.countDocuments(filter as never, { ...options, ...limit, ...(most && { limit: most }) } as never).exec();
  return inTime(waitLimit, counting);
}
