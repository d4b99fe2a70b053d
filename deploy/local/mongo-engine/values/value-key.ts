import type { Binary, BSONSymbol, Code, ObjectId, Timestamp } from 'bson';
import { regexSource } from './compare.ts';
import { compareFinite, decimalToNumber, decodeDecimal, exactDecimal } from './decimal.ts';
import { MongoError } from './error.ts';
import { type BsonNumber, toInteger, toNumber } from './number.ts';
import { asDocument, type BsonType, bsonType } from './value.ts';
import { visit } from './visits.ts';
import { spend } from './watch.ts';

/**
 * A text that two values share exactly when MongoDB holds them equal: to group, to look up, to tell apart. Numbers of
 * different types share it where their values are equal.
 */
export function valueKey(value: unknown): string {
  spend();
  if (typeof value === 'string') return `s${value.length}:${value}`;
  return KEYS[bsonType(value)](value);
}

const KEYS: Record<BsonType, (value: unknown) => string> = {
  missing: () => 'u',
  null: () => 'z',
  minKey: () => '<',
  maxKey: () => '>',
  int: (value) => numberKey(value as BsonNumber),
  double: (value) => numberKey(value as BsonNumber),
  long: (value) => numberKey(value as BsonNumber),
  decimal: (value) => numberKey(value as BsonNumber),
  string: valueKey,
  symbol: (value) => valueKey((value as BSONSymbol).value),
  bool: (value) => (value ? 't' : 'f'),
  objectId: (value) => `o${(value as ObjectId).toHexString()}`,
  date: (value) => `d${(value as Date).getTime()}`,
  timestamp: (value) => `m${(value as Timestamp).toString()};`,
  binData: binaryKey,
  regex: regexKey,
  javascript: codeKey,
  javascriptWithScope: codeKey,
  array: (value) => `[${visit((value as unknown[]).length, () => joined((value as unknown[]).map(valueKey)))}]`,
  object: (value) => {
    const document = asDocument(value) ?? {};
    const names = Object.keys(document);
    const keyOf = (name: string) => `${valueKey(name)}${valueKey(document[name])}`;
    return `{${visit(names.length, () => joined(names.map(keyOf)))}}`;
  },
};

/** Characters. No value that BSON can hold has more. */
const LONGEST = 32 * 1024 * 1024;

/** @throws MongoError 146 for what is too long */
function joined(keys: string[]): string {
  if (keys.reduce((length, key) => length + key.length, 0) > LONGEST)
    throw new MongoError(146, 'ExceededMemoryLimit', `the key of a value has more than ${LONGEST} characters`);
  return keys.join('');
}

/** By the double that equals the number, else by its exact digits. */
function numberKey(value: BsonNumber): string {
  if (typeof value === 'number') return `n${value + 0};`;
  if (bsonType(value) === 'decimal') return decimalKey(value as Parameters<typeof decodeDecimal>[0]);
  const nearest = toNumber(value);
  const whole = bsonType(value) === 'long' ? toInteger(value) : undefined;
  return whole === undefined || BigInt(nearest) === whole ? `n${nearest + 0};` : `n${whole}e0;`;
}

function decimalKey(value: Parameters<typeof decodeDecimal>[0]): string {
  const decimal = decodeDecimal(value);
  const nearest = decimalToNumber(decimal);
  if (typeof decimal === 'number') return `n${nearest};`;
  if (Number.isFinite(nearest) && compareFinite(exactDecimal(nearest), decimal) === 0) return `n${nearest + 0};`;
  let { coefficient, exponent } = decimal;
  while (exponent < 0 ? coefficient % 10n === 0n : false) {
    coefficient /= 10n;
    exponent++;
  }
  // What is left of a whole number's exponent is written out, so that a long's digits are the same text.
  return exponent > 0 ? `n${coefficient * 10n ** BigInt(exponent)}e0;` : `n${coefficient}e${exponent};`;
}

function binaryKey(value: unknown): string {
  const binary = value as Binary;
  const bytes = value instanceof Uint8Array ? value : binary.buffer.subarray(0, binary.position);
  return `b${value instanceof Uint8Array ? 0 : binary.sub_type}:${Buffer.from(bytes).toString('hex')};`;
}

function regexKey(value: unknown): string {
  const { pattern, options } = regexSource(value as RegExp);
  return `r${valueKey(pattern)}${valueKey(options)}`;
}

function codeKey(value: unknown): string {
  const { code, scope } = value as Code;
  return `c${valueKey(code)}${valueKey(scope ?? null)}`;
}
