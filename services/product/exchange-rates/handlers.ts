import { unary } from '#chassis/rpc/grpc-server.ts';
import type { Written } from '#chassis/unit-of-work/write.ts';
import { GetExchangeRatesRequest, PutExchangeRatesRequest } from '#proto/product/v1/contract.ts';
import { type ExchangeRates, exchangeRatesView, putExchangeRates } from './domain/exchange-rates.ts';
import type { ExchangeRateRepository } from './repository.ts';

export function exchangeRateHandlers(exchangeRates: ExchangeRateRepository) {
  return {
    GetExchangeRates: unary(
      GetExchangeRatesRequest,
      async (_request, { principal }) =>
        replyOf({ value: await exchangeRates.get(principal.orgId), eventId: '', replayed: false }),
      { role: 'staff', scope: 'read:exchange_rates' },
    ),
    PutExchangeRates: unary(
      PutExchangeRatesRequest,
      async ({ rates, expectedRevision }, call) => {
        const key = { orgId: call.principal.orgId, expectedRevision };
        return replyOf(await exchangeRates.put(call, key, (before) => putExchangeRates(before, rates, call.now)));
      },
      { role: 'staff', scope: 'update:exchange_rates' },
    ),
  };
}

function replyOf({ value, eventId, replayed }: Written<ExchangeRates>) {
  return { record: exchangeRatesView(value), revision: value.revision, eventId, replayed };
}
