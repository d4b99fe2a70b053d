import { newId } from '#chassis/mongo/mongo.ts';
import { recordMethods } from '#chassis/records/record-methods.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import { bankAccount } from '#proto/finance/v1/bank-account.contract.ts';
import {
  archiveBankAccount,
  type BankAccountChanges,
  createBankAccount,
  deleteBankAccount,
  restoreBankAccount,
  updateBankAccount,
} from './domain/bank-account.ts';
import type { BankAccountRepository } from './repository.ts';

export function bankAccountHandlers(writer: Writer, accounts: BankAccountRepository) {
  const methods = recordMethods({ of: bankAccount, writer, records: accounts, request: RecordRequest });
  const { requests } = bankAccount;

  return {
    CreateBankAccount: methods.create(requests.create, ({ account }, { principal, now }) =>
      createBankAccount(account, newId(), principal.orgId, now),
    ),
    GetBankAccount: methods.get(),
    ListBankAccounts: methods.list(requests.list),
    UpdateBankAccount: methods.update<BankAccountChanges, typeof requests.update>(requests.update, updateBankAccount),
    DeleteBankAccount: methods.delete(deleteBankAccount),
    ArchiveBankAccount: methods.move(archiveBankAccount),
    RestoreBankAccount: methods.move(restoreBankAccount),
  };
}
