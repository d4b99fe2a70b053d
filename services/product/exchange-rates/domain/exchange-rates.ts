import type { Rates } from '#chassis/domain/money.ts';
import { timeAfter } from '#chassis/domain/record.ts';

/** The exchange rates of an org (decisions 6: BOM). */
export interface ExchangeRates {
  orgId: string;
  rates: Rates;
  /** null if the org has never set rates. */
  updatedAt: Date | null;
  /** The sequence of the last event; 0 if there was none. */
  revision: number;
}

export interface ExchangeRatesView {
  rates: Rates;
  /** RFC 3339, UTC, milliseconds; null if the org has never set rates. */
  updatedAt: string | null;
}

export interface ExchangeRatesEvent {
  type: 'exchange_rates.updated';
  recordId: string;
  sequence: number;
  data: ExchangeRatesView;
  previous: { rates: Rates };
}

export interface ExchangeRatesDecision {
  state: ExchangeRates;
  /** Absent if the rates stay the same. */
  event?: ExchangeRatesEvent;
}

export const noRates = (orgId: string): ExchangeRates => ({ orgId, rates: {}, updatedAt: null, revision: 0 });

/** Replaces all rates. A currency that is left out has no rate any more. */
export function putExchangeRates(before: ExchangeRates, rates: Rates, now: Date): ExchangeRatesDecision {
  if (areSame(before.rates, rates)) return { state: before };
  const updatedAt = before.updatedAt === null ? now : timeAfter(before.updatedAt, now);
  const state: ExchangeRates = { ...before, rates, updatedAt, revision: before.revision + 1 };
  const { orgId: recordId, revision: sequence } = state;
  const data = exchangeRatesView(state);
  return {
    state,
    event: { type: 'exchange_rates.updated', recordId, sequence, data, previous: { rates: before.rates } },
  };
}

export const exchangeRatesView = ({ rates, updatedAt }: ExchangeRates): ExchangeRatesView => ({
  rates,
  updatedAt: updatedAt?.toISOString() ?? null,
});

function areSame(one: Rates, other: Rates): boolean {
  const currencies = Object.keys(one);
  return currencies.length === Object.keys(other).length && currencies.every((name) => one[name] === other[name]);
}
