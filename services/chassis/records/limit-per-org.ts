import { type Model, Schema } from 'mongoose';
import { AppError } from '../domain/errors.ts';
import { modelOf } from '../mongo/model.ts';
import type { Store } from '../mongo/mongo.ts';
import { rethrowLostInsert } from '../mongo/transaction.ts';
import type { Transaction } from '../unit-of-work/write.ts';

export interface OrgLimit {
  /** The resource's name among the models. */
  resource: string;
  /** Collection of the guard documents. */
  guards: string;
  /** Maximum number of records of an org. */
  max: number;
  /** The message of the refusal. */
  refusal: string;
  /** Counts the records of an org. */
  count(tx: Transaction, orgId: string): Promise<number>;
}

interface Guard {
  /** The id of the org. */
  _id: string;
  /** Rises with every new record, so that concurrent creates conflict (decisions 4: guard document). */
  creations: number;
}

/**
 * Returns a check that must run in the transaction that creates a record. An org that had more records before the limit
 * existed keeps them. Errors: conflict if the org has the maximum.
 */
export function limitPerOrg(
  store: Store,
  { resource, guards: collection, max, refusal, count }: OrgLimit,
): (tx: Transaction, orgId: string) => Promise<void> {
  const schema = new Schema<Guard>({ _id: String, creations: Number }, { collection, versionKey: false });
  const guards: Model<Guard> = modelOf<Guard>(store.connection, `${resource}Guard`, schema);
  return async (tx, orgId) => {
    // Creates of an org run one after another: they would all conflict at the guard.
    await tx.lock(`${collection} of ${orgId}`);
    const counted = guards.updateOne({ _id: orgId }, { $inc: { creations: 1 } }, { session: tx.session, upsert: true });
    await counted.catch(rethrowLostInsert);
    if ((await count(tx, orgId)) < max) return;
    throw new AppError('conflict', refusal);
  };
}
