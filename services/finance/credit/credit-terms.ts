import type { Rates } from '#chassis/domain/money.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { RpcClient } from '#chassis/rpc/grpc-client.ts';
import type { ClientCopy } from '../local-copies/domain/copy.ts';
import type { CreditTerms } from './domain/credit.ts';
import type { CreditRepository } from './repository.ts';

/** Before a transaction: under which terms the client may come to owe an amount in `currency`. */
export type TermsOf = (client: ClientCopy, currency: string, call: Call) => Promise<CreditTerms>;

export interface CreditTermsParts {
  credit: Pick<CreditRepository, 'get'>;
  /** The org's, of product. Errors: upstream_unavailable. */
  rates(call: Call): Promise<Rates>;
}

/** Rates are asked for where currencies differ alone: what is in one needs nobody else. */
export const creditTerms =
  ({ credit, rates }: CreditTermsParts): TermsOf =>
  async (client, currency, call) => {
    const exposure = await credit.get(call.principal, client.id);
    const others = [currency, ...Object.keys(exposure)].some((one) => one !== client.currency);
    return { client, rates: others ? await rates(call) : undefined };
  };

/** Milliseconds kept for the way back, so that the caller hears that product is down and not that finance is slow. */
const REPLY_MARGIN = 250;

/** Asks product, on behalf of the caller. */
export const ratesOf =
  (exchangeRates: Pick<RpcClient<'product', 'ExchangeRateService'>, 'getExchangeRates'>) =>
  async ({ context, traceparent, deadline }: Call): Promise<Rates> => {
    const options = { context, traceparent, deadline: deadline - REPLY_MARGIN };
    const { record } = await exchangeRates.getExchangeRates({}, options);
    return record?.rates ?? {};
  };
