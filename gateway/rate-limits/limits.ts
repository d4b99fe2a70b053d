import { AppError } from '#chassis/domain/errors.ts';
import type { Broadcast } from '#chassis/messaging/broadcast.ts';
import { networkOf } from '#chassis/runtime/network.ts';
import type { Caller } from '../auth/authenticator.ts';
import { type Count, UsageExchange } from './usage-exchange.ts';

/** Milliseconds of a window. Windows are aligned to the clock, so that all gateways speak of the same ones. */
const WINDOW = 60_000;
/** Milliseconds that a request may wait for other gateways; after that, what is known decides. */
const LONGEST_WAIT = 1000;
/** Holders that are remembered at most: accounts have proven who they are, addresses are whatever a flood sends. */
const MAX_ACCOUNTS = 100_000;
const MAX_ADDRESSES = 20_000;

/** Where a holder of a limit stands. */
export interface Rate {
  limit: number;
  remaining: number;
  /** Seconds until a request more would pass than `remaining` says, if none comes meanwhile. */
  reset: number;
  allowed: boolean;
}

/** The limits of requests, by who makes them (decisions 3: Rate limits). */
export interface RequestLimits {
  /** Counts a request: of a caller, or of an address where nobody is known. */
  countRequest(holder: Caller | { address: string }): Rate | Promise<Rate>;
  /** Where an address stands, without counting. */
  peek(address: string): Rate;
  /** Credentials from an address that were refused: as many as anonymous requests, and besides them. */
  refusals: {
    /** Counts one. */
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

/** `holder` says whose limit it is. */
export function rateLimited({ limit, reset }: Rate, holder: string): AppError {
  const message = `The rate limit of ${limit} requests in 60 seconds per ${holder} is used up`;
  return new AppError('rate_limited', message, { retryAfter: reset });
}

export interface Limiter {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Counts a request of `holder` against `limit` per window; at once, unless other gateways have to be asked. */
  consume(holder: string, limit: number): Rate | Promise<Rate>;
  /** The same, without counting. */
  peek(holder: string, limit: number): Rate;
}

interface LimiterOptions {
  clock?: () => number;
  /** To the other gateways; none: this one is alone. */
  broadcast?: Broadcast;
}

/**
 * Sliding windows of 60 s, approximated by two aligned ones: what was used in this one, and of the one before the part
 * that would still be in sight if its requests had been evenly spread (decisions 3: Rate limits). What was refused does not
 * count, so a caller who comes back when it was told to passes.
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

/** Accepted in the window before and in this one, of which `left` milliseconds follow this one. */
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

/** Milliseconds until at most `target` is used; `target` is less than the use now. */
function millisecondsUntil(target: number, { previous, current, left }: Standing): number {
  if (target >= current) return left - mostLeft(target - current, previous);
  return left + WINDOW - mostLeft(target, current);
}

/** The earliest moment, in milliseconds before a window's last, at which at most `target` of `count` is in sight. */
const mostLeft = (target: number, count: number) => Math.min(WINDOW, Math.ceil((WINDOW * (target + 1)) / count)) - 1;

/** The use of every holder: in this window, in the one before, and, from a peer whose clock is ahead, in the next. */
class Usage {
  #window = 0;
  #previous = new Counts(-1);
  #current = new Counts(0);
  #next = new Counts(1);
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Its own count in this window. */
  count(holder: string): Count {
    this.#enterWindow();
    return this.#current.of(holder);
  }

  standing(holder: string): Standing {
    const now = this.#enterWindow();
    const [previous, current] = [total(this.#previous.find(holder)), total(this.#current.find(holder))];
    return { previous, current, left: WINDOW - 1 - (now % WINDOW) };
  }

  /** A peer's own count, which only rises: what comes twice, late or out of order changes nothing. */
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

  /** All that this process has counted itself. */
  *own(): Generator<Count> {
    for (const counts of [this.#previous, this.#current]) {
      for (const count of counts) if (count.own > 0) yield count;
    }
  }

  /** Makes the window of the clock the current one; the time. */
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

/** The use of all holders in a window. */
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

  /** Forgets the holder that was seen first where there are too many: a flood of addresses buys each of them little. */
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
