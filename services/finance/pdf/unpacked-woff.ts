import { inflateSync } from 'node:zlib';

const SIGNATURE = 0x774f4646;
/** Sizes in bytes of the file header and of a table entry, in both formats. */
const PACKED = { header: 44, entry: 20 };
const PLAIN = { header: 12, entry: 16 };

/**
 * The OpenType font of a WOFF 1.0 file (W3C Recommendation, 2012). It is unpacked once, because the PDF library would
 * unpack the tables again for each document.
 */
export function unpackedWoff(file: Buffer): Buffer {
  if (file.readUInt32BE(0) !== SIGNATURE) throw new Error('It is no WOFF 1.0 font');
  const count = file.readUInt16BE(12);
  const head = Buffer.alloc(PLAIN.header + count * PLAIN.entry);
  file.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts: Uint8Array[] = [head];
  let end = head.length;
  for (let at = 0; at < count; at++) {
    const entry = PACKED.header + at * PACKED.entry;
    const table = tableAt(file, entry);
    const place = PLAIN.header + at * PLAIN.entry;
    file.copy(head, place, entry, entry + 4);
    file.copy(head, place + 4, entry + 16, entry + 20);
    head.writeUInt32BE(end, place + 8);
    head.writeUInt32BE(table.length, place + 12);
    // Tables begin at multiples of four bytes.
    const padding = -table.length & 3;
    parts.push(table, Buffer.alloc(padding));
    end += table.length + padding;
  }
  return Buffer.concat(parts);
}

function tableAt(file: Buffer, entry: number): Buffer {
  const [offset, packed, length] = [4, 8, 12].map((at) => file.readUInt32BE(entry + at)) as [number, number, number];
  const bytes = file.subarray(offset, offset + packed);
  return packed < length ? inflateSync(bytes) : bytes;
}
