import { AppError } from '#chassis/domain/errors.ts';
import type { Gateway } from '../gateway.ts';
import type { HttpExchange } from '../http/http-exchange.ts';
import { rateLimited } from '../rate-limits/limits.ts';
import type { Caller } from './caller.ts';

const HOLDER = 'address for credentials that were refused';

/**
 * Who calls. What is known to be good costs a look; finding out costs a signature or a question to identity. It is found
 * out whatever else came from the address, which many may share: the limit is for credentials that are refused.
 * Throws not_authenticated; rate_limited in its place where many were refused; upstream_unavailable.
 */
export async function identify(gateway: Gateway, exchange: HttpExchange): Promise<Caller> {
  const known = await gateway.authenticator.recall(exchange.request.headers);
  return known ?? findOut(gateway, exchange);
}

async function findOut({ authenticator, refusals }: Gateway, exchange: HttpExchange): Promise<Caller> {
  const { address, request, over: gone } = exchange;
  try {
    return await authenticator.authenticate(request.headers, { address, gone });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_authenticated') throw error;
    exchange.rate = await refusals.take(address);
    throw exchange.rate.allowed ? error : rateLimited(exchange.rate, HOLDER);
  }
}
