import { type DeserializeOptions, type Document, deserialize, serialize } from 'bson';
import { MongoError } from '../values/error.ts';
import { bsonType } from '../values/value.ts';
import { checkElements, tooDeep } from './elements.ts';

/** Every BSON type keeps its wrapper, so that a document that is read and written again keeps its types. */
const FAITHFUL: DeserializeOptions = { promoteValues: false, promoteLongs: false, bsonRegExp: true };

/** MongoDB's levels of documents within documents, in a message. */
const MAX_LEVELS = 200;
/** The same of what is stored. */
export const MAX_STORED_LEVELS = 180;
/** MongoDB: BSONObjMaxInternalSize, of commands and statements: a document, and what is said with it. */
export const MAX_SIZE = 16 * 1024 * 1024 + 16 * 1024;

/** @throws MongoError 22 when the bytes are not one well-formed document, 15 for too many levels */
export function decode(bytes: Uint8Array): Document {
  try {
    return deserialize(bytes, FAITHFUL);
  } catch (error) {
    if (error instanceof MongoError) throw error;
    if (isOutOfRange(error)) throw tooDeep();
    throw new MongoError(22, 'InvalidBSON', error instanceof Error ? error.message : 'malformed document');
  }
}

/** The same of bytes that a client has sent. @throws MongoError 115 for what the engine cannot keep */
export function decodeReceived(bytes: Uint8Array): Document {
  const document = decode(bytes);
  checkElements(bytes, MAX_LEVELS);
  return document;
}

/** @throws MongoError 10334 for a document that no message can hold */
export function encode(document: Document): Buffer {
  const bytes = serialized(document);
  if (bytes.length > MAX_SIZE) throw tooLarge();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function serialized(document: Document): Uint8Array {
  try {
    return serialize(document, { ignoreUndefined: false });
  } catch (error) {
    // The document does not fit into bson's buffer, or has more levels than the stack.
    if (!isOutOfRange(error)) throw error;
    throw error.message.includes('call stack') ? tooDeep() : tooLarge();
  }
}

const isOutOfRange = (error: unknown): error is Error => (error as Error).name === 'RangeError';

export const tooLarge = (): MongoError =>
  new MongoError(10334, 'BSONObjectTooLarge', `BSONObj size is invalid. Size must be between 0 and ${MAX_SIZE}(16MB)`);

/** The number behind a BSON or JavaScript number, undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
  switch (bsonType(value)) {
    case 'int':
    case 'double':
    case 'long':
      return Number(value);
    default:
      return undefined;
  }
}

/** MongoDB's idea of a true option: a boolean, or a number other than zero. */
export function toBoolean(value: unknown): boolean {
  return value === true || (toNumber(value) ?? 0) !== 0;
}
