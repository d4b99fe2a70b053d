import { archivable } from '#chassis/domain/archivable.ts';
import { refuseEndedAt } from '#chassis/domain/currencies.ts';
import { Faults } from '#chassis/domain/faults.ts';
import { changed, filled } from '#chassis/domain/plain-fields.ts';
import { advance, newRecord, type StateOf } from '#chassis/domain/record.ts';
import type { Changes } from '#proto/common/v1/resource.contract.ts';
import {
  type BankAccountInput,
  bankAccount,
  type BankAccount as ShownAccount,
} from '#proto/finance/v1/bank-account.contract.ts';
import { printedNumber, refuseMistyped } from './account-number.ts';

/** An account of the org at a bank (decisions 6: Bank account). */
export type BankAccount = StateOf<ShownAccount>;
export type BankAccountChanges = Changes<typeof bankAccount>;

const life = archivable<BankAccount>(bankAccount);

type AccountDecision = ReturnType<typeof life.created>;
export const { archive: archiveBankAccount, restore: restoreBankAccount, remove: deleteBankAccount } = life;

/**
 * Creates an account in the status that the input names, by default active (decisions 4). Errors: validation_failed for
 * an ended currency, and for wrong check digits of an IBAN.
 */
export function createBankAccount(input: BankAccountInput, id: string, orgId: string, now: Date): AccountDecision {
  const { status = 'active', isPrinted = true } = input;
  refuseFaults(input);
  return life.created({
    ...newRecord(id, orgId, now),
    ...filled(bankAccount.plain, input),
    isPrinted,
    status,
  });
}

/** Errors: as `createBankAccount`, for a value that changes. */
export function updateBankAccount(before: BankAccount, changes: BankAccountChanges, now: Date): AccountDecision {
  refuseFaults(changes, before);
  return life.updated(before, {
    ...advance(before, now),
    ...changed(bankAccount.plain, before, changes),
    isPrinted: changes.isPrinted ?? before.isPrinted,
  });
}

function refuseFaults({ currency, accountNumber }: BankAccountChanges, before?: BankAccount): void {
  const faults = new Faults();
  refuseEndedAt('currency', currency, before?.currency, faults);
  if (accountNumber && accountNumber !== before?.accountNumber) refuseMistyped(accountNumber, faults);
  faults.throwIfAny();
}

/** The account as a row of a document. The number is first, because a long row is broken. */
export const printedAccount = ({ accountNumber, bic, bankName }: BankAccount): string =>
  [printedNumber(accountNumber), bic && `BIC ${bic}`, bankName].filter(Boolean).join(' · ');
