import mongoose from 'mongoose';
import type { Store } from '#chassis/mongo/mongo.ts';
import { reading, recordModel } from '#chassis/records/record-model.ts';
import type { ReferenceScope, References } from '#chassis/reference-integrity/references.ts';
import { accountModel, KIND, nameOf, type StoredAccount } from './account-model.ts';
import type { ManagementAccount } from './domain/account.ts';
import { type Chart, MAX_CHART, MAX_CHART_BYTES, withChildCounts } from './domain/chart.ts';

export interface ChartRepository {
  /** Accounts of the org in one snapshot, the top level first, up to the limits of one answer. */
  chart(orgId: string, deadline: number): Promise<Chart>;
}

/** Maximum number of accounts in one query. */
const BATCH = 1_000;

export function chartRepository(store: Store, { countUsers }: Pick<References, 'countUsers'>): ChartRepository {
  const accounts = recordModel(store.connection, accountModel);

  /** Adds the number of children. The children themselves are not all loaded. */
  async function withCounts(scope: ReferenceScope, found: ManagementAccount[]): Promise<ManagementAccount[]> {
    const counts = await countUsers(scope, found.map(nameOf), KIND);
    return found.map((account) => ({ ...account, child_count: counts.get(nameOf(account)) ?? 0 }));
  }

  return {
    chart: (orgId, deadline) =>
      store.transaction(async (session) => {
        const options = { session, raw: true };
        const found = accounts.find({ orgId } as never, { searchText: 0 }, options).sort({ level: 1, _id: 1 });
        const cursor = found
          .limit(MAX_CHART + 1)
          .lean()
          .cursor({ batchSize: BATCH });
        const chart = await gathered(cursor as unknown as AsyncIterable<Buffer>);
        if (!chart.truncated) return { ...chart, accounts: withChildCounts(chart.accounts) };
        const counted: ManagementAccount[] = [];
        for (let from = 0; from < chart.accounts.length; from += BATCH) {
          counted.push(...(await withCounts({ orgId, session }, chart.accounts.slice(from, from + BATCH))));
        }
        return { ...chart, accounts: counted };
      }, deadline),
  };
}

const toState = reading(accountModel);

/** Decodes accounts one by one. Stops at the first account above a limit, without decoding it. */
async function gathered(found: AsyncIterable<Buffer>): Promise<Chart> {
  const accounts: ManagementAccount[] = [];
  let bytes = 0;
  for await (const record of found) {
    bytes += record.length;
    if (accounts.length === MAX_CHART || bytes > MAX_CHART_BYTES) return { accounts, truncated: true };
    const stored = mongoose.mongo.BSON.deserialize(record) as StoredAccount;
    // In the chart, the tree itself shows the parent.
    accounts.push({ ...toState(stored), parent: null });
  }
  return { accounts, truncated: false };
}
