import { createHash } from 'node:crypto';
import type { Binary, Document, ObjectId } from 'bson';
import { asDocument, type BsonType, bsonType } from '../values/value.ts';
import { writeNumber } from './index-key-number.ts';
import { KeyWriter, TEXT_END } from './key-writer.ts';

/**
 * The first byte of a value, by type, in MongoDB's comparison order. The bytes are at least two apart, and between 0x02
 * and 0xfd. So `byte - 1` and `byte + 1` bound a type, also in inverted keys, and 0xff is above every value that may
 * follow.
 */
const TYPE_BYTES: Record<BsonType, number> = {
  missing: 0x0c,
  null: 0x10,
  double: 0x18,
  int: 0x18,
  long: 0x18,
  string: 0x20,
  object: 0x28,
  array: 0x30,
  binData: 0x38,
  objectId: 0x40,
  bool: 0x48,
  date: 0x50,
};

/** Ends a document or an array. It is below every type byte, so that the shorter one sorts first. */
const END = 0x01;

export const typeByte = (value: unknown): number => TYPE_BYTES[bsonType(value)];

/**
 * Writes a value so that the order of the bytes is MongoDB's order. The bytes of a value are never the start of another
 * value's bytes.
 */
export function writeValue(out: KeyWriter, value: unknown): void {
  const type = bsonType(value);
  out.byte(TYPE_BYTES[type]);
  writePayload(out, type, value);
}

function writePayload(out: KeyWriter, type: BsonType, value: unknown): void {
  switch (type) {
    case 'int':
    case 'double':
    case 'long':
      writeNumber(out, value);
      break;
    case 'string':
      out.text(value as string);
      break;
    case 'objectId':
      out.bytes((value as ObjectId).id);
      break;
    case 'bool':
      out.byte(value ? 1 : 0);
      break;
    case 'date':
      out.uint64(BigInt.asUintN(64, BigInt((value as Date).getTime()) + (1n << 63n)));
      break;
    case 'object':
      writeDocument(out, asDocument(value) ?? {});
      break;
    case 'array':
      writeArray(out, value as unknown[]);
      break;
    case 'binData':
      writeBinary(out, value as Binary);
      break;
    default:
      break;
  }
}

/** Writes each field as type, name and value: the order in which MongoDB compares them. */
function writeDocument(out: KeyWriter, document: Document): void {
  for (const name of Object.keys(document)) {
    const value: unknown = document[name];
    const type = bsonType(value);
    out.byte(TYPE_BYTES[type]);
    out.text(name);
    writePayload(out, type, value);
  }
  out.byte(END);
}

function writeArray(out: KeyWriter, array: unknown[]): void {
  for (const element of array) writeValue(out, element);
  out.byte(END);
}

function writeBinary(out: KeyWriter, value: Binary): void {
  out.uint32(value.length());
  out.byte(value.sub_type);
  out.bytes(value.value());
}

const scratch = new KeyWriter();

/** The bytes of one value; inverted for a descending index field. */
export function encodeValue(value: unknown, descending = false): Buffer {
  writeValue(scratch, value);
  if (descending) scratch.invert(0);
  return scratch.take();
}

/**
 * The key of an entry: `ident`, the values in the index's directions, and `suffix` (never inverted) with its length.
 */
export function entryKey(ident: number, values: unknown[], directions: readonly number[], suffix?: Uint8Array): Buffer {
  scratch.uint32(ident);
  values.forEach((value, i) => {
    const start = scratch.size;
    writeValue(scratch, value);
    if (directions[i] === -1) scratch.invert(start);
  });
  if (suffix) {
    scratch.bytes(suffix);
    scratch.uint16(suffix.length);
  }
  return scratch.take();
}

/** Bytes that remain of a key that is too long for the store. */
export const KEPT = 900;

/**
 * Shortens a key that is too long for the store to its first bytes and a hash of the whole key. Equal results mean
 * equal keys.
 */
export const shortened = (key: Buffer): Buffer =>
  Buffer.concat([key.subarray(0, KEPT), createHash('sha256').update(key).digest()]);

export function withSuffix(key: Buffer, suffix: Uint8Array | undefined): Buffer {
  if (!suffix) return key;
  return Buffer.concat([key, suffix, Buffer.of(suffix.length >> 8, suffix.length & 0xff)]);
}

/** The string in the key at `start`; undefined for other types, and for a string that contains NUL. */
export function textAt(key: Buffer, start: number): string | undefined {
  if (key[start] !== TYPE_BYTES.string) return undefined;
  const end = key.indexOf(0, start + 1);
  return key[end + 1] === TEXT_END ? key.toString('utf8', start + 1, end) : undefined;
}

/** The id's bytes at the end of an entry of a non-unique index. */
export function idOfEntry(key: Buffer): Buffer {
  const end = key.length - 2;
  return key.subarray(end - key.readUInt16BE(end), end);
}
