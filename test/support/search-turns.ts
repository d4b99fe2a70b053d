import { inSearchTurn } from '#chassis/records/search.ts';

/**
 * Fills the search queue of the org: one search that runs, and the maximum number of searches that wait. Returns a
 * function that ends them.
 */
export function crowdSearches(orgId: string): () => Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const waitLimit = { deadline: Date.now() + 60_000 };
  const crowd = Array.from({ length: 33 }, () => inSearchTurn(orgId, { search: 'x' }, waitLimit, () => ended));
  return async () => {
    resolve();
    await Promise.all(crowd);
  };
}
