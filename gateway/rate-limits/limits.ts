import { AppError } from '#chassis/domain/errors.ts';
import type { Broadcast } from '#chassis/messaging/broadcast.ts';
import { networkOf } from '#chassis/runtime/network.ts';
import type { Caller } from '../auth/authenticator.ts';
import { type Count, UsageExchange } from './usage-exchange.ts';

/** Milliseconds of a window. Windows are aligned to the clock, so that all gateways use the same ones. */
const WINDOW = 60_000;
/** Maximum milliseconds that a request waits for other gateways. Then the known counts decide. */
const LONGEST_WAIT = 1000;
/** Maximum number of remembered accounts (users and API keys). An account has proved its identity. */
const MAX_ACCOUNTS = 100_000;
/** Maximum number of remembered addresses. A flood may come from any number of addresses. */
const MAX_ADDRESSES = 20_000;

/** The state of a holder's rate limit. */
export interface Rate {
  limit: number;
  remaining: number;
  /** Seconds until the holder may make another request in addition to `remaining`, if it makes none until then. */
  reset: number;
  allowed: boolean;
}

/** Rate limits by user, API key and address (decisions 3: Rate limits). */
export interface RequestLimits {
  /** Counts a request of a caller, or of an address if the caller is not known. */
  countRequest(holder: Caller | { address: string }): Rate | Promise<Rate>;
  /** The state of an address's limit. Does not count a request. */
  peek(address: string): Rate;
  /**
   * Refused credentials from an address. Their limit is as high as that of anonymous requests, and separate from it.
   */
  refusals: {
    /** Counts a refused credential. */
    count(address: string): Rate | Promise<Rate>;
  };
}

export function requestLimits(
  limiter: Limiter,
  { RATE_LIMIT_USER, RATE_LIMIT_ANONYMOUS }: { RATE_LIMIT_USER: number; RATE_LIMIT_ANONYMOUS: number },
): RequestLimits {
  return {
    countRequest: (holder) =>
      'address' in holder
        ? limiter.consume(addressHolder(holder.address), RATE_LIMIT_ANONYMOUS)
        : limiter.consume(`${holder.kind} ${holder.id}`, holder.rateLimit ?? RATE_LIMIT_USER),
    peek: (address) => limiter.peek(addressHolder(address), RATE_LIMIT_ANONYMOUS),
    refusals: { count: (address) => limiter.consume(`${addressHolder(address)} refused`, RATE_LIMIT_ANONYMOUS) },
  };
}

const addressHolder = (address: string) => `address ${networkOf(address)}`;
const isAddress = (holder: string) => holder.startsWith('address ');

/** `holder`: the kind of holder, for the message. */
export function rateLimited({ limit, reset }: Rate, holder: string): AppError {
  const message = `The rate limit of ${limit} requests in 60 seconds per ${holder} is used up`;
  return new AppError('rate_limited', message, { retryAfter: reset });
}

export interface Limiter {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Counts a request of `holder` against `limit` per window. Returns a promise only if other gateways must be asked.
   */
  consume(holder: string, limit: number): Rate | Promise<Rate>;
  /** The state of the holder's limit. Does not count a request. */
  peek(holder: string, limit: number): Rate;
}

interface LimiterOptions {
  clock?: () => number;
  /** The channel to the other gateways; absent: this gateway is the only one. */
  broadcast?: Broadcast;
}

/**
 * Sliding windows of 60 s, approximated by two aligned windows: the requests of the current window, and the part of the
 * previous window's requests that a sliding window would still hold if they had been spread evenly (decisions 3: Rate
 * limits). Refused requests do not count, so a caller that waits for `reset` seconds is accepted.
 */
export function createLimiter({ clock = Date.now, broadcast }: LimiterOptions = {}): Limiter {
  const usage = new Usage(clock);
  const exchange = broadcast && new UsageExchange(usage, broadcast);

  function accept(mine: Count, limit: number, standing: Standing): Rate {
    mine.own += 1;
    exchange?.counted(mine, limit);
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
      if (exchange.isSafe(mine, limit, remaining) || performance.now() > end) return accept(mine, limit, known);
    }
  }

  return {
    name: 'rate limits',
    start: async () => exchange?.start(),
    stop: async () => exchange?.stop(),
    consume(holder, limit) {
      const known = usage.standing(holder);
      const remaining = limit - used(known);
      if (remaining <= 0) return rate(limit, known);
      const mine = usage.count(holder);
      if (!exchange || exchange.isSafe(mine, limit, remaining)) return accept(mine, limit, known);
      return takeSafely(holder, limit, exchange);
    },
    peek: (holder, limit) => rate(limit, usage.standing(holder)),
  };
}

