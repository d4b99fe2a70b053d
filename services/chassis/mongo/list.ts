import mongoose, { type Model } from 'mongoose';
import type { Patience } from '../concurrency/fair-queue.ts';
import { type Cursor, cursorOf, readCursor } from './cursor.ts';
import { type Budget, inTime, SMALL, type TimeLimit, whileSmall } from './read-limits.ts';
import { keptTotal } from './totals.ts';

/** A request for a page of a list. Matches the ListQuery of the contracts. */
export interface PageQuery {
  /** Begins with orgId, as the indexes do. */
  filter: Record<string, unknown>;
  /** A stored field's name with an optional leading minus; ties end on `_id`. */
  sort: string;
  /** 1-indexed. */
  page: number;
  limit: number;
  /** The `next` of the page before: continues there whatever `page` says, and has no total. */
  after?: string | undefined;
  /** `kept` reads the total that writes keep under the collection's name: only for a filter of the org alone. */
  total: 'kept' | 'counted';
  /** For a search: the index that holds its text. MongoDB's own choice of an index would read documents that do not match. */
  hint?: Record<string, 1> | undefined;
  /** The key in whose turn a large page is read; default: the filter's orgId. */
  holder?: string;
  /** Stored fields that the list does not show, and that are not read. */
  without?: Readonly<Record<string, 0>> | undefined;
  /** A record may be megabytes: how large they are is asked before they are read. */
  isWeighed?: boolean | undefined;
}

export interface Page<Stored> {
  /** Fewer than asked for where they are large: as many as are read at once, and `next` leads on. */
  data: Stored[];
  /** 0 on a page asked for by `after`. */
  total: number;
  /** Where the next page starts; absent after the last. */
  next?: string;
}

interface Query {
  field: string;
  direction: 1 | -1;
  filter: Record<string, unknown>;
  options: { hint?: Record<string, 1> };
  without?: Readonly<Record<string, 0>> | undefined;
  isWeighed: boolean;
  /** The caller's patience: nothing is read or counted that comes too late for it. */
  patience: Patience | undefined;
}

/** Number of records that are read before their size is checked; some have hundreds of kilobytes. */
const AT_ONCE = 10;

/**
 * Number of skipped records from which the total is counted first, and the page is read from the nearer end: skipping
 * costs by the record. A record that is created between the count and the read may shift another one off every page.
 */
const DEEP = 1000;

/**
 * A page, served by an index that begins with the filter's fields and goes on with those of the sort and `_id`. Orgs
 * take turns with large pages. Errors: rate_limited when too many requests of the org wait; deadline_exceeded when the
 * patience ends before the turn, or before all is read and counted.
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
    without,
    isWeighed = false,
  }: PageQuery,
  patience?: Patience,
): Promise<Page<Stored>> {
  const direction = sort.startsWith('-') ? -1 : 1;
  const query: Query = {
    field: sort.replace(/^-/, ''),
    direction,
    filter,
    options: hint ? { hint } : {},
    without,
    isWeighed,
    patience,
  };
  const read: Read = (work) => whileSmall(holder, { patience, isFirst: after === undefined }, work);
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

/** Filter for records that hold `text` in one of `fields`, taken literally, in any case (decisions 1: Search). */
export function containing(text: string | undefined, fields: string[]): Record<string, unknown> {
  if (!text) return {};
  const pattern = { $regex: literal(text), $options: 'i' };
  return { $or: fields.map((field) => ({ [field]: pattern })) };
}

/** The text of a pattern that matches `text` alone. */
export const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Filter for records that changed at `since` (RFC 3339) or later (decisions 1: updated_since). */
export function updatedSince(since: string | undefined): Record<string, unknown> {
  return since === undefined ? {} : { updatedAt: { $gte: new Date(since) } };
}

const totalOfOrg = <Stored>(model: Model<Stored>, { filter }: Query): Promise<number> =>
  keptTotal(model.db, String(filter.orgId), model.collection.name);

/**
 * A search that finds little reads all its matches and sorts them. A search that finds much reads the org's records in the order
 * of the list: if every nth record matches, a page is full sooner. If the matches lie badly, it reads all of that org's records.
 */
function broadOrNarrow(query: Query, skip: number, limit: number, found: number, ofOrg: number): Query {
  if (found === 0) return query;
  const distance = skip >= DEEP ? Math.min(skip, Math.max(0, found - skip)) : skip;
  const walked = (distance + limit) * (Math.max(found, ofOrg) / found);
  if (walked >= found) return query;
  return { ...query, options: { hint: { orgId: 1, [query.field]: 1, _id: 1 } } };
}

/** The same for a page that goes on, which shows no total: no more are counted than make a search a broad one. */
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
  // The first shown record is read last: all records before it have to be walked over.
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
  // Reads a record more than asked for, to know whether there are more.
  const data = await read(async (budget) => {
    const found = await walk(model, reading, filter, 0, limit + 1, budget, keepFirst);
    more = found.length > limit || budget.isFull;
    return found.slice(0, limit);
  });
  return { data, total: 0, ...nextOf(data, query, more) };
}

/** The records behind the cursor. Null sorts before all values, and `$gt` compares values of one type alone. */
function beyond({ field, direction }: Query, { value, id }: Cursor): Record<string, unknown> {
  const past = direction === 1 ? '$gt' : '$lt';
  const tie = { [field]: value, _id: { [past]: id } };
  if (value === null) return direction === 1 ? { $or: [tie, { [field]: { $ne: null } }] } : tie;
  const later = { [field]: { [past]: value } };
  return { $or: direction === 1 ? [tie, later] : [tie, later, { [field]: null }] };
}

/** Records stay bytes until it is known that they are kept. */
async function walk<Stored>(
  model: Model<Stored>,
  { field, direction, options, without = {}, isWeighed, patience }: Query,
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
    ? await inTime(patience, (time) => find({ _id: 0, bytes: { $bsonSize: '$$ROOT' } }, false).setOptions(time))
    : [];
  const batchSize = Math.min(limit, AT_ONCE, fitting(sizes as { bytes?: number }[]));
  const kept = await inTime(patience, async (time) => {
    const cursor = find(without, true).setOptions(time).cursor({ batchSize });
    try {
      return await keep(cursor as unknown as AsyncIterable<Buffer>, budget);
    } finally {
      await cursor.close();
    }
  });
  return (budget.isInVain ? [] : kept).map((bytes) => mongoose.mongo.BSON.deserialize(bytes) as Stored);
}

type Projection = Readonly<Record<string, 0 | { $bsonSize: '$$ROOT' }>>;

/** Number of records that are small together, whichever they are: each counts as large as the largest. */
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

/** `most`: it counts no further. */
async function count<Stored>(
  model: Model<Stored>,
  { filter, options, patience }: Query,
  most?: number,
): Promise<number> {
  const counting = (limit: TimeLimit) =>
    model.countDocuments(filter as never, { ...options, ...limit, ...(most && { limit: most }) } as never).exec();
  return inTime(patience, counting);
}
