import { LOOKED_UP, type RecordModel, type Stored } from '#chassis/records/record-model.ts';
import type { RecordName } from '#chassis/reference-integrity/references.ts';
import { accountSortKeys, type ManagementAccount, type ParentAccount } from './domain/account.ts';

/**
 * Kind of accounts in references. Accounts refer to their parents, and documents refer to the accounts that they are
 * posted to.
 */
export const KIND = 'management_account';

export type StoredAccount = Stored<ManagementAccount>;

export const accountModel: RecordModel<ManagementAccount> = {
  resource: 'Management account',
  collection: 'management_accounts',
  fields: {
    code: String,
    name: String,
    category: String,
    type: String,
    status: String,
    isActive: Boolean,
    parentId: String,
    parent: LOOKED_UP,
    level: Number,
    description: String,
    child_count: LOOKED_UP,
  },
  list: {
    sorts: ['code', 'name', 'level', 'createdAt'],
    sortKeys: accountSortKeys,
    filters: ['type', 'category', 'isActive'],
    searches: ['code', 'name'],
  },
  unique: ['code'],
  lookUps: ['parentId'],
};

export const nameOf = ({ id }: Pick<ManagementAccount, 'id'>): RecordName => `${KIND}:${id}`;

export function parentAmong(parents: ReadonlyMap<string, ParentAccount>, { parentId }: ManagementAccount) {
  const parent = parentId === null ? undefined : parents.get(parentId);
  return parent ? { id: parent.id, code: parent.code, name: parent.name } : null;
}
