/** How many code points a text has. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Where a text goes on behind so many code points from `from` on; its end where it has fewer. */
export function behind(text: string, count: number, from = 0): number {
  let at = from;
  for (let n = 0; n < count && at < text.length; n++) at += isPair(text, at) ? 2 : 1;
  return at;
}

/** Where the code point begins that ends there. */
export const lastBefore = (text: string, end: number): number => end - (end > 1 && isPair(text, end - 2) ? 2 : 1);

const isPair = (text: string, at: number): boolean => (text.codePointAt(at) as number) > 0xffff;
