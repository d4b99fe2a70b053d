import { mongo } from 'mongoose';
import type { Patience } from '../concurrency/fair-semaphore.ts';
import { AppError } from '../domain/errors.ts';

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
    throw error instanceof mongo.MongoServerError && error.code === TIME_OVER ? tooLate(error) : error;
  });
}

/** MaxTimeMSExpired. */
const TIME_OVER = 50;
const tooLate = (cause?: Error) =>
  new AppError('deadline_exceeded', 'The records could not be read in time', cause && { cause });
