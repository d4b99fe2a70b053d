import { z } from 'zod';
import { Currency, described, timestamp } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { Special } from '../../common/v1/resource.contract.ts';
import type { ExchangeRates as ExchangeRatesMessage } from '../../gen/product/v1/ExchangeRates.ts';
import type { PutExchangeRatesRequest as PutExchangeRatesMessage } from '../../gen/product/v1/PutExchangeRatesRequest.ts';

const currencies: ReadonlySet<string> = new Set(Currency.options);

/** Maximum number of faults in one answer. */
const MAX_FAULTS = 100;

/** USD per unit of each currency: positive, exact, as decimal text. */
const rates = () =>
  z
    .record(
      z.string(),
      z
        .string()
        .max(32, { abort: true })
        .regex(/^(?:0*[1-9]\d*(?:\.\d+)?|0+\.0*[1-9]\d*)$/),
    )
    .superRefine((sent, context) => {
      const refused = Object.keys(sent).filter((currency) => !currencies.has(currency) || currency === 'USD');
      for (const currency of refused.slice(0, MAX_FAULTS)) {
        const message = currency === 'USD' ? 'USD needs no rate: all rates are in USD' : 'not a currency of ISO 4217';
        context.addIssue({ code: 'custom', path: [currency], message });
      }
    });

const words = {
  rates: 'USD for one unit of each currency, as decimal text: `{"EUR": "1.08"}`.',
  updatedAt: 'Time when the rates were last set. Null if they were never set.',
};

/** decisions 6: BOM. */
export const ExchangeRates = z.strictObject(
  described({ rates: z.record(z.string(), z.string()), updatedAt: timestamp().nullable() }, words),
);
export type ExchangeRates = z.output<typeof ExchangeRates>;

export const ExchangeRatesInput = z
  .strictObject(described({ rates: rates() }, words))
  .meta({ examples: [{ rates: { DKK: '0.145', EUR: '1.08', GBP: '1.27', JPY: '0.0067' } }] });

export const GetExchangeRatesRequest = z.strictObject({});
export const PutExchangeRatesRequest = z.strictObject({ rates: rates(), expectedRevision: z.int().exactOptional() });

export const exchangeRates = {
  name: 'exchange_rates',
  title: 'Exchange rates',
  scope: 'exchange_rates',
  section: 'Exchange rates',
  about: 'Exchange rates that convert costs in other currencies to USD.',
  service: 'product',
  message: 'ExchangeRate',
  reader: 'staff',
  events: { 'exchange_rates.updated': ExchangeRates },
} as const satisfies Special;

export type ExchangeRatePins = Agree<
  [
    Pinned<ExchangeRates, ExchangeRatesMessage>,
    Pinned<{ rates: Record<string, string>; expectedRevision?: number }, PutExchangeRatesMessage>,
  ]
>;
