import { Schema } from 'mongoose';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { rethrowLostInsert } from '#chassis/mongo/transaction.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';

/** Counts the delivery notes of each order (decisions 6: Delivery note). */
export interface DropNumbers {
  /** Returns the next number. Two concurrent transactions of one order conflict, and one of them is retried. */
  next(tx: Transaction, salesOrderId: string): Promise<number>;
}

interface Counter {
  /** `<orgId>:<salesOrderId>` */
  _id: string;
  orgId: string;
  /** The last number that was given. A number is never used again, even if its note was deleted. */
  last: number;
}

const schema = new Schema<Counter>(
  { _id: String, orgId: String, last: Number },
  { collection: 'drop_numbers', versionKey: false },
);

export function dropNumberRepository({ connection }: Pick<Store, 'connection'>): DropNumbers {
  const counters = modelOf(connection, 'DropNumber', schema);
  return {
    async next({ orgId, session }, salesOrderId) {
      const filter = { _id: `${orgId}:${salesOrderId}` } as never;
      const options = { upsert: true, returnDocument: 'after', session } as const;
      const update = { $inc: { last: 1 }, $setOnInsert: { orgId } };
      const counted = await counters.collection
        .findOneAndUpdate(filter, update as never, options)
        .catch(rethrowLostInsert);
      return (counted as unknown as Counter).last;
    },
  };
}
