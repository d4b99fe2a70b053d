import type { Logger } from '#chassis/logger.ts';
import type { AddressOf } from './address.ts';
import type { Authenticator } from './auth.ts';
import type { Services } from './clients.ts';
import type { Cors } from './cors.ts';
import type { Recognise } from './idempotency.ts';
import type { Rate } from './limits.ts';

/** What every request of this process shares. */
export interface Gateway {
  services: Services;
  authenticator: Authenticator;
  recognise: Recognise;
  addressOf: AddressOf;
  cors: Cors;
  logger: Logger;
  /** Counts a request: of a user, or of an address where nobody is known. Throws rate_limited. */
  take(caller: { user: string } | { address: string }): Rate;
  /** Where an address stands, without counting. */
  peek(address: string): Rate;
  /** Whether this process is about to end, so that connections should. */
  draining(): boolean;
}
