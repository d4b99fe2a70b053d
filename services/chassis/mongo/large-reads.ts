import { FairSemaphore, type Patience } from '../concurrency/fair-semaphore.ts';

const KIBIBYTE = 1024;
/** Bytes of records that anybody reads at once, without a turn. */
const SMALL = 256 * KIBIBYTE;
/** Those that are read in a turn: as objects, and as a message, they take many times as much. */
const LARGE = 1024 * KIBIBYTE;
/** Milliseconds, for who has no deadline. */
const PATIENCE = 8_000;

/** What is read in one go takes tens of megabytes in this process, and some tenths of a second of its time. */
const turns = new FairSemaphore({
  concurrency: 2,
  limit: 64,
  refusal: 'Too many large records are being read; ask for fewer at a time',
});

/** Of lists that have begun: half of an answer may be sent by then, so none is refused, or waits for those that begin. */
const continuations = new FairSemaphore({
  concurrency: 2,
  limit: Number.POSITIVE_INFINITY,
  refusal: 'Too many large lists are being read on',
});

/** What did not fit is to be read in a turn. */
class LargeRead extends Error {}

/** Bytes that records may take together. One record always has room, so that every page leads on. */
export class Budget {
  readonly #bytes: number;
  readonly #inTurn: boolean;
  #taken = 0;
  #records = 0;
  #isFull = false;

  constructor(bytes: number, inTurn: boolean) {
    this.#bytes = bytes;
    this.#inTurn = inTurn;
  }

  /** A record had no room. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Whether there is room for a record. Throws LargeRead where more of it is to be had in a turn. */
  take(bytes: number): boolean {
    const isTooMuch = this.#taken + bytes > this.#bytes;
    if (isTooMuch && !this.#inTurn) throw new LargeRead();
    if (isTooMuch && this.#records > 0) {
      this.#isFull = true;
      return false;
    }
    this.#taken += bytes;
    this.#records += 1;
    return true;
  }

  giveBack(bytes: number): void {
    this.#taken -= bytes;
    this.#records -= 1;
  }
}

/** Who reads. */
interface Reading {
  patience?: Patience | undefined;
  /** Nothing of the list has been read before. */
  isFirst: boolean;
}

/**
 * Reads records as far as the budget goes. Where that is more than a little it is done anew, in turn by `key`: until then
 * nothing of it is held. Errors: rate_limited when too many wait, deadline_exceeded when the patience ends before the turn.
 */
export async function whileSmall<T>(
  key: string,
  { patience, isFirst }: Reading,
  read: (budget: Budget) => Promise<T>,
): Promise<T> {
  try {
    return await read(new Budget(SMALL, false));
  } catch (error) {
    if (!(error instanceof LargeRead)) throw error;
  }
  const waiting = patience ?? { deadline: Date.now() + PATIENCE };
  return (isFirst ? turns : continuations).run(key, waiting, () => read(new Budget(LARGE, true)));
}
