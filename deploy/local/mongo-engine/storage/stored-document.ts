import type { Document } from 'bson';
import { MongoError } from '../values/error.ts';
import { decode, encode, MAX_STORED_LEVELS } from './bson.ts';
import { checkElements } from './elements.ts';
import type { Decoder } from './field-decoder.ts';
import { encodeValue } from './index-key.ts';

const MAX_DOCUMENT_SIZE = 16 * 1024 * 1024;

/** A document as stored. It is decoded when it is first read. */
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

  /** The decoded document. All readers share it, so it must not be changed. */
  get document(): Document {
    this.decoded ??= decode(this.bytes);
    return this.decoded;
  }

  /** Frees the decoded objects, which take several times as much memory as the bytes. */
  rest(): void {
    this.decoded = undefined;
    this.partlyDecoded = undefined;
  }

  /** The fields that `decode` reads; the whole document if it is already decoded. Must not be changed. */
  fields(decode: Decoder): Document {
    this.partlyDecoded ??= this.decoded ?? decode(this.bytes);
    return this.partlyDecoded;
  }

  /**
   * @throws MongoError 10334 above 16 MiB, 15 for too many levels, 53 if `_id` is an array, 17280 if `_id` is too long
   */
  static of(document: Document, bytes = encode(document)): StoredDocument {
    if (bytes.length > MAX_DOCUMENT_SIZE) {
      throw new MongoError(
        10334,
        'BSONObjectTooLarge',
        `BSONObj size: ${bytes.length} is invalid, the limit is 16 MiB`,
      );
    }
    checkElements(bytes, MAX_STORED_LEVELS);
    return new StoredDocument(encodeId(document._id), bytes, document);
  }
}

function encodeId(id: unknown): Buffer {
  if (Array.isArray(id)) throw new MongoError(53, 'InvalidIdField', "The '_id' value cannot be of type array");
  const key = encodeValue(id);
  if (key.length > 1900) throw new MongoError(17280, 'KeyTooLong', `_id of ${key.length} bytes is too large`);
  return key;
}
