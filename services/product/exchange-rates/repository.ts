import { type ClientSession, Schema } from 'mongoose';
import { checkRevision } from '#chassis/domain/record.ts';
import { modelOf, replaceOne } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { WriteCall, Writer, Written } from '#chassis/unit-of-work/write.ts';
import { type ExchangeRates, type ExchangeRatesDecision, noRates } from './domain/exchange-rates.ts';

export interface ExchangeRateRepository {
  /** An org that has set none has an empty table. */
  get(orgId: string, session?: ClientSession): Promise<ExchangeRates>;
  /** Errors: version_mismatch. */
  put(
    call: WriteCall,
    key: { orgId: string; expectedRevision?: number | undefined },
    decide: (before: ExchangeRates) => ExchangeRatesDecision,
  ): Promise<Written<ExchangeRates>>;
}

interface StoredRates extends Omit<ExchangeRates, 'orgId'> {
  /** The org's. */
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

export function exchangeRateRepository({ store, writer }: { store: Store; writer: Writer }): ExchangeRateRepository {
  const model = modelOf(store.connection, 'ExchangeRates', schema);

  async function get(orgId: string, session?: ClientSession): Promise<ExchangeRates> {
    const found = await model.findOne({ _id: orgId }, null, session ? { session } : {}).lean();
    if (!found) return noRates(orgId);
    const { rates, updatedAt, revision } = found;
    return { orgId, rates, updatedAt, revision };
  }

  return {
    get,
    put: (call, { orgId, expectedRevision }, decide) =>
      writer.write(call, async (unit) => {
        const before = await get(orgId, unit.session);
        checkRevision('Exchange rates', before, expectedRevision);
        const { state, event } = decide(before);
        if (!event) return state;
        const { orgId: _id, ...fields } = state;
        await replaceOne(model, { _id, ...fields }, {}, { session: unit.session, upsert: true });
        unit.emit(event);
        return state;
      }),
  };
}
