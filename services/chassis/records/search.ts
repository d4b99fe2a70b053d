import type { Model } from 'mongoose';
import { FairQueue, type Patience } from '../concurrency/fair-queue.ts';
import { containing } from '../mongo/list.ts';
import { inTime } from '../mongo/read-limits.ts';
import { searchIndex } from './record-model.ts';

/** Ids that are named to the query which reads a page of them. */
const FEW = 1_000;

/** Each looks through all of its org's texts, and would take another's connections to the database with those that wait. */
const searches = new FairQueue({
  name: 'searches.new',
  limit: 8,
  maxWaiting: 32,
  full: { message: 'Too many searches are being made' },
});

/**
 * Pages of a search that has had its turn, of an export most often. Half of a file is sent by then: none is refused, and new
 * searches are not waited for.
 */
const continuations = new FairQueue({ name: 'searches.continued', limit: 16, each: 4 });

/** For a list whose search looks at other records too. Each answers a filter; undefined where no other record contains `text`. */
export interface SearchedBesides {
  /** Replaces the search of the list's own texts: the records that contain `text`, or name one that does. */
  holding?(orgId: string, text: string, patience: Patience): Promise<Filter | undefined>;
  /**
   * Adds to the search of the list's own texts: the records that name one which contains `text`. `asking`: the request's other
   * filters.
   */
  naming?(orgId: string, text: string, asking: Filter, patience: Patience): Promise<Filter | undefined>;
}

type Filter = Record<string, unknown>;
type Hint = Record<string, 1>;

interface Searching extends SearchedBesides {
  list: { searches?: readonly string[] };
}

interface Asked {
  orgId: string;
  text: string;
  /** The filter of what is asked for besides. */
  asking: Filter;
  patience: Patience;
}

/** The filter of a search and the index that it reads; nothing for a list without a search. */
export async function searchFilter<Stored extends { _id: string }>(
  model: Model<Stored>,
  options: Searching,
  { orgId, text, asking, patience }: Asked,
): Promise<{ filter: Filter; hint?: Hint }> {
  const held = await options.holding?.(orgId, text, patience);
  if (held) return { filter: held };
  if (!options.list.searches) return { filter: {} };
  const own = containing(text, ['searchText']);
  const naming = await options.naming?.(orgId, text, asking, patience);
  if (!naming) return { filter: own, hint: searchIndex };
  const within = (one: Filter) => ({ orgId, ...asking, $and: [one] });
  const ids = await idsOfFew(model, [{ filter: within(naming) }, { filter: within(own), hint: searchIndex }], patience);
  return ids ? { filter: { _id: { $in: ids } }, hint: { _id: 1 } } : { filter: { $or: [own, naming] } };
}

/**
 * Ids of all that any of the parts finds, each by an index of its own; undefined where they are more than a few. A database
 * may serve no `$or` from two indexes and an order at once: then it reads all documents for those few.
 */
async function idsOfFew<Stored extends { _id: string }>(
  { collection }: Model<Stored>,
  parts: readonly { filter: Filter; hint?: Hint }[],
  patience: Patience,
): Promise<string[] | undefined> {
  const ids = new Set<string>();
  for (const { filter, hint } of parts) {
    const options = { projection: { _id: 1 }, limit: FEW + 1, ...(hint && { hint }) };
    const finding = inTime(patience, (time) => collection.find(filter as never, { ...options, ...time }).toArray());
    const found = (await finding) as unknown as Stored[];
    for (const { _id } of found) ids.add(_id);
    if (ids.size > FEW) return undefined;
  }
  return [...ids];
}

/** The parts of a list's request that decide about turns. */
interface ListQuery {
  search?: string | undefined;
  after?: string | undefined;
}

/**
 * Reads a page of a list. Searches take turns by org, in this process; a list that does not search is read at once. Errors:
 * rate_limited when too many of the org wait, deadline_exceeded when the patience ends before the turn, and what `read` throws.
 */
export function inSearchTurn<T>(
  orgId: string,
  { search, after }: ListQuery,
  patience: Patience,
  read: () => Promise<T>,
): Promise<T> {
  if (!search) return read();
  return (after === undefined ? searches : continuations).run(orgId, patience, read);
}
