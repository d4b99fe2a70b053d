import { encodeValue, typeByte } from '../storage/index-key.ts';
import { type BsonType, bsonType } from '../values/value.ts';
import type { Condition } from './conditions.ts';

/**
 * The values of one field for which an index must be read, as ascending bytes. For a single value, `low` and `high` are
 * equal.
 */
export interface Interval {
  low: Buffer;
  lowInclusive: boolean;
  high: Buffer;
  highInclusive: boolean;
}

const MAX_POINTS = 1000;
const NUMBERS: ReadonlySet<BsonType> = new Set(['int', 'long', 'double']);
const ORDERED: ReadonlySet<BsonType> = new Set([...NUMBERS, 'string', 'date', 'objectId', 'bool', 'binData']);

/**
 * An interval for each value of an equality, in order; undefined if the condition is no equality that an index can
 * answer.
 */
export function pointsOf({ operator, operand }: Condition): Interval[] | undefined {
  if (operator === '$eq') return isPoint(operand) ? [point(encodeValue(operand))] : undefined;
  if (operator !== '$in' || !Array.isArray(operand) || operand.length > MAX_POINTS) return undefined;
  if (!operand.every(isPoint)) return undefined;
  const keys = operand.map((value) => encodeValue(value)).sort(Buffer.compare);
  return keys.filter((key, i) => i === 0 || !key.equals(keys[i - 1] as Buffer)).map(point);
}

/** False for an array, because it equals more than its own index key. */
function isPoint(value: unknown): boolean {
  const type = bsonType(value);
  return type !== 'array' && type !== 'missing';
}

const point = (key: Buffer): Interval => ({ low: key, lowInclusive: true, high: key, highInclusive: true });

/** The interval of a comparison, which only matches values of the operand's type; undefined for other conditions. */
export function rangeOf({ operator, operand }: Condition): Interval | undefined {
  const type = bsonType(operand);
  const isNumber = NUMBERS.has(type);
  if (!ORDERED.has(type) || (isNumber && Number.isNaN(Number(operand)))) return undefined;
  const key = encodeValue(operand);
  // In the index, NaN is below all numbers, but it is not less than any number.
  const low = isNumber ? encodeValue(Number.NEGATIVE_INFINITY) : Buffer.of(typeByte(operand));
  const high = Buffer.of(typeByte(operand) + 1);
  switch (operator) {
    case '$gt':
      return { low: key, lowInclusive: false, high, highInclusive: false };
    case '$gte':
      return { low: key, lowInclusive: true, high, highInclusive: false };
    case '$lt':
      return { low, lowInclusive: true, high: key, highInclusive: false };
    case '$lte':
      return { low, lowInclusive: true, high: key, highInclusive: true };
    default:
      return undefined;
  }
}

/** The values that both intervals contain. If there are none, the key range is empty. */
export function intersect(a: Interval, b: Interval): Interval {
  const lows = Buffer.compare(a.low, b.low) || Number(b.lowInclusive) - Number(a.lowInclusive);
  const highs = Buffer.compare(a.high, b.high) || Number(a.highInclusive) - Number(b.highInclusive);
  const lower = lows >= 0 && !(lows === 0 && !b.lowInclusive) ? a : b;
  const upper = highs <= 0 ? a : b;
  return { low: lower.low, lowInclusive: lower.lowInclusive, high: upper.high, highInclusive: upper.highInclusive };
}

/** The smallest interval that contains both. */
export function hull(a: Interval, b: Interval): Interval {
  const lows = Buffer.compare(a.low, b.low) || Number(b.lowInclusive) - Number(a.lowInclusive);
  const highs = Buffer.compare(a.high, b.high) || Number(a.highInclusive) - Number(b.highInclusive);
  const [lower, upper] = [lows <= 0 ? a : b, highs >= 0 ? a : b];
  return { low: lower.low, lowInclusive: lower.lowInclusive, high: upper.high, highInclusive: upper.highInclusive };
}

/** Above everything that may follow a key. */
export const AFTER = Buffer.of(0xff);

/** The keys that begin with `prefix` and continue with a value of the interval, in the field's direction. */
export function keyRange(prefix: Buffer, interval: Interval, descending: boolean): { start: Buffer; end: Buffer } {
  const { low, lowInclusive, high, highInclusive } = interval;
  if (!descending) {
    return {
      start: Buffer.concat(lowInclusive ? [prefix, low] : [prefix, low, AFTER]),
      end: Buffer.concat(highInclusive ? [prefix, high, AFTER] : [prefix, high]),
    };
  }
  return {
    start: Buffer.concat(highInclusive ? [prefix, inverted(high)] : [prefix, inverted(high), AFTER]),
    end: Buffer.concat(lowInclusive ? [prefix, ...invertedLow(low)] : [prefix, inverted(low)]),
  };
}

/** A type byte alone is the start of every value of the type. Its next byte may be any byte. */
function invertedLow(low: Buffer): Buffer[] {
  if (low.length === 1) return [Buffer.of((~(low[0] as number) & 0xff) + 1)];
  return [inverted(low), AFTER];
}

export function inverted(key: Buffer): Buffer {
  const copy = Buffer.from(key);
  for (let i = 0; i < copy.length; i++) copy[i] = ~(copy[i] as number);
  return copy;
}
