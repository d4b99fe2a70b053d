import type { Document } from 'bson';
import { encode } from '../storage/bson.ts';
import { REPLY_PREFIX_SIZE } from './wire.ts';

const DOCUMENT = 3;
const ARRAY = 4;
const INT64 = 18;
const DOUBLE = 1;
const STRING = 2;

/** A batch of a cursor. Its documents are stored bytes, which are sent without decoding. */
export class CursorBatch {
  readonly field: 'firstBatch' | 'nextBatch';
  readonly documents: Uint8Array[];
  readonly cursorId: bigint;
  readonly ns: string;

  constructor(field: 'firstBatch' | 'nextBatch', documents: Uint8Array[], cursorId: bigint, ns: string) {
    this.field = field;
    this.documents = documents;
    this.cursorId = cursorId;
    this.ns = ns;
  }

  /** Encodes `{cursor: {<field>: [...], id, ns}, ok: 1, …more}`, with room for the reply's prefix in front. */
  encode(more: Document = {}): Buffer {
    const rest = encode(more).subarray(4);
    const nsBytes = Buffer.byteLength(this.ns);
    const arraySize = this.arraySize();
    const cursorSize = 4 + (1 + this.field.length + 1) + arraySize + (1 + 3 + 8) + (1 + 3 + 4 + nsBytes + 1) + 1;
    const size = 4 + (1 + 7) + cursorSize + (1 + 3 + 8) + rest.length;
    const out = Buffer.allocUnsafe(REPLY_PREFIX_SIZE + size);
    let at = out.writeInt32LE(size, REPLY_PREFIX_SIZE);
    at = writeName(out, at, DOCUMENT, 'cursor');
    at = out.writeInt32LE(cursorSize, at);
    at = this.writeArray(out, writeName(out, at, ARRAY, this.field), arraySize);
    at = out.writeBigInt64LE(this.cursorId, writeName(out, at, INT64, 'id'));
    at = out.writeInt32LE(nsBytes + 1, writeName(out, at, STRING, 'ns'));
    at += out.write(this.ns, at);
    out[at++] = 0;
    out[at++] = 0;
    at = out.writeDoubleLE(1, writeName(out, at, DOUBLE, 'ok'));
    out.set(rest, at);
    return out;
  }

  private arraySize(): number {
    let size = 5;
    this.documents.forEach((document, i) => {
      size += 2 + digits(i) + document.length;
    });
    return size;
  }

  private writeArray(out: Buffer, start: number, size: number): number {
    let at = out.writeInt32LE(size, start);
    this.documents.forEach((document, i) => {
      at = writeName(out, at, DOCUMENT, String(i));
      out.set(document, at);
      at += document.length;
    });
    out[at++] = 0;
    return at;
  }
}

function writeName(out: Buffer, at: number, type: number, name: string): number {
  out[at] = type;
  const end = at + 1 + out.write(name, at + 1, 'latin1');
  out[end] = 0;
  return end + 1;
}

const digits = (n: number) => (n < 10 ? 1 : n < 100 ? 2 : n < 1000 ? 3 : String(n).length);
