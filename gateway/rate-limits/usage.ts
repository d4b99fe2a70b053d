/** Milliseconds of a window. Windows are aligned to the clock, so that all gateways speak of the same ones. */
export const WINDOW = 60_000;

/** Requests of one holder in one window. */
export interface Count {
  readonly holder: string;
  readonly window: number;
  /** Accepted by this process; of those, how many every other gateway is known to have heard of. */
  own: number;
  confirmed: number;
  /** Accepted by the other gateways, as far as they have told. */
  others: number;
  byPeer?: Map<string, number>;
}

/** Accepted in the window before and in this one, of which `left` milliseconds follow this one. */
export interface Standing {
  previous: number;
  current: number;
  left: number;
}

/** Holders that are remembered at most: accounts have proven who they are, addresses are whatever a flood sends. */
const MAX_ACCOUNTS = 100_000;
const MAX_ADDRESSES = 20_000;

export const addressHolder = (address: string) => `address ${address}`;
/** An address, as far as credentials from there were refused. */
export const refusalHolder = (address: string) => addressHolder(`${address} refused`);
const isAddress = (holder: string) => holder.startsWith('address ');

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

/** What every holder has used: in this window, in the one before, and, by a peer whose clock is ahead, in the next. */
export class Usage {
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
    this.#turn();
    return this.#current.of(holder);
  }

  standing(holder: string): Standing {
    const now = this.#turn();
    const [previous, current] = [total(this.#previous.find(holder)), total(this.#current.find(holder))];
    return { previous, current, left: WINDOW - 1 - (now % WINDOW) };
  }

  /** A peer's own count, which only rises: what comes twice, late or out of order changes nothing. */
  learn(peer: string, window: number, holder: string, own: number): void {
    this.#turn();
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
  #turn(): number {
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
