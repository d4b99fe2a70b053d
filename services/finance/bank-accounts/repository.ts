import { type RecordModel, recordModel } from '#chassis/records/record-model.ts';
import { openRecords, type RecordStore, type Records, sessionOf } from '#chassis/records/records.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import { bankAccount } from '#proto/finance/v1/bank-account.contract.ts';
import { plainNumber } from './domain/account-number.ts';
import type { BankAccount } from './domain/bank-account.ts';

export interface BankAccountRepository extends Records<BankAccount> {
  /** Currencies of the active accounts with these numbers, by `plainNumber`. Accounts without a currency are left out. */
  currencies(scope: ReadScope, accountNumbers: readonly string[]): Promise<Map<string, string>>;
  /** The active accounts that invoices in this currency show, the oldest first; at most MAX_PRINTED. */
  printed(orgId: string, currency: string): Promise<BankAccount[]>;
}

/** Maximum number of accounts on a document. */
const MAX_PRINTED = 5;

const model: RecordModel<BankAccount> = {
  resource: bankAccount.title,
  collection: bankAccount.collection,
  fields: bankAccount.stored,
  list: { sorts: bankAccount.sorts, filters: ['status', 'currency'], searches: bankAccount.searches },
  derived: { number: ({ accountNumber }) => plainNumber(accountNumber) },
  unique: ['number'],
};

export function bankAccountRepository({ store }: Pick<RecordStore, 'store'>): BankAccountRepository {
  const records = openRecords<BankAccount>({ ...model, store });
  const accounts = recordModel(store.connection, model);
  return {
    ...records,
    async currencies(scope, accountNumbers) {
      const numbers = [...new Set(accountNumbers.map(plainNumber))];
      const filter = { orgId: scope.orgId, number: { $in: numbers }, status: 'active' };
      const found = await accounts.find(filter as never, { number: 1, currency: 1 }, sessionOf(scope)).lean();
      const known = found as unknown as { number: string; currency: string | null }[];
      return new Map(known.flatMap(({ number, currency }) => (currency === null ? [] : [[number, currency]])));
    },
    async printed(orgId, currency) {
      const filter = { status: 'active', isPrinted: true, currency: [currency, null] } as const;
      const { data } = await records.list(orgId, { page: 1, limit: MAX_PRINTED, sort: 'createdAt' }, filter);
      return data;
    },
  };
}
