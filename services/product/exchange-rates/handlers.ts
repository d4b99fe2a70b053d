import { commandOf, NOT_WRITTEN } from '#chassis/records/command.ts';
import { unary } from '#chassis/rpc/endpoint.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { GetExchangeRatesRequest, PutExchangeRatesRequest } from '#proto/product/v1/contract.ts';
import { type ExchangeRates, exchangeRatesView, putExchangeRates } from './domain/exchange-rates.ts';
import type { ExchangeRateRepository } from './repository.ts';

export function exchangeRateHandlers(writer: Writer, exchangeRates: ExchangeRateRepository) {
  const command = commandOf(writer);
  return {
    GetExchangeRates: unary(
      GetExchangeRatesRequest,
      async (_request, { principal }) => ({
        ...recorded(await exchangeRates.get(principal)),
        ...NOT_WRITTEN,
      }),
      // finance reads the rates to add up the amounts that a client owes (decisions 3: Inside).
      { role: 'staff', scope: 'read:exchange_rates', peers: ['finance'] },
    ),
    PutExchangeRates: command(
      PutExchangeRatesRequest,
      { role: 'staff', scope: 'update:exchange_rates' },
      async ({ rates, expectedRevision }, tx) => {
        const before = await exchangeRates.load(tx, expectedRevision);
        const decision = putExchangeRates(before, rates, tx.now);
        await exchangeRates.save(tx, decision);
        return recorded(decision.state);
      },
    ),
  };
}

const recorded = (rates: ExchangeRates) => ({ record: exchangeRatesView(rates), revision: rates.revision });
