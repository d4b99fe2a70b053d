import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { reading, recordModel, storing } from '#chassis/records/record-model.ts';
import { sessionOf } from '#chassis/records/records.ts';
import type { RecordName, References } from '#chassis/reference-integrity/references.ts';
import type { SharedTransaction, Transaction } from '#chassis/unit-of-work/write.ts';
import { accountModel, parentAmong, type StoredAccount } from './account-model.ts';
import type { AccountDecision, ManagementAccount, ParentAccount } from './domain/account.ts';
import { withChildCounts } from './domain/chart.ts';
import { MAX_CARRIED } from './domain/move.ts';

/** The reads and writes of a move besides those of the account itself. */
export interface MoveRepository {
  /** Prevents moves until the transaction has ended. A transaction that puts accounts below others calls it. */
  holdLevels(tx: SharedTransaction): Promise<void>;
  /**
   * Locks the levels for a move. The transaction conflicts with every other move, and with every transaction that has
   * called `holdLevels`.
   */
  lockLevels(tx: Transaction): Promise<void>;
  /**
   * As `lockLevels`, after all other moves of this process have ended. Call it before the transaction's first read, so
   * that another move never forces a retry.
   */
  awaitMoves(tx: Transaction): Promise<void>;
  /** All accounts below the account, level by level; at most MAX_CARRIED + 1. */
  below(tx: Transaction, account: ManagementAccount): Promise<ManagementAccount[]>;
  /** Saves the accounts whose levels change, with their events. */
  saveCarried(tx: Transaction, decisions: Iterable<AccountDecision>): Promise<void>;
}

/**
 * The guard of the levels of an org (decisions 4). A transaction that puts an account below another writes one of its
 * guard documents; a move writes all.
 */
const LEVELS: RecordName = 'chart_of_accounts:levels';
/** Maximum number of accounts in one database command. */
const BATCH = 500;

export function moveRepository(
  store: Store,
  { lockShared, lock }: Pick<References, 'lockShared' | 'lock'>,
): MoveRepository {
  const accounts = recordModel(store.connection, accountModel);
  const lockLevels = ({ session, orgId }: Transaction) => lock(session, orgId, [LEVELS]);

  return {
    holdLevels: ({ session, orgId }) => lockShared(session, [{ orgId, target: LEVELS }]),
    lockLevels,
    async awaitMoves(tx) {
      await tx.lock(`${LEVELS}:${tx.orgId}`);
      await lockLevels(tx);
    },
    async below(tx, account) {
      const found: ManagementAccount[] = [];
      let parents: ManagementAccount[] = [account];
      while (parents.length > 0 && found.length <= MAX_CARRIED) {
        const known = new Map<string, ParentAccount>(parents.map((parent) => [parent.id, parent]));
        const children = { orgId: tx.orgId, parentId: { $in: [...known.keys()] } };
        const query = accounts.find(children as never, null, sessionOf(tx)).limit(MAX_CARRIED + 1 - found.length);
        const states = ((await query.lean()) as StoredAccount[]).map(toState);
        parents = states.map((state) => ({ ...state, parent: parentAmong(known, state) }));
        found.push(...parents);
      }
      return withChildCounts(found);
    },
    async saveCarried(tx, decisions) {
      const timeSlices = new TimeSlices();
      const write = (batch: Update[]) => accounts.collection.bulkWrite(batch as never, { session: tx.session });
      let batch: Update[] = [];
      for (const { state, event } of decisions) {
        await timeSlices.giveWay();
        tx.emit(event);
        if (batch.push(updateOf(state)) < BATCH) continue;
        await write(batch);
        batch = [];
      }
      if (batch.length > 0) await write(batch);
    },
  };
}

type Update = ReturnType<typeof updateOf>;

const toState = reading(accountModel);
const storedOf = storing(accountModel);

/** Updates all fields, because sort keys and other derived fields change with the level. */
const updateOf = (state: ManagementAccount) => {
  const { _id, orgId, ...fields } = storedOf(state);
  return { updateOne: { filter: { _id, orgId }, update: { $set: fields } } };
};
