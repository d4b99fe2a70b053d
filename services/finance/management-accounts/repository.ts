import type { ClientSession } from 'mongoose';
import { recordModel } from '#chassis/records/record-model.ts';
import { openRecords, type RecordStore, type Records, sessionOf } from '#chassis/records/records.ts';
import type { ReadScope, SharedTransaction } from '#chassis/unit-of-work/write.ts';
import { accountModel, KIND, nameOf, parentAmong, type StoredAccount } from './account-model.ts';
import { type ChartRepository, chartRepository } from './chart-repository.ts';
import type { ManagementAccount } from './domain/account.ts';
import type { PlacedAccount } from './domain/move.ts';
import { type MoveRepository, moveRepository } from './move-repository.ts';

export interface AccountRepository extends Records<ManagementAccount>, MoveRepository, ChartRepository {
  /**
   * Accounts by id or code, each under the name that was asked for. An id has precedence over the code of another
   * account.
   */
  named(scope: ReadScope, names: readonly string[]): Promise<Map<string, PlacedAccount>>;
  /** Tells the transaction that it creates accounts with these ids, so that they may refer to each other. */
  declareNew(tx: SharedTransaction, ids: readonly string[]): void;
}

export function accountRepository({ store, ...others }: RecordStore): AccountRepository {
  const { references } = others;
  const accounts = recordModel(store.connection, accountModel);

  async function placed(filter: object, scope: ReadScope): Promise<PlacedAccount[]> {
    const found = accounts.find({ ...filter, orgId: scope.orgId } as never, PLACED, sessionOf(scope));
    return ((await found.lean()) as StoredPlace[]).map(({ _id: id, ...place }) => ({ id, ...place }));
  }

  async function parentsOf(found: readonly ManagementAccount[], scope: ReadScope) {
    const ids = [...new Set(found.flatMap(({ parentId }) => parentId ?? []))];
    const parents = ids.length === 0 ? [] : await placed({ _id: { $in: ids } }, scope);
    return new Map(parents.map((parent) => [parent.id, parent]));
  }

  /** Adds parents and numbers of children. It runs two queries for any number of accounts. */
  async function complete(found: ManagementAccount[], session?: ClientSession): Promise<ManagementAccount[]> {
    const orgId = found[0]?.orgId;
    if (orgId === undefined) return [];
    const scope = { orgId, ...(session && { session }) };
    // The queries run one after the other, because a session runs one operation at a time.
    const parents = await parentsOf(found, scope);
    const counts = await references.countUsers(scope, found.map(nameOf), KIND);
    return found.map((account) => ({
      ...account,
      parent: parentAmong(parents, account),
      child_count: counts.get(nameOf(account)) ?? 0,
    }));
  }

  const records = openRecords<ManagementAccount>({
    ...accountModel,
    store,
    complete,
    madeOf: { parent: ['parentId'], child_count: [] },
    references: {
      ...others,
      kind: KIND,
      nameOf: ({ code, status }) => ({ name: code, status }),
      targetsOf: ({ parentId }) => (parentId === null ? [] : [nameOf({ id: parentId })]),
    },
  });

  return {
    ...records,
    ...moveRepository(store, references),
    ...chartRepository(store, references),
    async named(scope, names) {
      if (names.length === 0) return new Map();
      const found = await placed({ $or: [{ _id: { $in: names } }, { code: { $in: names } }] }, scope);
      const [byCode, byId] = [found.map((one) => [one.code, one] as const), found.map((one) => [one.id, one] as const)];
      return new Map([...byCode, ...byId]);
    },
    declareNew({ session }, ids) {
      const targets = ids.map((id) => nameOf({ id }));
      references.declareNew(session, targets);
    },
  };
}

/** The fields of a possible parent. */
const PLACED = { code: 1, name: 1, level: 1, parentId: 1 } as const;
type StoredPlace = Pick<StoredAccount, '_id' | 'code' | 'name' | 'level' | 'parentId'>;
