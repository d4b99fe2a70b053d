import type { ManagementAccount } from './account.ts';

/** The accounts of an org. Each account comes after its parent. */
export interface Chart {
  accounts: ManagementAccount[];
  /** True if the lowest levels are left out because of the limits. */
  truncated: boolean;
}

/** Limits of one answer: number of accounts, and bytes of the stored accounts. */
export const MAX_CHART = 10_000;
export const MAX_CHART_BYTES = 8 * 1024 * 1024;

/** Adds the number of children. All children of these accounts are in the list. */
export function withChildCounts(accounts: readonly ManagementAccount[]): ManagementAccount[] {
  const counts = new Map<string, number>();
  for (const { parentId } of accounts) if (parentId !== null) counts.set(parentId, (counts.get(parentId) ?? 0) + 1);
  return accounts.map((account) => ({ ...account, child_count: counts.get(account.id) ?? 0 }));
}