/** Requests accepted in the previous and in the current window. `left`: milliseconds until the current window ends. */
interface Standing {
  previous: number;
  current: number;
  left: number;
}

const used = ({ previous, current, left }: Standing) => Math.floor((previous * left) / WINDOW) + current;

function rate(limit: number, standing: Standing): Rate {
  const total = used(standing);
  const remaining = Math.max(0, limit - total);
  const wait = total === 0 ? 0 : millisecondsUntil(Math.min(total, limit) - 1, standing);
  return { limit, remaining, reset: Math.ceil(wait / 1000), allowed: remaining > 0 };
}

/** Milliseconds until the use is at most `target`, which must be less than the current use. */
function millisecondsUntil(target: number, { previous, current, left }: Standing): number {
  if (target >= current) return left - mostLeft(target - current, previous);
  return left + WINDOW - mostLeft(target, current);
}

/**
 * The largest `left`, in milliseconds, at which at most `target` of a previous window's `count` requests still count.
 */
const mostLeft = (target: number, count: number) => Math.min(WINDOW, Math.ceil((WINDOW * (target + 1)) / count)) - 1;

/**
 * The counts of all holders in the previous, the current and the next window. Only a peer whose clock is ahead counts
 * in the next window.
 */
class Usage {
  #window = 0;
  #previous = new Counts(-1);
  #current = new Counts(0);
  #next = new Counts(1);
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The holder's count in the current window. */
  count(holder: string): Count {
    this.#enterWindow();
    return this.#current.of(holder);
  }

  standing(holder: string): Standing {
    const now = this.#enterWindow();
    const [previous, current] = [total(this.#previous.find(holder)), total(this.#current.find(holder))];
    return { previous, current, left: WINDOW - 1 - (now % WINDOW) };
  }

  /** Takes over a peer's own count. A count only rises, so a repeated, late or reordered message changes nothing. */
  learn(peer: string, window: number, holder: string, own: number): void {
    this.#enterWindow();
    const counts = [this.#previous, this.#current, this.#next][window - this.#window + 1];
    if (!counts) return;
    const count = counts.of(holder);
    count.byPeer ??= new Map();
    const more = own - (count.byPeer.get(peer) ?? 0);
    if (more <= 0) return;
    count.byPeer.set(peer, own);
    count.others += more;
  }

  /** Counts with requests that this process has accepted. */
  *own(): Generator<Count> {
    for (const counts of [this.#previous, this.#current]) {
      for (const count of counts) if (count.own > 0) yield count;
    }
  }

  /** Makes the window of the current time the current one. Returns the time, in epoch milliseconds. */
  #enterWindow(): number {
    const now = this.#clock();
    const window = Math.floor(now / WINDOW);
    if (window === this.#window) return now;
    const follows = window === this.#window + 1;
    this.#previous = follows ? this.#current : new Counts(window - 1);
    this.#current = follows ? this.#next : new Counts(window);
    this.#next = new Counts(window + 1);
    this.#window = window;
    return now;
  }
}

const total = (count: Count | undefined) => (count ? count.own + count.others : 0);

/** The counts of all holders in one window. */
class Counts {
  readonly #accounts = new Map<string, Count>();
  readonly #addresses = new Map<string, Count>();
  readonly #window: number;

  constructor(window: number) {
    this.#window = window;
  }

  find(holder: string): Count | undefined {
    return (isAddress(holder) ? this.#addresses : this.#accounts).get(holder);
  }

  /**
   * The holder's count, created on first use. If there are too many holders, forgets the one that was created first.
   * Addresses never displace accounts.
   */
  of(holder: string): Count {
    const known = this.find(holder);
    if (known) return known;
    const [counts, most] = isAddress(holder) ? [this.#addresses, MAX_ADDRESSES] : [this.#accounts, MAX_ACCOUNTS];
    if (counts.size >= most) counts.delete(counts.keys().next().value as string);
    const count = { holder, window: this.#window, own: 0, confirmed: 0, others: 0 };
    counts.set(holder, count);
    return count;
  }

  *[Symbol.iterator](): Generator<Count> {
    yield* this.#accounts.values();
    yield* this.#addresses.values();
  }
}
