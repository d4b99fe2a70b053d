import CircuitBreaker from 'opossum';
import type { Logger } from '../runtime/logger.ts';
import { breakerState } from '../runtime/metrics.ts';
import { PATIENCE } from './health-probe.ts';

/** Stops calls to a service that does not answer, until one call in `RESET_TIMEOUT` gets through. */
export interface Breaker<Args extends unknown[], Result> {
  fire(...args: Args): Promise<Result>;
  /** The same for one more try of a call that was already counted: a lone caller's retries open nothing. */
  refire(...args: Args): Promise<Result>;
  /** Seconds until the next call may get through, at least 1. */
  retryAfter(): number;
  close(): void;
}

export interface BreakerOptions {
  service: string;
  kind: string;
  /** Milliseconds that a call may take. */
  limit: number;
  /** Whether an error means that the service fails everybody; others don't count. May take `PATIENCE` to find out. */
  counts: (error: unknown) => Promise<boolean>;
  logger: Logger;
}

/** Milliseconds. A restarted service is back within this. */
const RESET_TIMEOUT = 1_500;
/**
 * Milliseconds that the failure rate looks back beyond the limit of a call: a call counts from its start, so that in a
 * shorter window those that ran into their limit would be forgotten. No longer, lest many good calls hide a death.
 */
const BEYOND_LIMIT = PATIENCE + 1_000;
const BUCKET = 500;
/** Calls in the window below which a failure rate says nothing. */
const LEAST_CALLS = 10;

const states = { closed: 0, halfOpen: 1, open: 2 } as const;

export function createBreaker<Args extends unknown[], Result>(
  action: (...args: Args) => Promise<Result>,
  { service, kind, limit, counts, logger }: BreakerOptions,
): Breaker<Args, Result> {
  const circuit = new CircuitBreaker((counted: () => Promise<void>) => counted(), {
    timeout: false,
    resetTimeout: RESET_TIMEOUT,
    rollingCountTimeout: limit + BEYOND_LIMIT,
    rollingCountBuckets: Math.ceil((limit + BEYOND_LIMIT) / BUCKET),
    rollingPercentilesEnabled: false,
    enableSnapshots: false,
    errorThresholdPercentage: 50,
    volumeThreshold: LEAST_CALLS,
  });
  let opened = 0;
  const gauge = breakerState.labels({ service, kind });
  gauge.set(states.closed);
  circuit.on('open', () => {
    opened = Date.now();
    gauge.set(states.open);
    logger.warn({ service, kind }, 'Breaker opened');
  });
  circuit.on('halfOpen', () => gauge.set(states.halfOpen));
  circuit.on('close', () => {
    gauge.set(states.closed);
    logger.info({ service, kind }, 'Breaker closed');
  });

  function fire(...args: Args): Promise<Result> {
    return new Promise((resolve, reject) => {
      const counted = async () => {
        const answer = action(...args);
        // The caller hears at once: only the count waits for what the failure means.
        answer.then(resolve, reject);
        await answer.catch(async (error) => {
          if (await counts(error)) throw error;
        });
      };
      circuit.fire(counted).catch(reject);
    });
  }

  return {
    fire,
    refire: (...args) => (circuit.closed ? action(...args) : fire(...args)),
    retryAfter: () => Math.max(1, Math.ceil((opened + RESET_TIMEOUT - Date.now()) / 1000)),
    close: () => circuit.shutdown(),
  };
}

/** Whether a breaker refused the call, or was shut down: nothing was sent. */
export function isOpen(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EOPENBREAKER' || error.code === 'ESHUTDOWN');
}
