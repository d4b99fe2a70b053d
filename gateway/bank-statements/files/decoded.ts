import { isUtf8 } from 'node:buffer';
import { refusedAt } from './markup.ts';

const MARK = '\ufeff';
/** Number of characters at the beginning of a file that may hold the header of OFX 1. */
const HEADER = 1_000;

/** The text of an XML file. Throws validation_failed if it is not UTF-8, even if it declares another encoding. */
export function decodedXml(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw refusedAt(1, 'the file is not UTF-8');
  const text = bytes.toString('utf8');
  return text.startsWith(MARK) ? text.slice(1) : text;
}

/**
 * The text of an OFX file. A file of version 1 may be in Windows-1252, if its header says so. Throws validation_failed
 * for any other encoding.
 */
export function decodedOfx(bytes: Buffer): string {
  if (isUtf8(bytes)) return decodedXml(bytes);
  const header = bytes.toString('latin1', 0, HEADER);
  if (header.includes('CHARSET:1252')) return new TextDecoder('windows-1252').decode(bytes);
  throw refusedAt(1, 'the file is neither UTF-8 nor, as it would say of itself, CHARSET:1252');
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
