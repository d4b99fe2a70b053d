import { isUtf8 } from 'node:buffer';
import { decodedParts, type Encoding, markedEncoding } from '../../payload/text-encoding.ts';
import { refusedAt, SLICE } from './markup.ts';

const MARK = '\ufeff';
/** Number of characters at the beginning of a file that may hold the header of OFX 1. */
const HEADER = 1_000;
/** Number of characters at the beginning of an XML file that may hold its declaration. */
const DECLARATION = 200;
/** Encodings by the names that an XML declaration has. Every text in ISO-8859-1 reads the same in windows-1252. */
const DECLARED: ReadonlyMap<string, Encoding> = new Map([
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['iso-8859-15', 'iso-8859-15'],
]);

/**
 * The text of an XML file, in steps: UTF-8, UTF-16 with its mark, or an encoding that it declares. A file that is valid
 * UTF-8 is read as UTF-8, because no text in another encoding is. Throws validation_failed for any other encoding.
 */
export function* decodedXml(bytes: Buffer): Generator<void, string> {
  if (isUtf8(bytes)) return utf8Of(bytes);
  const marked = markedEncoding(bytes);
  const declared = declaredEncoding(bytes.toString('latin1', 0, DECLARATION));
  const encoding = marked === 'utf-8' ? undefined : (marked ?? DECLARED.get(declared ?? ''));
  if (encoding !== undefined) return yield* decoded(bytes, encoding);
  throw refusedAt(1, 'the file is neither UTF-8 nor UTF-16, and declares neither ISO-8859-1 nor windows-1252');
}

/**
 * The text of an OFX file, in steps. A file of version 1 may be in Windows-1252, if its header says so, a file of version
 * 2 in an encoding that it declares. Throws validation_failed for any other encoding.
 */
export function* decodedOfx(bytes: Buffer): Generator<void, string> {
  if (isUtf8(bytes)) return utf8Of(bytes);
  const header = bytes.toString('latin1', 0, HEADER);
  if (header.includes('<?xml') || markedEncoding(bytes)) return yield* decodedXml(bytes);
  if (header.includes('CHARSET:1252')) return yield* decoded(bytes, 'windows-1252');
  throw refusedAt(1, 'the file is neither UTF-8 nor, as it would say of itself, CHARSET:1252');
}

function utf8Of(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.startsWith(MARK) ? text.slice(1) : text;
}

function* decoded(bytes: Buffer, encoding: Encoding): Generator<void, string> {
  let text = '';
  try {
    for (const part of decodedParts(bytes, encoding, SLICE)) {
      text += part;
      yield;
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw refusedAt(1, `the file is not ${encoding}`);
  }
  return text;
}

/** The encoding that an XML declaration names, in lower case; undefined without one. */
function declaredEncoding(beginning: string): string | undefined {
  const declaration = beginning.startsWith('<?xml') ? beginning.slice(0, beginning.indexOf('?>') + 1) : '';
  const [, said = ''] = declaration.split('encoding', 2);
  const value = said.trimStart().replace('=', '').trimStart();
  const end = value.indexOf(value.charAt(0), 1);
  return end > 1 ? value.slice(1, end).toLowerCase() : undefined;
}

/**
 * The index at which the SGML of OFX 1 begins, after its header; undefined for OFX 2, which is XML. Throws
 * validation_failed for a file that is not OFX.
 */
export function sgmlStart(text: string): number | undefined {
  const header = text.slice(0, HEADER);
  if (header.includes('<?xml') || header.includes('<?OFX')) return undefined;
  const start = header.indexOf('<OFX>');
  if (start < 0) throw refusedAt(1, 'the file is not OFX: it has no <OFX> at its beginning');
  return start;
}
