import { getHeapStatistics } from 'node:v8';
import type { Document } from 'bson';
import { MongoError } from '../values/error.ts';
import { asDocument, isOperator } from '../values/value.ts';
import { decode, encode, LARGE, MAX_STORED_LEVELS } from './bson.ts';
import type { Decoder } from './field-decoder.ts';
import { encodeValue } from './index-key.ts';
import { hasMarkedNames } from './numeric-names.ts';
import { sizeInMemory } from './size-in-memory.ts';

const MAX_DOCUMENT_SIZE = 16 * 1024 * 1024;
/** Bytes that a document takes when it is decoded: some 650,000 numbers with names, or 1.8 million in an array. */
const MAX_DECODED = Math.floor(getHeapStatistics().heap_size_limit * 0.3);
/** A document takes 5 bytes beside its fields, and a field 2 beside its name and value. */
const BYTES_OF_LEVEL = 7;

/** A document as it lies in the store; it is decoded when somebody looks into it. */
export class StoredDocument {
  /** The encoded `_id`. */
  readonly id: Buffer;
  readonly bytes: Buffer;
  private decoded: Document | undefined;
  private partlyDecoded: Document | undefined;

  constructor(id: Buffer, bytes: Buffer, decoded?: Document) {
    this.id = id;
    this.bytes = bytes;
    this.decoded = decoded;
  }

  /** Shared by all readers: not to be changed. */
  get document(): Document {
    this.decoded ??= decode(this.bytes);
    return this.decoded;
  }

  /** Keeps the bytes alone, of which objects take several times as much. */
  rest(): void {
    this.decoded = undefined;
    this.partlyDecoded = undefined;
  }

  /** What `decode`, the same at every call, makes of it, unless it is decoded whole anyway. Not to be changed. */
  fields(decode: Decoder): Document {
    this.partlyDecoded ??= this.decoded ?? decode(this.bytes);
    return this.partlyDecoded;
  }

  /** @throws MongoError 10334 above 16 MiB, 15 for too many levels, 53 for an `_id` that is an array or a regular expression */
  static of(document: Document, bytes = encode(document)): StoredDocument {
    if (bytes.length > MAX_DOCUMENT_SIZE) {
      throw new MongoError(
        10334,
        'BSONObjectTooLarge',
        `BSONObj size: ${bytes.length} is invalid, the limit is 16 MiB`,
      );
    }
    if (bytes.length > LARGE) refuseManyValues(bytes);
    if (bytes.length > MAX_STORED_LEVELS * BYTES_OF_LEVEL) hasMarkedNames(bytes, MAX_STORED_LEVELS);
    return new StoredDocument(encodeId(document._id), bytes, document);
  }
}

/** What is stored can be decoded, looked into and changed where nobody else keeps much. */
function refuseManyValues(bytes: Buffer): void {
  const size = sizeInMemory(bytes);
  if (size <= MAX_DECODED) return;
  const words = `the document has too many values: they take ${size} bytes in memory, the limit is ${MAX_DECODED}`;
  throw new MongoError(10334, 'BSONObjectTooLarge', words);
}

/** As MongoDB's storage does, in an `_id` and however deep in it. */
function refuseOperators(value: unknown): void {
  for (const [name, inner] of Object.entries(asDocument(value) ?? (Array.isArray(value) ? value : {}))) {
    if (isOperator(name)) {
      throw new MongoError(
        52,
        'DollarPrefixedFieldName',
        `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`,
      );
    }
    refuseOperators(inner);
  }
}

function encodeId(id: unknown): Buffer {
  if (Array.isArray(id) || id instanceof RegExp || (id as { _bsontype?: string })?._bsontype === 'BSONRegExp') {
    throw new MongoError(53, 'InvalidIdField', "The '_id' value cannot be an array or a regular expression");
  }
  refuseOperators(id);
  const key = encodeValue(id);
  if (key.length > 1900) throw new MongoError(17280, 'KeyTooLong', `_id of ${key.length} bytes is too large`);
  return key;
}
