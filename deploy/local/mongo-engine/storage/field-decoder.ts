import type { Document } from 'bson';
import { decode } from './bson.ts';
import { endOfName, endOfValue } from './elements.ts';

/** Decodes a document, or only the fields of it that a query reads. */
export type Decoder = (bytes: Buffer) => Document;

/** Maximum number of names that each field is compared with. For more names, the whole document is decoded. */
export const MOST_NAMES = 16;

/** The decoder for a filter and a sort. It skips the fields that they do not read. */
export function decoderFor(filter: Document, sort: Document = {}): Decoder {
  const names = new Set(Object.keys(sort).map(rootOf));
  return addFieldsOfFilter(filter, names) && names.size <= MOST_NAMES ? fieldDecoder([...names]) : decode;
}

/** Adds the names of the fields that a filter reads. @returns false if they cannot be found out */
function addFieldsOfFilter(filter: Document, names: Set<string>): boolean {
  return Object.keys(filter).every((path) => {
    if (!path.startsWith('$')) return names.add(rootOf(path));
    const branches: unknown = filter[path];
    if (path !== '$and' && path !== '$or') return false;
    return Array.isArray(branches) && branches.every((branch) => addFieldsOfFilter(branch as Document, names));
  });
}

/** The top-level field of a path. */
const rootOf = (path: string): string => path.split('.', 1)[0] as string;

/** Decodes the named fields of a document. The document must be well formed, as all stored documents are. */
export function fieldDecoder(names: readonly string[]): Decoder {
  const wanted = names.map((name) => Buffer.from(name));
  return (bytes) => {
    // If a name occurs twice, the last field counts, as in `decode`.
    const parts: Buffer[] = [];
    for (let at = 4; bytes[at] !== 0; ) {
      const nameEnd = endOfName(bytes, at + 1);
      const end = endOfValue(bytes, bytes[at] as number, nameEnd + 1);
      const place = wanted.findIndex((name) => isAt(name, bytes, at + 1, nameEnd));
      if (place >= 0) parts[place] = bytes.subarray(at, end);
      at = end;
    }
    return decode(documentOf(parts.filter(Boolean)));
  };
}

/**
 * Copies the named fields of a document into a new document, in their order, without decoding them. The document must be well
 * formed, as all stored documents are.
 */
export function fieldCutter(names: readonly string[]): (bytes: Buffer) => Buffer {
  const wanted = names.map((name) => Buffer.from(name));
  return (bytes) => {
    const parts: Buffer[] = [];
    for (let at = 4; bytes[at] !== 0; ) {
      const nameEnd = endOfName(bytes, at + 1);
      const end = endOfValue(bytes, bytes[at] as number, nameEnd + 1);
      if (wanted.some((name) => isAt(name, bytes, at + 1, nameEnd))) parts.push(bytes.subarray(at, end));
      at = end;
    }
    return documentOf(parts);
  };
}

function isAt(name: Buffer, bytes: Buffer, start: number, end: number): boolean {
  if (end - start !== name.length) return false;
  for (let i = 0; i < name.length; i++) if (name[i] !== bytes[start + i]) return false;
  return true;
}

/** A document of these elements. */
export function documentOf(fields: Buffer[]): Buffer {
  const size = fields.reduce((sum, field) => sum + field.length, 5);
  const document = Buffer.allocUnsafe(size);
  document.writeInt32LE(size, 0);
  let at = 4;
  for (const field of fields) at += field.copy(document, at);
  document[at] = 0;
  return document;
}
