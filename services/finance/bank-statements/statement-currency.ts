import type { Call } from '#chassis/rpc/context.ts';
import { plainNumber } from '../bank-accounts/domain/account-number.ts';
import type { BankParts } from './bank-statement-parts.ts';
import type { BankStatementInput } from './domain/bank-statement.ts';

/**
 * The inputs in the same order. An input without a currency gets that of the bank account with its number, else the
 * org's default (decisions 7: Defaults). If there is none, the currency stays unset. Errors: as
 * `OrgSettings.defaultCurrency`, if it is needed.
 */
export async function withCurrencies(
  { accounts, settings }: Pick<BankParts, 'accounts' | 'settings'>,
  inputs: readonly BankStatementInput[],
  call: Call,
): Promise<BankStatementInput[]> {
  const silent = inputs.filter(({ currency }) => currency === undefined);
  if (silent.length === 0) return [...inputs];
  const numbers = silent.map(({ accountNumber }) => plainNumber(accountNumber));
  const ofAccounts = await accounts.currencies(call.principal, numbers);
  const isKnown = numbers.every((number) => ofAccounts.has(number));
  const ofOrg = isKnown ? undefined : await settings.defaultCurrency(call);
  return inputs.map((input) => {
    const currency = input.currency ?? ofAccounts.get(plainNumber(input.accountNumber)) ?? ofOrg;
    return { ...input, ...(currency !== undefined && { currency }) };
  });
}
