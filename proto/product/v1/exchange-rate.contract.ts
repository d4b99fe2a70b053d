import { z } from 'zod';
import { currency, timestamp } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { ExchangeRates as ExchangeRatesMessage } from '../../gen/product/v1/ExchangeRates.ts';
import type { PutExchangeRatesRequest as PutExchangeRatesMessage } from '../../gen/product/v1/PutExchangeRatesRequest.ts';

/** USD per unit: positive, exact, as decimal text. A dollar is a dollar and has no rate. */
const rates = () =>
  z.partialRecord(
    currency().exclude(['USD']),
    z
      .string()
      .max(32)
      .regex(/^(?=[\d.]*[1-9])\d+(\.\d+)?$/),
  );

/** decisions 6: BOM. */
export const ExchangeRates = z.strictObject({
  rates: z.record(z.string(), z.string()),
  updatedAt: timestamp().nullable(),
});
export type ExchangeRates = z.output<typeof ExchangeRates>;

export const ExchangeRatesInput = z.strictObject({ rates: rates() });

export const GetExchangeRatesRequest = z.strictObject({});
export const PutExchangeRatesRequest = z.strictObject({ rates: rates(), expectedRevision: z.int().exactOptional() });

/** decisions 5: Event names. */
export const exchangeRatesEvents = { 'exchange_rates.updated': ExchangeRates } as const;

export type Pins = Agree<
  [
    Pinned<ExchangeRates, ExchangeRatesMessage>,
    Pinned<{ rates: Record<string, string>; expectedRevision?: number }, PutExchangeRatesMessage>,
  ]
>;
