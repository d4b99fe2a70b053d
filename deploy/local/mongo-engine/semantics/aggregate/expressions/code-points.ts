/** Characters from which on V8 makes a part of a text no copy: it keeps all of the text. */
const SHARED_FROM = 13;

/** A part of a text that does not keep the rest in memory, which nobody would count. */
export function cut(text: string, from: number, to = text.length): string {
  return to - from < SHARED_FROM ? text.slice(from, to) : Buffer.from(text.slice(from, to)).toString();
}

/** How many code points a text has. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Where a text goes on behind so many code points from `from` on; its end where it has fewer. */
export function indexBehind(text: string, count: number, from = 0): number {
  let at = from;
  for (let n = 0; n < count && at < text.length; n++) at += isPair(text, at) ? 2 : 1;
  return at;
}

/** Where the code point begins that ends there. */
export const lastBefore = (text: string, end: number): number => end - (end > 1 && isPair(text, end - 2) ? 2 : 1);

const isPair = (text: string, at: number): boolean => (text.codePointAt(at) as number) > 0xffff;
