import { Schema } from 'mongoose';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { rethrowLostInsert } from '#chassis/mongo/transaction.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';

/**
 * A guard document for each bank account. A transaction that decides by the lines of an account first writes the
 * account's guard document. So two such transactions conflict, also in two replicas: the database aborts one of them,
 * and its retry reads the changes of the other (docs/adr/0035).
 */
export interface AccountGuard {
  /** Locks the accounts in ascending order of their numbers, so that two transactions never wait for each other. */
  lock(tx: Transaction, accountNumbers: Iterable<string>): Promise<void>;
}

interface Guard {
  /** `<orgId>:<accountNumber>` */
  _id: string;
  orgId: string;
  /** Each lock increases this counter, because an update that changes nothing causes no write conflict. */
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
