import { Schema } from 'mongoose';
import { insertOneRaw, modelOf, replaceOneRaw } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { rethrowLostInsert } from '#chassis/mongo/transaction.ts';
import { sessionOf } from '#chassis/records/records.ts';
import type { ReadScope, Transaction } from '#chassis/unit-of-work/write.ts';
import {
  type ClientExposureChange,
  type CreditTerms,
  changeExposure,
  checkCredit,
  type Exposure,
} from './domain/credit.ts';

/**
 * The amounts that each client owes. A document that changes them updates them in the same transaction. So two
 * concurrent transactions about one client conflict, and one of them is retried.
 */
export interface CreditRepository {
  get(scope: ReadScope, clientId: string): Promise<Exposure>;
  /**
   * Locks the client's credit within this process until the transaction has ended. A transaction locks it before its
   * first read, so that it never has to retry because of another write of this process. It is the last lock that a
   * transaction takes, so that two transactions never wait for each other.
   */
  lock(tx: Transaction, clientId: string): Promise<void>;
  /**
   * Stores the change of the client's exposure. It is the last step of a transaction, because others of the same client
   * wait from here on. `terms`: the limit to check if the client owes more; absent: no check. Errors: as `checkCredit`.
   */
  owe(tx: Transaction, change: ClientExposureChange, terms?: CreditTerms): Promise<void>;
}

interface StoredExposure {
  /** `<orgId>:<clientId>` */
  _id: string;
  orgId: string;
  exposure: Exposure;
}

const schema = new Schema<StoredExposure>(
  { _id: String, orgId: String, exposure: Schema.Types.Mixed },
  { collection: 'credit', versionKey: false },
);

export function creditRepository(store: Store): CreditRepository {
  const model = modelOf(store.connection, 'Credit', schema);
  const idOf = (orgId: string, clientId: string) => `${orgId}:${clientId}`;

  async function read(scope: ReadScope, clientId: string): Promise<Exposure | undefined> {
    const found = await model.findById(idOf(scope.orgId, clientId), null, sessionOf(scope)).lean();
    return found?.exposure;
  }

  const lock: CreditRepository['lock'] = (tx, clientId) => tx.lock(`credit:${idOf(tx.orgId, clientId)}`);

  return {
    lock,
    get: async (scope, clientId) => (await read(scope, clientId)) ?? {},
    async owe(tx, { clientId, changes, isMore }, terms) {
      const { orgId, session } = tx;
      const _id = idOf(orgId, clientId);
      await lock(tx, clientId);
      const before = await read(tx, clientId);
      const exposure = changeExposure(before ?? {}, changes);
      const stored = { _id, orgId, exposure };
      if (before) await replaceOneRaw(model, stored, { orgId }, session);
      else await insertOneRaw(model, stored, session).catch(rethrowLostInsert);
      if (isMore && terms) checkCredit(exposure, terms);
    },
  };
}
