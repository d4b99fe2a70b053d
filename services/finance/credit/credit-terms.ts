import type { Rates } from '#chassis/domain/money.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { RpcClient } from '#chassis/rpc/grpc-client.ts';
import type { ClientCopy } from '../local-copies/domain/copy.ts';
import type { CreditTerms } from './domain/credit.ts';
import type { CreditRepository } from './repository.ts';

/**
 * Returns the credit terms for a write after which the client may owe more in `currency`. It is called before the
 * transaction.
 */
export type ReadCreditTerms = (client: ClientCopy, currency: string, call: Call) => Promise<CreditTerms>;

export interface CreditTermsParts {
  credit: Pick<CreditRepository, 'get'>;
  /** The org's exchange rates, from product. Errors: upstream_unavailable when product cannot be reached. */
  rates(call: Call): Promise<Rates>;
}

/** Reads the exchange rates only if the client owes, or will owe, an amount in a currency that is not its own. */
export const creditTerms =
  ({ credit, rates }: CreditTermsParts): ReadCreditTerms =>
  async (client, currency, call) => {
    const exposure = await credit.get(call.principal, client.id);
    const others = [currency, ...Object.keys(exposure)].some((one) => one !== client.currency);
    return { client, rates: others ? await rates(call) : undefined };
  };

/**
 * Milliseconds that are left for the reply. The rpc to product ends this much before the caller's deadline, so that the
 * caller gets an error about product instead of a timeout of finance.
 */
const REPLY_MARGIN = 250;

/** Reads the exchange rates from product, on behalf of the caller. */
export const ratesOf =
  (exchangeRates: Pick<RpcClient<'product', 'ExchangeRateService'>, 'getExchangeRates'>) =>
  async ({ context, traceparent, deadline }: Call): Promise<Rates> => {
    const options = { context, traceparent, deadline: deadline - REPLY_MARGIN };
    const { record } = await exchangeRates.getExchangeRates({}, options);
    return record?.rates ?? {};
  };
