import { isUtf8 } from 'node:buffer';
import { refusedAt } from './markup.ts';

const MARK = '\ufeff';
/** Characters of a file in which the header of OFX 1 is looked for. */
const HEADER = 1_000;

/** The text of an XML file. Throws validation_failed for what is not UTF-8, whatever it calls itself. */
export function decodedXml(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw refusedAt(1, 'the file is not UTF-8');
  const text = bytes.toString('utf8');
  return text.startsWith(MARK) ? text.slice(1) : text;
}

/** The text of an OFX file. Those of version 1 may be in the encoding of Windows, and say so. Throws validation_failed. */
export function decodedOfx(bytes: Buffer): string {
  if (isUtf8(bytes)) return decodedXml(bytes);
  const header = bytes.toString('latin1', 0, HEADER);
  if (header.includes('CHARSET:1252')) return new TextDecoder('windows-1252').decode(bytes);
  throw refusedAt(1, 'the file is neither UTF-8 nor, as it would say of itself, CHARSET:1252');
}

/** Where the SGML of OFX 1 begins, behind a header that is none; undefined for OFX 2, which is XML. */
export function sgmlStart(text: string): number | undefined {
  const header = text.slice(0, HEADER);
  if (header.includes('<?xml') || header.includes('<?OFX')) return undefined;
  const start = header.indexOf('<OFX>');
  if (start < 0) throw refusedAt(1, 'the file is not OFX: it has no <OFX> at its beginning');
  return start;
}
