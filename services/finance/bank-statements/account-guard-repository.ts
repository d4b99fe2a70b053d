import { Schema } from 'mongoose';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { rethrowLostInsert } from '#chassis/mongo/transaction.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';

/**
 * A document for each bank account. A transaction that decides by the lines of an account writes it first. So of two
 * such transactions, in any two replicas, one is tried again and sees the changes of the other (docs/adr/0035).
 */
export interface AccountGuard {
  /** Locks them in one order, however they are named. */
  lock(tx: Transaction, accountNumbers: Iterable<string>): Promise<void>;
}

interface Guard {
  /** `<orgId>:<accountNumber>` */
  _id: string;
  orgId: string;
  /** Counted up, since an update that changes nothing collides with nothing. */
  touches: number;
}

const schema = new Schema<Guard>(
  { _id: String, orgId: String, touches: Number },
  { collection: 'bank_accounts', versionKey: false },
);

export function accountGuard({ connection }: Pick<Store, 'connection'>): AccountGuard {
  const { collection } = modelOf(connection, 'BankAccount', schema);
  return {
    async lock(tx, accountNumbers) {
      const { orgId, session } = tx;
      for (const accountNumber of [...new Set(accountNumbers)].sort()) {
        const filter = { _id: `${orgId}:${accountNumber}` } as never;
        await tx.lock(`bank_accounts:${orgId}:${accountNumber}`);
        const update = { $inc: { touches: 1 }, $setOnInsert: { orgId } } as never;
        await collection.updateOne(filter, update, { upsert: true, session }).catch(rethrowLostInsert);
      }
    },
  };
}
