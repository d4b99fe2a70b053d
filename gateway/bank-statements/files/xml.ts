import { SaxesParser } from 'saxes';
import { MAX_DEPTH, type MarkupEvents, refusedAt, SLICE } from './markup.ts';

/** Maximum characters of a parser message in an error. */
const MAX_WORDS = 200;

/**
 * Reads XML in steps. Refuses DTDs and all entities except the five of XML itself, so that nothing is fetched and no
 * text expands. Throws validation_failed at the line of a fault.
 */
export function* readXml(text: string, events: MarkupEvents): Generator<void> {
  const parser = new SaxesParser({ xmlns: false, position: true } as const);
  let depth = 0;
  const refuse = (error: string): never => {
    throw refusedAt(parser.line, error);
  };
  parser.on('error', ({ message }) => refuse(`the file is not XML: ${message.slice(0, MAX_WORDS)}`));
  parser.on('doctype', () => refuse('a file with a DTD is refused'));
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) refuse(`elements are nested more than ${MAX_DEPTH} levels deep`);
    events.open(localName(name), attributes, parser.line);
  });
  parser.on('text', (said) => events.text(said));
  parser.on('cdata', (said) => events.text(said));
  parser.on('closetag', () => {
    depth -= 1;
    events.close();
  });
  for (let at = 0; at < text.length; at += SLICE) {
    parser.write(text.slice(at, at + SLICE));
    yield;
  }
  parser.close();
}

/** The name without its namespace prefix. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
