import type { Binary, ObjectId } from 'bson';
import { type BsonNumber, toInteger, toNumber } from './number.ts';
import { asDocument, type BsonType, bsonType } from './value.ts';
import { spend } from './watch.ts';

/**
 * A text that is the same for two values if, and only if, MongoDB treats them as equal. Used to group and to look up
 * values. Equal numbers of different types have the same text.
 */
export function valueKey(value: unknown): string {
  spend();
  if (typeof value === 'string') return `s${value.length}:${value}`;
  return KEYS[bsonType(value)](value);
}

const KEYS: Record<BsonType, (value: unknown) => string> = {
  missing: () => 'u',
  null: () => 'z',
  int: (value) => numberKey(value as BsonNumber),
  double: (value) => numberKey(value as BsonNumber),
  long: (value) => numberKey(value as BsonNumber),
  string: valueKey,
  bool: (value) => (value ? 't' : 'f'),
  objectId: (value) => `o${(value as ObjectId).toHexString()}`,
  date: (value) => `d${(value as Date).getTime()}`,
  binData: (value) => `b${(value as Binary).sub_type}:${(value as Binary).toString('hex')};`,
  array: (value) => `[${(value as unknown[]).map(valueKey).join('')}]`,
  object: (value) => {
    const document = asDocument(value) ?? {};
    const keyOf = (name: string) => `${valueKey(name)}${valueKey(document[name])}`;
    return `{${Object.keys(document).map(keyOf).join('')}}`;
  },
};

/** The double that equals the number; if there is none, the exact digits. */
function numberKey(value: BsonNumber): string {
  const nearest = toNumber(value);
  const whole = typeof value === 'number' ? undefined : toInteger(value);
  return whole === undefined || BigInt(nearest) === whole ? `n${nearest + 0};` : `n${whole}e0;`;
}
