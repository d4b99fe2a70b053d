import { AppError } from '#chassis/errors.ts';

export interface ByteBudgetOptions {
  /** Bytes that all holders may have at once. */
  total: number;
  /** Bytes that one of them may have; as many as any asks for at once, or more. */
  share: number;
  /** Milliseconds that one waits at most. */
  patience?: number;
}

interface Waiting {
  holder: string;
  bytes: number;
  take: () => void;
}

/** Gives the bytes back; to be called once. */
export type Release = () => void;

const PATIENCE = 5_000;
/** Of one holder; those that come after them are refused at once. */
const MAX_WAITING = 50;

/** Memory that is shared in the order of asking. Who has its share already waits for itself, and holds up nobody else. */
export class ByteBudget {
  readonly #share: number;
  readonly #patience: number;
  readonly #held = new Map<string, number>();
  #waiting: Waiting[] = [];
  #free: number;

  constructor({ total, share, patience = PATIENCE }: ByteBudgetOptions) {
    this.#free = total;
    this.#share = share;
    this.#patience = patience;
  }

  /** Errors: upstream_unavailable when it would take too long. */
  async reserve(holder: string, bytes: number): Promise<Release> {
    if (this.#waiting.length === 0 && bytes <= this.#left(holder)) this.#change(holder, bytes);
    else await this.#turn(holder, bytes);
    return () => {
      this.#change(holder, -bytes);
      this.#admit();
    };
  }

  /** Bytes that `holder` could have now. */
  #left(holder: string): number {
    return Math.min(this.#free, this.#share - this.#heldBy(holder));
  }

  async #turn(holder: string, bytes: number): Promise<void> {
    const ahead = this.#waiting.filter((waiting) => waiting.holder === holder).length;
    if (ahead >= MAX_WAITING) throw exhausted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#leave(waiting);
      reject(exhausted());
    }, this.#patience);
    const waiting: Waiting = {
      holder,
      bytes,
      take: () => {
        clearTimeout(timer);
        this.#change(holder, bytes);
        resolve();
      },
    };
    this.#waiting.push(waiting);
    this.#admit();
    await promise;
  }

  #leave(gone: Waiting): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting !== gone);
    this.#admit();
  }

  /** Whoever waits for all to have less holds up those behind: else a large body would never get its turn. */
  #admit(): void {
    const still: Waiting[] = [];
    let blocked = false;
    for (const waiting of this.#waiting) {
      const hasItsShare = this.#heldBy(waiting.holder) + waiting.bytes > this.#share;
      if (!hasItsShare && waiting.bytes > this.#free) blocked = true;
      if (hasItsShare || blocked) still.push(waiting);
      else waiting.take();
    }
    this.#waiting = still;
  }

  #heldBy(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }

  #change(holder: string, bytes: number): void {
    this.#free -= bytes;
    const held = this.#heldBy(holder) + bytes;
    if (held > 0) this.#held.set(holder, held);
    else this.#held.delete(holder);
  }
}

const exhausted = () =>
  new AppError('upstream_unavailable', 'The gateway is reading as many request bodies as it can', { retryAfter: 5 });
