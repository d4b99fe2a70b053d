import type { Model } from 'mongoose';
import { Outdated } from '#chassis/domain/errors.ts';
import type { RecordKey } from '#chassis/records/records.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';

/** Records whose writes also write the records that they refer to. */
export interface LockedLoad<State> {
  /**
   * Locks the record and the records that it refers to, within this process, until the transaction has ended. Call it
   * before the transaction's first read, so that the transaction never has to retry because of another write of this
   * process.
   */
  lockAll(tx: Transaction, key: RecordKey): Promise<void>;
  /**
   * Loads the record after `lockAll`. Errors: as `load`; Outdated if the record now refers to other records than those
   * that were locked.
   */
  loadLocked(tx: Transaction, key: RecordKey): Promise<State>;
}

export interface LockedLoadOptions<State, Stored, Field extends keyof State> {
  model: Model<Stored>;
  records: {
    lock(tx: Transaction, key: RecordKey): Promise<string>;
    load(tx: Transaction, key: RecordKey): Promise<State>;
  };
  /** The fields by which the record refers to other records. */
  fields: readonly Field[];
  /**
   * Locks the records that the record refers to, always in the same order. With another order two transactions could
   * wait for each other.
   */
  lockReferred(tx: Transaction, state: Pick<State, Field>): Promise<void>;
}

export function lockedLoad<State, Stored, Field extends keyof State & string>({
  model,
  records,
  fields,
  lockReferred,
}: LockedLoadOptions<State, Stored, Field>): LockedLoad<State> {
  const projection = Object.fromEntries(fields.map((field) => [field, 1]));

  async function lock(tx: Transaction, key: RecordKey): Promise<Pick<State, Field> | undefined> {
    const _id = await records.lock(tx, key);
    // This read is outside the transaction. The snapshot of the transaction must begin after all locks are held.
    const found = await model.findOne({ orgId: tx.orgId, _id } as never, projection as never).lean();
    if (found) await lockReferred(tx, found as Pick<State, Field>);
    return (found as Pick<State, Field> | null) ?? undefined;
  }

  return {
    async lockAll(tx, key) {
      await lock(tx, key);
    },
    async loadLocked(tx, key) {
      const known = await lock(tx, key);
      const state = await records.load(tx, key);
      // A record of an earlier version lacks later fields.
      const isOther = fields.some((field) => (state[field] ?? null) !== (known?.[field] ?? null));
      if (isOther) throw new Outdated();
      return state;
    },
  };
}
