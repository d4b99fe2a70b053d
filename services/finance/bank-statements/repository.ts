import { AppError } from '#chassis/domain/errors.ts';
import type { NamesBeside } from '#chassis/records/names-beside.ts';
import type { RecordModel } from '#chassis/records/record-model.ts';
import { openRecords, type RecordStore, type Records } from '#chassis/records/records.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import {
  bankStatementAmounts,
  bankStatementOtherSorts,
  bankStatementSorts,
} from '#proto/finance/v1/bank-statement.contract.ts';
import type { AccountGuard } from './account-guard-repository.ts';
import {
  type BankStatement,
  type BankStatementView,
  bankStatementDates,
  bankStatementSortKeys,
  bankStatementView,
} from './domain/bank-statement.ts';
import { type LineRepository, STATEMENTS } from './line-repository.ts';

/**
 * The stored statements. `remove` also removes the lines. `remove` throws in_use if a line of another statement is a
 * duplicate of one of these lines.
 */
export type BankStatementRepository = Records<BankStatement, BankStatementView>;

export interface BankStatementStore extends Pick<RecordStore, 'store'> {
  lines: Pick<LineRepository, 'removeAll' | 'duplicateElsewhere'>;
  guard: AccountGuard;
  names: NamesBeside;
}

export const bankStatementModel: RecordModel<BankStatement> = {
  resource: 'Bank statement',
  collection: STATEMENTS,
  fields: {
    documentId: String,
    bankName: String,
    accountNumber: String,
    currency: String,
    statementDate: String,
    transactionDate: String,
    balance: Number,
    amount: Number,
    description: String,
    fileUrl: String,
    importedAt: String,
    lineCount: Number,
    matchedLineCount: Number,
  },
  list: {
    sorts: bankStatementSorts,
    otherSorts: bankStatementOtherSorts,
    sortKeys: bankStatementSortKeys,
    dates: bankStatementDates,
    totals: { amounts: bankStatementAmounts },
    filters: ['accountNumber'],
    searches: ['bankName', 'accountNumber', 'description'],
  },
  unique: ['documentId'],
};

export function bankStatementRepository({ store, lines, guard, names }: BankStatementStore): BankStatementRepository {
  const records = openRecords<BankStatement, BankStatementView>({
    ...bankStatementModel,
    store,
    show: bankStatementView,
    madeOf: { hint: ['currency'] },
    namedBy: { bankAccountName: 'accountNumber' },
    names,
  });

  /**
   * Errors: in_use. The account's guard is locked, so that no new duplicate of these lines can be stored at the same
   * time.
   */
  async function refuseWhileKnown(tx: Transaction, { id, accountNumber }: BankStatement): Promise<void> {
    await guard.lock(tx, [accountNumber]);
    const duplicate = await lines.duplicateElsewhere(tx, id);
    if (!duplicate) return;
    const other = await records.find(tx, duplicate.bankStatementId);
    throw new AppError('in_use', `Bank statement is in use: lines of ${other?.documentId} are duplicates of its lines`);
  }

  return {
    ...records,
    async remove(tx, decision, reserved) {
      await refuseWhileKnown(tx, decision.state);
      await lines.removeAll(tx, decision.state.id);
      return records.remove(tx, decision, reserved);
    },
  };
}
