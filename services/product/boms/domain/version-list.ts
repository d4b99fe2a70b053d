import type { BomVersion } from './bom-version.ts';

interface VersionQuery {
  page: number;
  limit: number;
  /** `createdAt` or `versionNumber`, which come to the same. */
  sort: string;
  updatedSince?: string | undefined;
  /** The `next` of the page before: how many came before it. */
  after?: string | undefined;
}

/** A page of a BOM's versions: they are all in memory. */
export function pageOfVersions(versions: readonly BomVersion[], query: VersionQuery) {
  const since = query.updatedSince === undefined ? 0 : Date.parse(query.updatedSince);
  const matching = versions.filter(({ updatedAt }) => updatedAt.getTime() >= since);
  const sorted = query.sort.startsWith('-') ? matching.toReversed() : matching;
  const from = query.after === undefined ? (query.page - 1) * query.limit : Number(query.after);
  const end = from + query.limit;
  const next = end < sorted.length ? { next: String(end) } : {};
  return { data: sorted.slice(from, end), total: sorted.length, ...next };
}
