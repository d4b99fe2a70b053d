import type { Document } from 'bson';
import { unsupported } from './error.ts';

export type BsonType =
  | 'missing'
  | 'null'
  | 'double'
  | 'int'
  | 'long'
  | 'string'
  | 'object'
  | 'array'
  | 'binData'
  | 'objectId'
  | 'bool'
  | 'date';

const WRAPPERS: Record<string, BsonType> = {
  Int32: 'int',
  Double: 'double',
  Long: 'long',
  ObjectId: 'objectId',
  Binary: 'binData',
  UUID: 'binData',
};

/**
 * The BSON type of a value, by its name in MongoDB. A JavaScript number is an int if bson would encode it as one (an
 * integer of 32 bits, not -0), otherwise a double. `undefined` is a missing value.
 * @throws MongoError 115 for a type that no service stores (decimals, regular expressions, timestamps, code)
 */
export function bsonType(value: unknown): BsonType {
  switch (typeof value) {
    case 'number':
      return isInt32(value) ? 'int' : 'double';
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'long';
    case 'object':
      return value === null ? 'null' : objectType(value);
    default:
      return 'missing';
  }
}

function objectType(value: object): BsonType {
  if (Array.isArray(value)) return 'array';
  const wrapper = (value as { _bsontype?: unknown })._bsontype;
  if (wrapper !== undefined) {
    const type = typeof wrapper === 'string' ? WRAPPERS[wrapper] : undefined;
    if (type === undefined) throw unsupported(`the BSON type ${String(wrapper)}`);
    return type;
  }
  if (value instanceof Date) return 'date';
  return 'object';
}

/** Ranks of the types in MongoDB's comparison order. Types with the same rank are compared with each other. */
const RANKS: Record<BsonType, number> = {
  missing: 0,
  null: 5,
  double: 10,
  int: 10,
  long: 10,
  string: 15,
  object: 20,
  array: 25,
  binData: 30,
  objectId: 35,
  bool: 40,
  date: 45,
};

export const NUMBER_RANK = RANKS.int;

export function typeRank(value: unknown): number {
  if (typeof value === 'string') return RANKS.string;
  if (typeof value === 'number') return NUMBER_RANK;
  return RANKS[bsonType(value)];
}

/** The value as a document whose fields can be read; undefined for scalars, arrays and BSON wrappers. */
export function asDocument(value: unknown): Document | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.getPrototypeOf(value) === Object.prototype) return value;
  return objectType(value) === 'object' ? value : undefined;
}

/** A document's own field. Names that every JavaScript object inherits (`constructor`, `__proto__`) are not fields. */
export function field(document: Document, name: string): unknown {
  const value: unknown = document[name];
  return typeof value === 'function' || value === Object.prototype ? undefined : value;
}

/** Writes a plain field, even for the name `__proto__`. */
export function setField(document: Document, name: string, value: unknown): void {
  if (name !== '__proto__') document[name] = value;
  else Object.defineProperty(document, name, { value, enumerable: true, configurable: true, writable: true });
}

export const isInt32 = (value: number): boolean => (value | 0) === value && !Object.is(value, -0);

/** True for the name of a query or update operator. */
export const isOperator = (name: string): boolean => name.startsWith('$');

/** True if an operand is a set of operators (`{$gt: 1}`), not a document to compare with. */
export function isOperatorDocument(value: unknown): value is Document {
  const document = asDocument(value);
  if (document === undefined) return false;
  for (const name in document) return isOperator(name);
  return false;
}
