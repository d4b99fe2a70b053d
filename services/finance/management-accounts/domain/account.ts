import { lifecycle } from '#chassis/domain/lifecycle.ts';
import { changed, filled } from '#chassis/domain/plain-fields.ts';
import { advance, newRecord, type StateOf } from '#chassis/domain/record.ts';
import type { Changes } from '#proto/common/v1/resource.contract.ts';
import {
  type ManagementAccountInput,
  managementAccount,
  type ManagementAccount as ShownAccount,
} from '#proto/finance/v1/management-account.contract.ts';
import { sharedSortKey } from '../../documents/domain/sort-keys.ts';

/** An account of the org's chart of accounts (interface: Management account). */
export type ManagementAccount = StateOf<ShownAccount>;
export type AccountStatus = ManagementAccount['status'];
export type ParentAccount = NonNullable<ManagementAccount['parent']>;

/** The position of an account in the chart. */
export type Place = Pick<ManagementAccount, 'parent' | 'level'>;

export const TOP: Place = { parent: null, level: 1 };

/** The fields of an account that a caller sends, without its parent, which `Place` has. */
export type AccountInput = Omit<ManagementAccountInput, 'parentId'>;
export type AccountChanges = Omit<Changes<typeof managementAccount>, 'parentId'>;

/** Values of a new account besides the sent fields. */
export interface Origin extends Place {
  id: string;
  orgId: string;
  now: Date;
  /** Number of children that are created in the same transaction. */
  childCount?: number;
}

const life = lifecycle<ManagementAccount, keyof typeof managementAccount.moves, AccountStatus, 'management_account'>(
  managementAccount,
);

export type AccountDecision = ReturnType<typeof life.created>;

/** Number of digits of the deepest level. */
const LEVEL_DIGITS = 3;

/** Sort keys of fields whose stored value does not sort alone. */
export const accountSortKeys = {
  level: (account: ManagementAccount) => sharedSortKey(String(account.level).padStart(LEVEL_DIGITS, '0'), account),
};

/** Creates an account in the status that the input names, by default active (decisions 4). */
export function createAccount(input: AccountInput, { id, orgId, now, childCount = 0, ...place }: Origin) {
  return life.created({
    ...newRecord(id, orgId, now),
    ...filled(managementAccount.plain, input),
    ...inStatus(input.status ?? 'active'),
    ...at(place),
    child_count: childCount,
  });
}

/**
 * Changes an account. null clears a field that may be empty, and leaves another field unchanged (decisions 1: Null).
 */
export function updateAccount(before: ManagementAccount, changes: AccountChanges, now: Date, place: Place = before) {
  const state: ManagementAccount = {
    ...advance(before, now),
    ...changed(managementAccount.plain, before, changes),
    ...at(place),
  };
  return life.updated(before, state);
}

/** Errors: invalid_transition if the status does not allow the move. */
export const activateAccount = (before: ManagementAccount, now: Date) =>
  life.moved(before, 'activate', now, { isActive: true });

/** Errors: invalid_transition if the status does not allow the move. */
export const deactivateAccount = (before: ManagementAccount, now: Date) =>
  life.moved(before, 'deactivate', now, { isActive: false });

/** Deletes an account of any status. */
export const deleteAccount = life.removed;

/** The account after an account above it has moved. `levels`: the difference of the levels. */
export const carryAccount = (before: ManagementAccount, levels: number, now: Date) =>
  life.updated(before, { ...advance(before, now), level: before.level + levels });

const inStatus = (status: AccountStatus) => ({ status, isActive: status === 'active' });

const at = ({ parent, level }: Place) => ({ parentId: parent?.id ?? null, parent, level });
