import type { ManagementAccount } from './account.ts';

/** All accounts of an org, each after its parent. */
export interface Chart {
  accounts: ManagementAccount[];
  /** There are more, below those that are here. */
  truncated: boolean;
}

/** Limits of an answer: accounts, and bytes as they are stored. */
export const MAX_CHART = 10_000;
export const MAX_CHART_BYTES = 8 * 1024 * 1024;

/** Adds the number of children to accounts; all children are among them. */
export function withChildCounts(accounts: readonly ManagementAccount[]): ManagementAccount[] {
  const counts = new Map<string, number>();
  for (const { parentId } of accounts) if (parentId !== null) counts.set(parentId, (counts.get(parentId) ?? 0) + 1);
  return accounts.map((account) => ({ ...account, child_count: counts.get(account.id) ?? 0 }));
}
