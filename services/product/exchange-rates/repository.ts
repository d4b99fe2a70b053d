import { Schema } from 'mongoose';
import { checkRevision } from '#chassis/domain/record.ts';
import { modelOf, replaceOne } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { sessionOf } from '#chassis/records/records.ts';
import type { ReadScope, Transaction } from '#chassis/unit-of-work/write.ts';
import { type ExchangeRates, type ExchangeRatesDecision, noRates } from './domain/exchange-rates.ts';

export interface ExchangeRateRepository {
  /** The rates of the org; an empty table if the org has set none. */
  get(scope: ReadScope): Promise<ExchangeRates>;
  /**
   * Loads the rates for a change. Errors: version_mismatch; LostRace when other writes of this process hold the lock
   * for too long.
   */
  load(tx: Transaction, expectedRevision: number | undefined): Promise<ExchangeRates>;
  save(tx: Transaction, decision: ExchangeRatesDecision): Promise<void>;
}

interface StoredRates extends Omit<ExchangeRates, 'orgId'> {
  /** The id of the org. */
  _id: string;
}

const schema = new Schema<StoredRates>(
  {
    _id: String,
    rates: Schema.Types.Mixed,
    updatedAt: Date,
    revision: Number,
  },
  { collection: 'exchange_rates', versionKey: false, minimize: false },
);

export function exchangeRateRepository({ connection }: Store): ExchangeRateRepository {
  const model = modelOf(connection, 'ExchangeRates', schema);

  async function get(scope: ReadScope): Promise<ExchangeRates> {
    const { orgId } = scope;
    const found = await model.findOne({ _id: orgId }, null, sessionOf(scope)).lean();
    if (!found) return noRates(orgId);
    const { rates, updatedAt, revision } = found;
    return { orgId, rates, updatedAt, revision };
  }

  return {
    get,
    async load(tx, expectedRevision) {
      await tx.lock(`exchange_rates:${tx.orgId}`);
      const before = await get(tx);
      checkRevision('Exchange rates', before, expectedRevision);
      return before;
    },
    async save(tx, { state: { orgId: _id, ...fields }, event }) {
      if (!event) return;
      await replaceOne(model, { _id, ...fields }, {}, { session: tx.session, upsert: true });
      tx.emit(event);
    },
  };
}
