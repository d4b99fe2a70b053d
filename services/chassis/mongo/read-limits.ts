import mongoose from 'mongoose';
import { FairQueue, type Patience } from '../concurrency/fair-queue.ts';
import { AppError } from '../domain/errors.ts';

/** Bytes of records that anybody reads at once, without a turn. */
export const SMALL = 256 * 1024;
/** Bytes of records of a read that has a turn: as objects, and as a message, they take many times as much. */
const LARGE = 1024 * 1024;
/** Milliseconds, for who has no deadline. */
const PATIENCE = 8_000;
/** MongoDB's code for a read whose time is over: MaxTimeMSExpired. */
const TIME_OVER = 50;

/** A large read takes tens of megabytes in this process, and some tenths of a second of its time. */
const turns = new FairQueue({
  name: 'reads.large',
  limit: 2,
  maxWaiting: 64,
  full: { message: 'Too many large records are being read; ask for fewer at a time' },
});

/**
 * Turns of lists that have begun. Half of such an answer may be sent by then, so it is never refused, and does not wait
 * for lists that begin.
 */
const continuations = new FairQueue({ name: 'reads.continued', limit: 2 });

/** The reader of a read. */
interface Reading {
  patience?: Patience | undefined;
  /** Nothing of the list has been read before. */
  isFirst: boolean;
}

/**
 * Reads records as far as the budget goes. Where they are more than a little, they are read anew in turn by `key`; nothing
 * of them is held while the turn is waited for. Errors: rate_limited when too many wait, deadline_exceeded when the patience
 * ends before the turn.
 */
export async function whileSmall<T>(
  key: string,
  { patience, isFirst }: Reading,
  read: (budget: Budget) => Promise<T>,
): Promise<T> {
  const small = new Budget(SMALL, false);
  const found = await read(small);
  if (!small.isInVain) return found;
  const waiting = patience ?? { deadline: Date.now() + PATIENCE };
  return (isFirst ? turns : continuations).run(key, waiting, () => read(new Budget(LARGE, true)));
}

/** Bytes that records may take together. In a turn one record always has room, so that every page leads on. */
export class Budget {
  readonly #bytes: number;
  readonly #isInTurn: boolean;
  #taken = 0;
  #records = 0;
  #isFull = false;

  constructor(bytes: number, isInTurn: boolean) {
    this.#bytes = bytes;
    this.#isInTurn = isInTurn;
  }

  /** A record had no room. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** There was no turn, and no room: all is read anew, and nothing of this reading is of use. */
  get isInVain(): boolean {
    return this.#isFull && !this.#isInTurn;
  }

  /** Counts a record. False where there is no room for it. */
  reserve(bytes: number): boolean {
    const isFirst = this.#records === 0;
    if (this.#taken + bytes > this.#bytes && !(this.#isInTurn && isFirst)) {
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

/** Options of a read: how long the database may work at it. */
export interface TimeLimit {
  maxTimeMS?: number;
}

/**
 * Reads for as long as the caller waits, if that is known: a read that nobody waits for any more would keep its turn and its
 * connection. Errors: deadline_exceeded when the time is over, and what `read` throws.
 */
export async function inTime<T>(patience: Patience | undefined, read: (limit: TimeLimit) => Promise<T>): Promise<T> {
  if (!patience) return read({});
  const left = Math.floor(patience.deadline - Date.now());
  if (left < 1) throw tooLate();
  return read({ maxTimeMS: left }).catch((error) => {
    throw error instanceof mongoose.mongo.MongoServerError && error.code === TIME_OVER ? tooLate(error) : error;
  });
}

const tooLate = (cause?: Error) =>
  new AppError('deadline_exceeded', 'The records could not be read in time', cause && { cause });
