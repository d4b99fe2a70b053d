import { expect, test } from '@jest/globals';
import type { BankAccountInput } from '#proto/gen/finance/v1/BankAccountInput.ts';
import { type Caller, caller, query } from '../../support/service/callers.ts';
import { openFinance } from './finance-service.ts';
import { refused } from './refusals.ts';

const { bankAccounts } = await openFinance();

const create = async (who: Caller, accountNumber: string, fields: Partial<BankAccountInput> = {}) =>
  (await bankAccounts.createBankAccount({ account: { name: 'Main', accountNumber, ...fields } }, who)).record;

test('an account is kept as sent, and no other of the org has its number, however it is spelled', async () => {
  const who = caller();
  const iban = 'PT50 0002 0123 1234 5678 9015 4';
  const own = await create(who, iban);
  expect(own).toMatchObject({ accountNumber: iban, isPrinted: true, status: 'active' });
  const taken = refused('conflict', 'number PT50000201231234567890154');
  await expect(create(who, 'pt50000201231234567890154')).rejects.toEqual(taken);
  const { id } = (await create(who, '20-00-00 12345678')) as { id: string };
  const renumber = (to: string) =>
    bankAccounts.updateBankAccount({ id, patch: { accountNumber: to }, fields: ['accountNumber'] }, who);
  await expect(renumber(iban.toLowerCase())).rejects.toEqual(taken);
  expect((await renumber('20-00-0012345678')).record).toMatchObject({ accountNumber: '20-00-0012345678' });
  await create(caller(), iban);
  const { data } = await bankAccounts.listBankAccounts(query({ search: '0002 0123' }), who);
  expect(data).toEqual([own]);
});
