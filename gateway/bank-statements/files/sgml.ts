import { MAX_DEPTH, type MarkupEvents, refusedAt, SLICE } from './markup.ts';

/** Maximum characters of a name. */
const MAX_NAME = 64;
/** Elements that hold only text, by OFX's DTD. The element after an empty one of these is not its child. */
const TEXTS: ReadonlySet<string> = new Set([
  ...['ACCTID', 'ACCTTYPE', 'BALAMT', 'BANKID', 'BRANCHID', 'CHECKNUM', 'CORRECTACTION', 'CORRECTFITID', 'CURDEF'],
  ...['CURRATE', 'CURSYM', 'DTASOF', 'DTAVAIL', 'DTEND', 'DTPOSTED', 'DTSTART', 'DTUSER', 'EXTDNAME', 'FID', 'FITID'],
  ...['LANGUAGE', 'MEMO', 'NAME', 'ORG', 'PAYEEID', 'REFNUM', 'SIC', 'SRVRTID', 'TRNAMT', 'TRNTYPE', 'TRNUID'],
]);

/**
 * Reads the SGML of OFX 1 in steps. An element with text ends where its text ends, with or without an end tag. Each tag
 * is read once. Throws validation_failed at the line of a fault.
 */
export function* readSgml(text: string, from: number, events: MarkupEvents): Generator<void> {
  const open: string[] = [];
  let line = 1 + lineEnds(text, 0, from);
  let counted = from;
  let step = from + SLICE;

  const lineAt = (at: number): number => {
    line += lineEnds(text, counted, at);
    counted = at;
    return line;
  };

  for (let at = text.indexOf('<', from); at >= 0; ) {
    const end = text.indexOf('>', at);
    if (end < 0 || end - at > MAX_NAME + 2) throw refusedAt(lineAt(at), 'a mark does not end');
    const name = text.slice(at + 1, end);
    const next = text.indexOf('<', end);
    const said = text.slice(end + 1, next < 0 ? text.length : next).trim();
    if (name.startsWith('!') || name.startsWith('?')) throw refusedAt(lineAt(at), 'a file with a DTD is refused');
    if (name.startsWith('/')) closeElement(name.slice(1), lineAt(at));
    else openElement(name, said, lineAt(at));
    at = next;
    if (end > step) {
      step = end + SLICE;
      yield;
    }
  }
  if (open.length > 0) throw refusedAt(lineAt(text.length), `${open.at(-1)} is not closed`);

  function openElement(name: string, said: string, number: number): void {
    events.open(name, {}, number);
    if (said !== '' || TEXTS.has(name)) {
      if (said !== '') events.text(withoutEscapes(said));
      events.close();
    } else if (open.push(name) > MAX_DEPTH) {
      throw refusedAt(number, `elements are nested more than ${MAX_DEPTH} levels deep`);
    }
  }

  /** Also closes the open elements inside the element, because end tags are optional. */
  function closeElement(name: string, number: number): void {
    const index = open.lastIndexOf(name);
    // The end tag of an element with text, which is already closed.
    if (index < 0 && !isAggregate(name, open)) return;
    if (index < 0) throw refusedAt(number, `${name} is closed, and was not opened`);
    for (let count = open.length - index; count > 0; count--) events.close();
    open.length = index;
  }
}

/** True if the end tag cannot belong to an element with text: no element is open, or it ends the whole file. */
const isAggregate = (name: string, open: readonly string[]): boolean => open.length === 0 || name === 'OFX';

function lineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === LINE_FEED) count += 1;
  return count;
}

const LINE_FEED = 0x0a;

const withoutEscapes = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&nbsp;', ' ').replaceAll('&amp;', '&');
