import { type ClientSession, Schema } from 'mongoose';
import { AppError } from '#chassis/domain/errors.ts';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';

interface Guard {
  /** The org. */
  _id: string;
  /** Raised with every webhook that is made: of two at once one waits (decisions 4: guard document). */
  creations: number;
}

const schema = new Schema<Guard>(
  { _id: String, creations: Number },
  { collection: 'webhook_guards', versionKey: false },
);

/**
 * Whether an org may have one webhook more; asked in the transaction that makes it. An org that had more before there
 * was a limit keeps them. Errors: conflict.
 */
export function webhookLimit(
  store: Store,
  max: number,
  count: (orgId: string, session: ClientSession) => Promise<number>,
): (orgId: string, session: ClientSession) => Promise<void> {
  const guards = modelOf<Guard>(store.connection, 'WebhookGuard', schema);
  return async (orgId, session) => {
    await guards.updateOne({ _id: orgId }, { $inc: { creations: 1 } }, { session, upsert: true });
    if ((await count(orgId, session)) < max) return;
    throw new AppError('conflict', `The org has ${max} webhooks or more, which is the limit; delete one first`);
  };
}
