import { unsupported } from '../values/error.ts';
import { endOfName, endOfValue } from './numeric-names.ts';

const DOCUMENT = 3;
const ARRAY = 4;
const DATE = 9;
/** Milliseconds from 1970 at which JavaScript's dates end; BSON's go on. */
const MAX_DATE = 8_640_000_000_000_000;

/** Refuses what would become another date in memory. The bytes are well formed. @throws MongoError 115 */
export function refuseFarDates(bytes: Buffer, start = 0): void {
  for (let at = start + 4; bytes[at] !== 0; ) {
    const type = bytes[at] as number;
    const value = endOfName(bytes, at + 1) + 1;
    if (type === DATE && Math.abs(millisecondsAt(bytes, value)) > MAX_DATE)
      throw unsupported('a date more than 100,000,000 days from 1970');
    if (type === DOCUMENT || type === ARRAY) refuseFarDates(bytes, value);
    at = endOfValue(bytes, type, value);
  }
}

/** Exact as far as it matters: a bigint for every date would cost more than the rest. */
const millisecondsAt = (bytes: Buffer, at: number): number =>
  bytes.readInt32LE(at + 4) * 2 ** 32 + bytes.readUInt32LE(at);
