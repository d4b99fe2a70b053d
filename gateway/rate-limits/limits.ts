import { AppError } from '#chassis/domain/errors.ts';
import type { Broadcast } from '#chassis/messaging/broadcast.ts';
import { type Count, type Standing, Usage, WINDOW } from './usage.ts';
import { UsageExchange } from './usage-exchange.ts';

/** Where a holder of a limit stands. */
export interface Rate {
  limit: number;
  remaining: number;
  /** Seconds until a request more would pass than `remaining` says, if none comes meanwhile. */
  reset: number;
  allowed: boolean;
}

export interface Limiter {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Counts a request of `holder` against `limit` per window; at once, unless other gateways have to be asked. */
  take(holder: string, limit: number): Rate | Promise<Rate>;
  /** The same, without counting. */
  peek(holder: string, limit: number): Rate;
}

interface LimiterOptions {
  clock?: () => number;
  /** To the other gateways; none: this one is alone. */
  broadcast?: Broadcast;
}

/** `holder` says whose limit it is. */
export function rateLimited({ limit, reset }: Rate, holder: string): AppError {
  const message = `The rate limit of ${limit} requests in 60 seconds per ${holder} is used up`;
  return new AppError('rate_limited', message, { retryAfter: reset });
}

/** Milliseconds that a request may wait for other gateways; after that, what is known decides. */
const LONGEST_WAIT = 1000;

/**
 * Sliding windows of 60 s, approximated by two aligned ones: what was used in this one, and of the one before the part
 * that would still be in sight if its requests had been evenly spread (decisions 3: Rate limits). What was refused does not
 * count, so a caller who comes back when it was told to passes.
 */
export function createLimiter({ clock = Date.now, broadcast }: LimiterOptions = {}): Limiter {
  const usage = new Usage(clock);
  const exchange = broadcast && new UsageExchange(usage, broadcast);

  function count(count: Count, limit: number, standing: Standing): Rate {
    count.own += 1;
    exchange?.counted(count, limit);
    standing.current += 1;
    return { ...rate(limit, standing), allowed: true };
  }

  async function takeSafely(holder: string, limit: number, exchange: UsageExchange): Promise<Rate> {
    const end = performance.now() + LONGEST_WAIT;
    for (;;) {
      await exchange.confirm(usage.count(holder));
      const known = usage.standing(holder);
      const remaining = limit - used(known);
      if (remaining <= 0) return rate(limit, known);
      const mine = usage.count(holder);
      if (exchange.isSafe(mine, limit, remaining) || performance.now() > end) return count(mine, limit, known);
    }
  }

  return {
    name: 'rate limits',
    start: async () => exchange?.start(),
    stop: async () => exchange?.stop(),
    take(holder, limit) {
      const known = usage.standing(holder);
      const remaining = limit - used(known);
      if (remaining <= 0) return rate(limit, known);
      const mine = usage.count(holder);
      if (!exchange || exchange.isSafe(mine, limit, remaining)) return count(mine, limit, known);
      return takeSafely(holder, limit, exchange);
    },
    peek: (holder, limit) => rate(limit, usage.standing(holder)),
  };
}

const used = ({ previous, current, left }: Standing) => Math.floor((previous * left) / WINDOW) + current;

function rate(limit: number, standing: Standing): Rate {
  const total = used(standing);
  const remaining = Math.max(0, limit - total);
  const wait = total === 0 ? 0 : millisecondsUntil(Math.min(total, limit) - 1, standing);
  return { limit, remaining, reset: Math.ceil(wait / 1000), allowed: remaining > 0 };
}

/** How long it takes until at most `target`, which is less than now, is used. */
function millisecondsUntil(target: number, { previous, current, left }: Standing): number {
  if (target >= current) return left - mostLeft(target - current, previous);
  return left + WINDOW - mostLeft(target, current);
}

/** The earliest moment, in milliseconds before a window's last, at which at most `target` of `count` is in sight. */
const mostLeft = (target: number, count: number) => Math.min(WINDOW, Math.ceil((WINDOW * (target + 1)) / count)) - 1;
