import { mongo } from 'mongoose';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { AppError } from '#chassis/domain/errors.ts';
import { MAX_VERSION_BYTES } from '#proto/product/v1/contract.ts';
import type { VersionContent } from './domain/bom-version.ts';
import type { LineItem } from './domain/line-items.ts';

const { BSON } = mongo;

/** The stored lines of a version. */
export type StoredContent = Omit<VersionContent, 'id'> & { _id: string };

/**
 * Decodes the lines one by one, in time slices of 10 ms (`TimeSlices`). 2,000 lines of ten options in one step would block
 * the event loop for 250 ms.
 */
export async function readContent(bytes: Uint8Array): Promise<VersionContent> {
  const options = { fieldsAsRaw: { lineItems: true } };
  const { _id, lineItems: encoded, ...fields } = BSON.deserialize(bytes, options) as RawContent;
  const timeSlices = new TimeSlices();
  const lineItems: LineItem[] = [];
  for (const line of encoded) {
    await timeSlices.giveWay();
    lineItems.push(BSON.deserialize(line) as LineItem);
  }
  return { id: _id, ...fields, lineItems };
}

type RawContent = Omit<StoredContent, 'lineItems'> & { lineItems: Uint8Array[] };

/** The size of the stored lines in bytes. Errors: body_too_large. */
export async function checkedSize({ lineItems, ...fields }: StoredContent): Promise<number> {
  const timeSlices = new TimeSlices();
  let size = sizeOf({ ...fields, lineItems: [] });
  for (const [index, line] of lineItems.entries()) {
    await timeSlices.giveWay();
    // BSON stores the type of an array item in one byte, and its index as text with a NUL.
    size += sizeOf(line) + 2 + String(index).length;
    if (size > MAX_VERSION_BYTES) throw tooLarge();
  }
  return size;
}

const tooLarge = () =>
  new AppError('body_too_large', `The lines of a BOM version are limited to ${MAX_VERSION_BYTES} bytes`);

/** Size of the stored document in bytes. */
export const sizeOf = (document: object): number => BSON.calculateObjectSize(document);

/** The first items whose sizes add up to at most `limit`. */
export function fitting<T>(items: readonly T[], size: (item: T) => number, limit: number): T[] {
  let sum = 0;
  const end = items.findIndex((item) => {
    sum += size(item);
    return sum > limit;
  });
  return end < 0 ? [...items] : items.slice(0, end);
}
