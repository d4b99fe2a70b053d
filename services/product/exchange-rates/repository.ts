import { type ClientSession, Schema } from 'mongoose';
import { modelOf } from '#chassis/model.ts';
import type { Store } from '#chassis/mongo.ts';
import { checkRevision } from '#chassis/record.ts';
import type { WriteCall, Writer, Written } from '#chassis/write.ts';
import { type ExchangeRates, type ExchangeRatesDecision, noRates, type Rates } from './exchange-rates.ts';

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

interface StoredRates {
  /** The org's. */
  _id: string;
  rates: Rates;
  updatedAt: Date;
  revision: number;
}

const schema = new Schema<StoredRates>(
  {
    _id: { type: String, required: true },
    rates: { type: Schema.Types.Mixed, required: true },
    updatedAt: { type: Date, required: true },
    revision: { type: Number, required: true },
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
        await model.replaceOne({ _id }, { _id, ...fields }, { session: unit.session, upsert: true });
        unit.emit(event);
        return state;
      }),
  };
}
