import { inSearchTurn } from '#chassis/records/search.ts';

/** Searches of the org: one that runs, and as many as may wait. Returns what ends them. */
export function crowdSearches(orgId: string): () => Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const patience = { deadline: Date.now() + 60_000 };
  const crowd = Array.from({ length: 33 }, () => inSearchTurn(orgId, { search: 'x' }, patience, () => ended));
  return async () => {
    resolve();
    await Promise.all(crowd);
  };
}
