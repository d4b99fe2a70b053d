import { isUtf8 } from 'node:buffer';

/** Encodings of files that are read. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15';

/** Bytes that windows-1252 does not assign. Text in another encoding often has one of them. */
const UNASSIGNED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** The encoding that the byte order mark of a file names; undefined without a mark. */
export function markedEncoding([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

/** The encoding of a file that does not name one: by its mark, otherwise UTF-8, and windows-1252 if it is not UTF-8. */
export const guessedEncoding = (bytes: Uint8Array): Encoding =>
  markedEncoding(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');

/**
 * Yields the text of a file in parts, one for each `size` bytes, without its byte order mark. Throws a TypeError for
 * bytes that the encoding does not have.
 */
export function* decodedParts(bytes: Uint8Array, encoding: Encoding, size: number): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    if (encoding === 'windows-1252' && part.some((byte) => UNASSIGNED.has(byte)))
      throw new TypeError('unassigned byte');
    yield decoder.decode(part, { stream: true });
  }
  yield decoder.decode();
}
