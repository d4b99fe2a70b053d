/** Whether a font has a glyph for the code point. */
export type Covers = (codePoint: number) => boolean;

/** The replacement character, which is drawn for letters that no font has. */
export const REPLACEMENT = '\uFFFD';
/** More than 4 combining marks or joiners in a row. A pile of marks could hide other text. */
const HEAPED = /([\p{M}\u200c\u200d]{4})[\p{M}\u200c\u200d]+/gu;
const LINE_ENDS = /\r\n?|[\u2028\u2029\u0085\v\f]/gu;
/**
 * Invisible characters, such as directional overrides. They could make a text read differently from its stored form.
 */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
const CONTROLS = /[^\P{Cc}\n]/gu;
const SPACES = /[\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;
/** Characters that belong to the letter before them. They are dropped if no font has them. */
const JOINING = /^(?:\p{M}|\u200c|\u200d|[\u{e0000}-\u{e0fff}]|[\u{1f3fb}-\u{1f3ff}])$/u;
/** Text of characters that every text font has. */
const PLAIN = /^[\n\x20-\x7e\xa1-\xac\xae-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]*$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * `text` in a form that can be drawn: without control characters, and with the replacement character for each letter
 * that no font has.
 */
export function cleanText(text: string, covers: Covers): string {
  if (PLAIN.test(text)) return text;
  const visible = text
    .toWellFormed()
    .replaceAll(LINE_ENDS, '\n')
    .replaceAll(INVISIBLE, '')
    .replaceAll(CONTROLS, ' ')
    .replaceAll(SPACES, ' ')
    .normalize('NFC');
  if (PLAIN.test(visible)) return visible;
  return Array.from(graphemes.segment(visible.replaceAll(HEAPED, '$1')), ({ segment }) =>
    drawable(segment, covers),
  ).join('');
}

/** A letter is drawn with its marks. If the letter has no glyph, the replacement character is drawn for both. */
function drawable(letter: string, covers: Covers): string {
  if (letter === '\n') return letter;
  const known = Array.from(letter, (one) => ({ one, isCovered: covers(one.codePointAt(0) ?? 0) }));
  if (known.some(({ one, isCovered }) => !isCovered && !JOINING.test(one))) return REPLACEMENT;
  return known.flatMap(({ one, isCovered }) => (isCovered ? [one] : [])).join('');
}
