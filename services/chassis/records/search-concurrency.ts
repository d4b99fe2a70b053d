import { FairSemaphore, type Patience } from '../concurrency/fair-semaphore.ts';

/** What a list is asked for, as far as turns go. */
interface ListQuery {
  search?: string | undefined;
  after?: string | undefined;
}

/** Each looks through all of its org's texts, and would take another's connections to the database with those that wait. */
const searches = new FairSemaphore({ concurrency: 8, limit: 32, refusal: 'Too many searches are being made' });

/**
 * Pages of a search that has had its turn, of an export most often. Half of a file is sent by then: none is refused, and new
 * searches are not waited for.
 */
const continuations = new FairSemaphore({
  concurrency: 16,
  each: 4,
  limit: Number.POSITIVE_INFINITY,
  refusal: 'Too many searches are being gone on with',
});

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
