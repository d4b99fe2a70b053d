import { type Model, Schema } from 'mongoose';
import { AppError } from '../domain/errors.ts';
import { modelOf } from '../mongo/model.ts';
import type { Store } from '../mongo/mongo.ts';
import { rethrowLostInsert } from '../mongo/transaction.ts';
import type { Transaction } from '../unit-of-work/write.ts';

export interface OrgLimit {
  /** Its name among models. */
  resource: string;
  /** Collection of the guard documents. */
  guards: string;
  /** Records of an org. */
  max: number;
  /** The message of the refusal. */
  refusal: string;
  /** Number of records of an org that count. */
  count(tx: Transaction, orgId: string): Promise<number>;
}

interface Guard {
  /** The org. */
  _id: string;
  /** Raised with every record that is made: of two at once one waits (decisions 4: guard document). */
  creations: number;
}

/**
 * Whether an org may have one record more; asked in the transaction that makes it. An org that had more before there was
 * a limit keeps them. Errors: conflict.
 */
export function limitPerOrg(
  store: Store,
  { resource, guards: collection, max, refusal, count }: OrgLimit,
): (tx: Transaction, orgId: string) => Promise<void> {
  const schema = new Schema<Guard>({ _id: String, creations: Number }, { collection, versionKey: false });
  const guards: Model<Guard> = modelOf<Guard>(store.connection, `${resource}Guard`, schema);
  return async (tx, orgId) => {
    // In turn, since they would all collide at the guard.
    await tx.lock(`${collection} of ${orgId}`);
    const counted = guards.updateOne({ _id: orgId }, { $inc: { creations: 1 } }, { session: tx.session, upsert: true });
    await counted.catch(rethrowLostInsert);
    if ((await count(tx, orgId)) < max) return;
    throw new AppError('conflict', refusal);
  };
}
