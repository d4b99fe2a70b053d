import type { Logger } from '#chassis/runtime/logger.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Services } from '../grpc-clients.ts';
import { createLimiter, type Limiter, type RequestLimits, requestLimits } from '../rate-limits/limits.ts';
import { type AddressOf, addressFinder, Connections, UnsentAnswers, within } from './connections.ts';
import { type Cors, createCors, type Recognise, recogniser } from './headers.ts';
import { BodyMemory } from './request-body.ts';

/** State that all requests of this process share. */
export interface Gateway extends RequestLimits {
  services: Services;
  authenticator: Authenticator;
  recognise: Recognise;
  addressOf: AddressOf;
  connections: Connections;
  cors: Cors;
  logger: Logger;
  bodies: BodyMemory;
  unsent: UnsentAnswers;
  /** True when this process is about to stop. Then each connection closes with its next answer. */
  draining: boolean;
}

/** Settings and parts of a process that serves the gateway. */
export interface GatewayOptions {
  services: Services;
  authenticator: Authenticator;
  logger: Logger;
  /** Default: a limiter that does not know other gateways. */
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
  const isProxy = within(config.TRUSTED_PROXIES);
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
    ...requestLimits(limiter, config),
  };
}
