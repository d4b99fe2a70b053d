import mongoose from 'mongoose';
import { FairQueue, type WaitLimit } from '../concurrency/fair-queue.ts';
import { AppError } from '../domain/errors.ts';

/** Maximum bytes of records that a read without a turn may hold. */
export const SMALL = 256 * 1024;
/**
 * Maximum bytes of records that a read in its turn may hold. As objects and as a message they take several times as
 * much.
 */
const LARGE = 1024 * 1024;
/** Milliseconds until the deadline of a caller without one. */
const DEFAULT_DEADLINE = 8_000;
/** MongoDB's code for a read whose time is over: MaxTimeMSExpired. */
const TIME_OVER = 50;

/** Queue of large reads. Each takes tens of megabytes in this process, and some tenths of a second of its time. */
const turns = new FairQueue({
  name: 'reads.large',
  limit: 2,
  maxWaiting: 64,
  full: { message: 'Too many large records are being read; ask for fewer at a time' },
});

/**
 * Queue of large reads that continue a list. Half of such an answer may already be sent, so they are never refused, and
 * do not wait for lists that begin.
 */
const continuations = new FairQueue({ name: 'reads.continued', limit: 2 });

/** The caller of a read. */
interface Reading {
  waitLimit?: WaitLimit | undefined;
  /** True for the first read of a list; false for a read that continues it. */
  isFirst: boolean;
}

/**
 * Reads records up to `SMALL` bytes. If there are more, reads them again in the turn of `key`; while it waits, it holds
 * no records. Errors: rate_limited when too many reads wait; deadline_exceeded when the deadline passes before the
 * turn.
 */
export async function whileSmall<T>(
  key: string,
  { waitLimit, isFirst }: Reading,
  read: (budget: Budget) => Promise<T>,
): Promise<T> {
  const small = new Budget(SMALL, false);
  const found = await read(small);
  if (!small.isInVain) return found;
  const waiting = waitLimit ?? { deadline: Date.now() + DEFAULT_DEADLINE };
  return (isFirst ? turns : continuations).run(key, waiting, () => read(new Budget(LARGE, true)));
}

/**
 * The memory of a read: the bytes of its records. In a turn, one record always fits, so that every page has a record.
 */
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

  /** True if a record did not fit. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /**
   * True if a record did not fit, and the read has no turn: its result is not used, and all is read again in a turn.
   */
  get isInVain(): boolean {
    return this.#isFull && !this.#isInTurn;
  }

  /** Counts a record. Returns false if it does not fit. */
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

/** Option of a read: the maximum milliseconds that the database works on it. */
export interface TimeLimit {
  maxTimeMS?: number;
}

/**
 * Reads until the caller's deadline, if it has one. Otherwise a read without a waiting caller would keep its turn and
 * its connection. Errors: deadline_exceeded when the time is over, and the errors of `read`.
 */
export async function inTime<T>(waitLimit: WaitLimit | undefined, read: (limit: TimeLimit) => Promise<T>): Promise<T> {
  if (!waitLimit) return read({});
  const left = Math.floor(waitLimit.deadline - Date.now());
  if (left < 1) throw tooLate();
  return read({ maxTimeMS: left }).catch((error) => {
    throw error instanceof mongoose.mongo.MongoServerError && error.code === TIME_OVER ? tooLate(error) : error;
  });
}

const tooLate = (cause?: Error) =>
  new AppError('deadline_exceeded', 'The records could not be read in time', cause && { cause });
