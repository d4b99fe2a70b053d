import type { Model } from 'mongoose';
import { FairQueue, type WaitLimit } from '../concurrency/fair-queue.ts';
import { containing } from '../mongo/list.ts';
import { inTime } from '../mongo/read-limits.ts';
import { searchIndex } from './record-model.ts';

/** Maximum number of ids in the query that reads a page of them. */
const FEW = 1_000;

/**
 * Queue of new searches. Each reads all searched texts of its org. Many at a time would take the database connections
 * of other requests.
 */
const searches = new FairQueue({
  name: 'searches.new',
  limit: 8,
  maxWaiting: 32,
  full: { message: 'Too many searches are being made' },
});

/**
 * Queue of further pages of a search, mostly of exports. Half of the file may already be sent, so they are never
 * refused, and do not wait for new searches.
 */
const continuations = new FairQueue({ name: 'searches.continued', limit: 16, each: 4 });

/**
 * For a list whose search also looks at other records. Each function returns a filter; undefined if no other record
 * contains `text`.
 */
export interface SearchedBesides {
  /**
   * Replaces the search in the list's own texts: finds records that contain `text`, or that refer to a record that
   * contains it.
   */
  holding?(orgId: string, text: string, waitLimit: WaitLimit): Promise<Filter | undefined>;
  /**
   * Extends the search in the list's own texts: finds records that refer to a record that contains `text`. `asking`:
   * the other filters of the request.
   */
  naming?(orgId: string, text: string, asking: Filter, waitLimit: WaitLimit): Promise<Filter | undefined>;
}

type Filter = Record<string, unknown>;
type Hint = Record<string, 1>;

interface Searching extends SearchedBesides {
  list: { searches?: readonly string[] };
}

interface Asked {
  orgId: string;
  text: string;
  /** The other filters of the request. */
  asking: Filter;
  waitLimit: WaitLimit;
}

/** The filter of a search, and the index that it must use; no filter for a list without a search. */
export async function searchFilter<Stored extends { _id: string }>(
  model: Model<Stored>,
  options: Searching,
  { orgId, text, asking, waitLimit }: Asked,
): Promise<{ filter: Filter; hint?: Hint }> {
  const held = await options.holding?.(orgId, text, waitLimit);
  if (held) return { filter: held };
  if (!options.list.searches) return { filter: {} };
  const own = containing(text, ['searchText']);
  const naming = await options.naming?.(orgId, text, asking, waitLimit);
  if (!naming) return { filter: own, hint: searchIndex };
  const within = (one: Filter) => ({ orgId, ...asking, $and: [one] });
  const ids = await idsOfFew(
    model,
    [{ filter: within(naming) }, { filter: within(own), hint: searchIndex }],
    waitLimit,
  );
  return ids ? { filter: { _id: { $in: ids } }, hint: { _id: 1 } } : { filter: { $or: [own, naming] } };
}

/**
 * The ids of all records that match any of the parts, each by its own index; undefined if there are more than `FEW`. A
 * database may not serve an `$or` by two indexes and in order: then it would read all documents to find these few.
 */
async function idsOfFew<Stored extends { _id: string }>(
  { collection }: Model<Stored>,
  parts: readonly { filter: Filter; hint?: Hint }[],
  waitLimit: WaitLimit,
): Promise<string[] | undefined> {
  const ids = new Set<string>();
  for (const { filter, hint } of parts) {
    const options = { projection: { _id: 1 }, limit: FEW + 1, ...(hint && { hint }) };
    const finding = inTime(waitLimit, (time) => collection.find(filter as never, { ...options, ...time }).toArray());
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
 * Reads a page of a list. Orgs take turns with searches in this process. A list without a search is read immediately.
 * Errors: rate_limited when too many searches of the org wait; deadline_exceeded when the deadline passes before the
 * turn; the errors of `read`.
 */
export function inSearchTurn<T>(
  orgId: string,
  { search, after }: ListQuery,
  waitLimit: WaitLimit,
  read: () => Promise<T>,
): Promise<T> {
  if (!search) return read();
  return (after === undefined ? searches : continuations).run(orgId, waitLimit, read);
}
