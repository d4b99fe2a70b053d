import type { DBRef, Document } from 'bson';

export type BsonType =
  | 'minKey'
  | 'missing'
  | 'null'
  | 'double'
  | 'int'
  | 'long'
  | 'decimal'
  | 'string'
  | 'symbol'
  | 'object'
  | 'array'
  | 'binData'
  | 'objectId'
  | 'bool'
  | 'date'
  | 'timestamp'
  | 'regex'
  | 'javascript'
  | 'javascriptWithScope'
  | 'maxKey';

const WRAPPERS: Record<string, BsonType> = {
  Int32: 'int',
  Double: 'double',
  Long: 'long',
  Decimal128: 'decimal',
  ObjectId: 'objectId',
  Binary: 'binData',
  UUID: 'binData',
  Timestamp: 'timestamp',
  BSONRegExp: 'regex',
  BSONSymbol: 'symbol',
  DBRef: 'object',
  MinKey: 'minKey',
  MaxKey: 'maxKey',
};

/**
 * The BSON type of a value, by MongoDB's `$type` alias. A JavaScript number is an int where bson would write one (an
 * integer of 32 bits, not -0), else a double; `undefined` is a missing value.
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
  if (wrapper === 'Code') return (value as { scope?: unknown }).scope ? 'javascriptWithScope' : 'javascript';
  if (typeof wrapper === 'string') return WRAPPERS[wrapper] ?? 'object';
  if (value instanceof Date) return 'date';
  if (value instanceof RegExp) return 'regex';
  if (value instanceof Uint8Array) return 'binData';
  return 'object';
}

/** Where the types stand in MongoDB's comparison order; types of one rank compare with each other. */
const RANKS: Record<BsonType, number> = {
  minKey: -1,
  missing: 0,
  null: 5,
  double: 10,
  int: 10,
  long: 10,
  decimal: 10,
  string: 15,
  symbol: 15,
  object: 20,
  array: 25,
  binData: 30,
  objectId: 35,
  bool: 40,
  date: 45,
  timestamp: 47,
  regex: 50,
  javascript: 60,
  javascriptWithScope: 65,
  maxKey: 127,
};

export const NUMBER_RANK = RANKS.int;

export function typeRank(value: unknown): number {
  if (typeof value === 'string') return RANKS.string;
  if (typeof value === 'number') return NUMBER_RANK;
  return RANKS[bsonType(value)];
}

/** `value` as a document whose fields can be read, or undefined where it is none: scalars, arrays, BSON wrappers. */
export function asDocument(value: unknown): Document | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.getPrototypeOf(value) === Object.prototype) return value;
  if (objectType(value) !== 'object') return undefined;
  return (value as { _bsontype?: unknown })._bsontype === 'DBRef' ? referenceFields(value as DBRef) : value;
}

function referenceFields(reference: DBRef): Document {
  const head: Document = { $ref: reference.collection, $id: reference.oid };
  if (reference.db !== undefined && reference.db !== '') head.$db = reference.db;
  return { ...head, ...reference.fields };
}

/** A document's own field; names that every JavaScript object inherits (`constructor`, `__proto__`) are not fields. */
export function field(document: Document, name: string): unknown {
  const value: unknown = document[name];
  return typeof value === 'function' || value === Object.prototype ? undefined : value;
}

/** Writes a field, `__proto__` too, as a plain field. */
export function setField(document: Document, name: string, value: unknown): void {
  if (name !== '__proto__') document[name] = value;
  else Object.defineProperty(document, name, { value, enumerable: true, configurable: true, writable: true });
}

export const isInt32 = (value: number): boolean => (value | 0) === value && !Object.is(value, -0);

/** A query or update operator: the name begins with `$` and is none of a DBRef's fields. */
export const isOperator = (name: string): boolean =>
  name.startsWith('$') && name !== '$ref' && name !== '$id' && name !== '$db';

/** Whether an operand is a set of operators (`{$gt: 1}`) rather than a document to compare with. */
export function isOperatorDocument(value: unknown): value is Document {
  const document = asDocument(value);
  if (document === undefined) return false;
  for (const name in document) return isOperator(name);
  return false;
}
