import { type ClientSession, type Connection, type Model, Schema } from 'mongoose';
import { modelOf } from './model.ts';
import type { Store } from './mongo.ts';
import { SlotLending } from './slot-lending.ts';
import { rethrowLostInsert } from './transaction.ts';

/**
 * Totals of unfiltered lists, maintained by writes. A total is the sum of several documents (slots), because concurrent
 * transactions would conflict on a single document. A process lends each running transaction its own slot.
 */
export interface Totals {
  /** Adds to totals in the transaction. The caller must return the slot after the transaction. */
  add(session: ClientSession, changes: TotalChange[], slot: number): Promise<void>;
  /** Lends a slot that no other transaction of the org in this process has, as long as there are free slots. */
  lendSlot(orgId: string): number;
  returnSlot(slot: number, orgId: string): void;
}

export interface TotalChange {
  orgId: string;
  collection: string;
  delta: number;
}

interface Slot {
  _id: string;
  count: number;
}

const schema = new Schema<Slot>({ _id: String, count: Number }, { collection: 'totals', versionKey: false });

/** The totals of a service's database. */
export function openTotals({ connection }: Store): Totals {
  const slots = slotModel(connection).collection;
  const lendings = new Map<string, SlotLending>();
  return {
    async add(session, changes, slot) {
      const merged = merge(changes);
      if (merged.length === 0) return;
      const updates = merged.map(({ orgId, collection, delta }) => ({
        updateOne: {
          filter: { _id: slotId(orgId, collection, slot) },
          update: { $inc: { count: delta } },
          upsert: true,
        },
      }));
      await slots.bulkWrite(updates as never, { session, ordered: true }).catch(rethrowLostInsert);
    },
    lendSlot(orgId) {
      const lending = lendings.get(orgId) ?? new SlotLending();
      lendings.set(orgId, lending);
      return lending.lend();
    },
    returnSlot(slot, orgId) {
      const lending = lendings.get(orgId);
      lending?.giveBack(slot);
      if (lending?.isUnused) lendings.delete(orgId);
    },
  };
}

/** The number of records of `orgId` in `collection`, as writes have counted them. */
export async function keptTotal(connection: Connection, orgId: string, collection: string): Promise<number> {
  const ids = { $gte: `${orgId}:${collection}:`, $lt: `${orgId}:${collection};` };
  const found = await slotModel(connection).find({ _id: ids }).lean();
  return found.reduce((total, { count }) => total + count, 0);
}

function slotModel(connection: Connection): Model<Slot> {
  return modelOf(connection, 'Total', schema);
}

function slotId(orgId: string, collection: string, slot: number): string {
  return `${orgId}:${collection}:${slot.toString(16)}`;
}

function merge(changes: TotalChange[]): TotalChange[] {
  const sums = new Map<string, TotalChange>();
  for (const change of changes) {
    const key = `${change.orgId}:${change.collection}`;
    sums.set(key, { ...change, delta: change.delta + (sums.get(key)?.delta ?? 0) });
  }
  return [...sums.values()].filter(({ delta }) => delta !== 0);
}
