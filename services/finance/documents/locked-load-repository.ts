import type { Model } from 'mongoose';
import { Outdated } from '#chassis/domain/errors.ts';
import type { RecordKey } from '#chassis/records/records.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';

/** Records whose writes write what they refer to as well. */
export interface LockedLoad<State> {
  /**
   * As of records, also what the record refers to: other writes of this process that are about any of it wait for the end of
   * this one. Before the transaction reads anything: then none of them makes it begin anew.
   */
  lockAll(tx: Transaction, key: RecordKey): Promise<void>;
  /** After `lockAll`. Errors: as of `load`; Outdated when the record has come to refer to others meanwhile. */
  loadLocked(tx: Transaction, key: RecordKey): Promise<State>;
}

export interface LockedLoadOptions<State, Stored, Field extends keyof State> {
  model: Model<Stored>;
  records: {
    lock(tx: Transaction, key: RecordKey): Promise<string>;
    load(tx: Transaction, key: RecordKey): Promise<State>;
  };
  /** By which the record refers to others. */
  fields: readonly Field[];
  /** Takes the locks of what the record refers to, always in one order: else two may wait for each other. */
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
    // Not as the transaction sees it: it sees nothing before it has all locks.
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
      const isOther = fields.some((field) => state[field] !== known?.[field]);
      if (isOther) throw new Outdated();
      return state;
    },
  };
}
