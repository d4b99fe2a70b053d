import mongoose from 'mongoose';

/** Bytes of records in one message: it says some of them twice, and is 16 MiB at most (decisions 1: Sizes, times). */
export const MAX_MESSAGE_RECORDS = 6 * 1024 * 1024;

/** The first of `items` that are together no larger than `limit`. */
export function fitting<T>(items: readonly T[], size: (item: T) => number, limit: number): T[] {
  let sum = 0;
  const end = items.findIndex((item) => {
    sum += size(item);
    return sum > limit;
  });
  return end < 0 ? [...items] : items.slice(0, end);
}

/** Bytes of a document as it is stored. */
export const sizeOf = (document: object): number => mongoose.mongo.BSON.calculateObjectSize(document);
