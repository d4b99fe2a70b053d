import { Schema } from 'mongoose';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { rethrowLostInsert } from '#chassis/mongo/transaction.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';

/**
 * A guard document for each org. A transaction that buys what is to buy writes it first. So two such transactions
 * conflict, also in two replicas, and the second one reads the purchase orders of the first.
 */
export interface RequirementGuard {
  lock(tx: Transaction): Promise<void>;
}

interface Guard {
  /** The id of the org. */
  _id: string;
  /** Each lock increases this counter, because an update that changes nothing causes no write conflict. */
  touches: number;
}

const schema = new Schema<Guard>(
  { _id: String, touches: Number },
  { collection: 'requirement_guards', versionKey: false },
);

export function requirementGuard({ connection }: Pick<Store, 'connection'>): RequirementGuard {
  const { collection } = modelOf(connection, 'RequirementGuard', schema);
  return {
    async lock(tx) {
      await tx.lock(`requirement_guards:${tx.orgId}`);
      const update = { $inc: { touches: 1 } };
      const options = { upsert: true, session: tx.session };
      await collection.updateOne({ _id: tx.orgId } as never, update as never, options).catch(rethrowLostInsert);
    },
  };
}
