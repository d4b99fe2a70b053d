import type { Logger } from '#chassis/runtime/logger.ts';
import { networkOf } from '#chassis/runtime/network.ts';
import type { Authenticator } from './auth/authenticator.ts';
import type { Caller } from './auth/caller.ts';
import type { Services } from './grpc-clients.ts';
import { type AddressOf, addressFinder, within } from './http/address.ts';
import { Connections, UnsentAnswers } from './http/connections.ts';
import { type Cors, createCors } from './http/cors.ts';
import { type Recognise, recogniser } from './http/preconditions.ts';
import { BodyMemory } from './http/request-body.ts';
import { createLimiter, type Limiter, type Rate } from './rate-limits/limits.ts';
import { addressHolder, refusalHolder } from './rate-limits/usage.ts';

/** What every request of this process shares. */
export interface Gateway {
  services: Services;
  authenticator: Authenticator;
  recognise: Recognise;
  addressOf: AddressOf;
  connections: Connections;
  cors: Cors;
  logger: Logger;
  bodies: BodyMemory;
  unsent: UnsentAnswers;
  /** Counts a request: of a caller, or of an address where nobody is known (decisions 3: Rate limits). */
  take(holder: Caller | { address: string }): Rate | Promise<Rate>;
  /** Where an address stands, without counting. */
  peek(address: string): Rate;
  /** Credentials from an address that were refused: as many as anonymous requests, and besides them. */
  refusals: {
    /** Counts one. */
    take(address: string): Rate | Promise<Rate>;
  };
  /** Whether this process is about to end, so that connections should: each with its next answer. */
  draining: boolean;
}

/** What a process is told that serves a gateway. */
export interface GatewayOptions {
  services: Services;
  authenticator: Authenticator;
  logger: Logger;
  /** Default: one that knows of no other gateway. */
  limiter?: Limiter;
  bodies?: BodyMemory;
  config: {
    ENCRYPTION_KEY: string[];
    TRUSTED_PROXIES: string[];
    MAX_CONNECTIONS: number;
    MAX_CONNECTIONS_PER_ADDRESS: number;
    CORS_ORIGINS: string[];
    RATE_LIMIT_USER: number;
    RATE_LIMIT_ANONYMOUS: number;
  };
}

export function createGateway({
  services,
  authenticator,
  logger,
  limiter = createLimiter(),
  bodies = new BodyMemory(),
  config,
}: GatewayOptions): Gateway {
  const { RATE_LIMIT_USER, RATE_LIMIT_ANONYMOUS } = config;
  const isProxy = within(config.TRUSTED_PROXIES);
  const holderOf = (address: string) => addressHolder(networkOf(address));
  return {
    services,
    authenticator,
    logger,
    bodies,
    unsent: new UnsentAnswers(),
    draining: false,
    recognise: recogniser(config.ENCRYPTION_KEY),
    connections: new Connections({
      total: config.MAX_CONNECTIONS,
      perAddress: config.MAX_CONNECTIONS_PER_ADDRESS,
      isProxy,
    }),
    addressOf: addressFinder(isProxy),
    cors: createCors(config.CORS_ORIGINS),
    take: (holder) =>
      'address' in holder
        ? limiter.take(holderOf(holder.address), RATE_LIMIT_ANONYMOUS)
        : limiter.take(`${holder.kind} ${holder.id}`, holder.rateLimit ?? RATE_LIMIT_USER),
    peek: (address) => limiter.peek(holderOf(address), RATE_LIMIT_ANONYMOUS),
    refusals: {
      take: (address) => limiter.take(refusalHolder(networkOf(address)), RATE_LIMIT_ANONYMOUS),
    },
  };
}
