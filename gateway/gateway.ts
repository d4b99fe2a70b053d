import type { Logger } from '#chassis/logger.ts';
import { type AddressOf, addressFinder } from './address.ts';
import type { Authenticator } from './auth.ts';
import type { Services } from './clients.ts';
import { type Cors, createCors } from './cors.ts';
import { type Recognise, recogniser } from './idempotency.ts';
import { createLimiter, type Rate } from './limits.ts';

export type RateHolder = { user: string } | { address: string };

/** What every request of this process shares. */
export interface Gateway {
  services: Services;
  authenticator: Authenticator;
  recognise: Recognise;
  addressOf: AddressOf;
  cors: Cors;
  logger: Logger;
  /** Counts a request: of a user, or of an address where nobody is known. */
  take(holder: RateHolder): Rate;
  /** Where an address stands, without counting. */
  peek(address: string): Rate;
  /** Whether this process is about to end, so that connections should. */
  draining: boolean;
}

/** What a process is told that serves a gateway. */
export interface GatewayOptions {
  services: Services;
  authenticator: Authenticator;
  logger: Logger;
  config: {
    ENCRYPTION_KEY: string;
    TRUSTED_PROXIES: string[];
    CORS_ORIGINS: string[];
    RATE_LIMIT_USER: number;
    RATE_LIMIT_ANONYMOUS: number;
  };
}

export function createGateway({ services, authenticator, logger, config }: GatewayOptions): Gateway {
  const limiter = createLimiter();
  return {
    services,
    authenticator,
    logger,
    draining: false,
    recognise: recogniser(config.ENCRYPTION_KEY),
    addressOf: addressFinder(config.TRUSTED_PROXIES),
    cors: createCors(config.CORS_ORIGINS),
    take: (holder) =>
      'user' in holder
        ? limiter.take(`user ${holder.user}`, config.RATE_LIMIT_USER)
        : limiter.take(holder.address, config.RATE_LIMIT_ANONYMOUS),
    peek: (address) => limiter.peek(address, config.RATE_LIMIT_ANONYMOUS),
  };
}
