import { type DeserializeOptions, type Document, deserialize, serialize } from 'bson';
import { MongoError } from '../values/error.ts';
import { isNumber } from '../values/number.ts';
import { checkElements, tooDeep } from './elements.ts';

/** Every BSON value stays in its wrapper, so that a document that is read and written again keeps its types. */
const FAITHFUL: DeserializeOptions = { promoteValues: false, promoteLongs: false, bsonRegExp: true };

/** Maximum nesting levels of a document in a message, as in MongoDB. */
const MAX_LEVELS = 200;
/** Maximum nesting levels of a stored document. */
export const MAX_STORED_LEVELS = 180;
/** Maximum bytes of a command or statement: a document and the fields around it (MongoDB: BSONObjMaxInternalSize). */
export const MAX_SIZE = 16 * 1024 * 1024 + 16 * 1024;

/** @throws MongoError 22 if the bytes are not one well-formed document, 15 if it has too many levels */
export function decode(bytes: Uint8Array): Document {
  try {
    return deserialize(bytes, FAITHFUL);
  } catch (error) {
    if (error instanceof MongoError) throw error;
    if (isOutOfRange(error)) throw tooDeep();
    throw new MongoError(22, 'InvalidBSON', error instanceof Error ? error.message : 'malformed document');
  }
}

/**
 * Decodes bytes that a client has sent. @throws MongoError as `decode` does, and 115 for a value that the engine cannot
 * store
 */
export function decodeReceived(bytes: Uint8Array): Document {
  const document = decode(bytes);
  checkElements(bytes, MAX_LEVELS);
  return document;
}

/** @throws MongoError 10334 if the document is larger than a message may be, 15 if it has too many levels */
export function encode(document: Document): Buffer {
  const bytes = serialized(document);
  if (bytes.length > MAX_SIZE) throw tooLarge();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function serialized(document: Document): Uint8Array {
  try {
    return serialize(document, { ignoreUndefined: false });
  } catch (error) {
    // The document does not fit into bson's buffer, or has too many levels for the stack.
    if (!isOutOfRange(error)) throw error;
    throw error.message.includes('call stack') ? tooDeep() : tooLarge();
  }
}

const isOutOfRange = (error: unknown): error is Error => (error as Error).name === 'RangeError';

export const tooLarge = (): MongoError =>
  new MongoError(10334, 'BSONObjectTooLarge', `BSONObj size is invalid. Size must be between 0 and ${MAX_SIZE}(16MB)`);

/** The value of a BSON or JavaScript number; undefined for all other values. */
export const toNumber = (value: unknown): number | undefined => (isNumber(value) ? Number(value) : undefined);

/** True for the values of an option that MongoDB takes as true: `true`, and numbers other than zero. */
export function toBoolean(value: unknown): boolean {
  return value === true || (toNumber(value) ?? 0) !== 0;
}
