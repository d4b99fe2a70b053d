/** Milliseconds of a window (decisions 3: Rate limits). */
export const WINDOW = 60_000;

/** Where a caller stands in the running window. `reset` is in seconds. */
export interface Rate {
  limit: number;
  remaining: number;
  reset: number;
  allowed: boolean;
}

export interface Limiter {
  /** Counts a request of `caller` against `limit` per window. */
  take(caller: string, limit: number): Rate;
  /** The same, without counting. */
  peek(caller: string, limit: number): Rate;
}

/** Counts requests per caller in fixed windows that all callers share, so that forgetting them is one clear(). */
export function createLimiter(clock: () => number = Date.now): Limiter {
  const counts = new Map<string, number>();
  let window = 0;

  function rate(caller: string, limit: number, cost: number): Rate {
    const now = clock();
    if (Math.floor(now / WINDOW) !== window) {
      window = Math.floor(now / WINDOW);
      counts.clear();
    }
    const used = (counts.get(caller) ?? 0) + cost;
    if (cost > 0) counts.set(caller, used);
    const reset = Math.ceil(((window + 1) * WINDOW - now) / 1000);
    return { limit, remaining: Math.max(0, limit - used), reset, allowed: used <= limit };
  }

  return {
    take: (caller, limit) => rate(caller, limit, 1),
    peek: (caller, limit) => rate(caller, limit, 0),
  };
}
