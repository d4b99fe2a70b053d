import { type DeserializeOptions, type Document, deserialize, serialize } from 'bson';
import { MongoError } from '../values/error.ts';
import { bsonType } from '../values/value.ts';
import { hasNumericNames, markNames, unmarkNames } from './numeric-names.ts';

/** Every BSON type keeps its wrapper, so that a document that is read and written again keeps its types. */
const FAITHFUL: DeserializeOptions = { promoteValues: false, promoteLongs: false, bsonRegExp: true };

/** @throws MongoError 22 when the bytes are not one well-formed document */
export function decode(bytes: Uint8Array): Document {
  try {
    const document = deserialize(bytes, FAITHFUL);
    return hasNumericNames(bytes) ? deserialize(markNames(bytes), FAITHFUL) : document;
  } catch (error) {
    throw new MongoError(22, 'InvalidBSON', error instanceof Error ? error.message : 'malformed document');
  }
}

export function encode(document: Document): Buffer {
  const bytes = serialize(document, { ignoreUndefined: false });
  return unmarkNames(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** The number behind a BSON or JavaScript number, undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
  switch (bsonType(value)) {
    case 'int':
    case 'double':
    case 'long':
    case 'decimal':
      return Number(value);
    default:
      return undefined;
  }
}

/** MongoDB's idea of a true option: a boolean, or a number other than zero. */
export function toBoolean(value: unknown): boolean {
  return value === true || (toNumber(value) ?? 0) !== 0;
}
