import { LOOKED_UP, type RecordModel, type Stored } from '#chassis/records/record-model.ts';
import type { RecordName } from '#chassis/reference-integrity/references.ts';
import { managementAccount } from '#proto/finance/v1/management-account.contract.ts';
import { accountSortKeys, type ManagementAccount, type ParentAccount } from './domain/account.ts';

/**
 * Kind of accounts in references. Accounts refer to their parents, and documents refer to the accounts that they are
 * posted to.
 */
export const KIND = managementAccount.name;

export type StoredAccount = Stored<ManagementAccount>;

export const accountModel: RecordModel<ManagementAccount> = {
  resource: managementAccount.title,
  collection: 'management_accounts',
  fields: { ...managementAccount.stored, parent: LOOKED_UP, child_count: LOOKED_UP },
  list: {
    sorts: managementAccount.sorts,
    sortKeys: accountSortKeys,
    filters: ['type', 'category', 'isActive'],
    searches: managementAccount.searches,
  },
  unique: ['code'],
  lookUps: ['parentId'],
};

export const nameOf = ({ id }: Pick<ManagementAccount, 'id'>): RecordName => `${KIND}:${id}`;

export function parentAmong(parents: ReadonlyMap<string, ParentAccount>, { parentId }: ManagementAccount) {
  const parent = parentId === null ? undefined : parents.get(parentId);
  return parent ? { id: parent.id, code: parent.code, name: parent.name } : null;
}
