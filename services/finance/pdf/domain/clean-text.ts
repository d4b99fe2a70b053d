/** Whether a font has it. */
export type Covers = (codePoint: number) => boolean;

/** Stands for what no font has. */
export const REPLACEMENT = '\uFFFD';
/** Combining marks on one letter, and what joins them: more are heaped up to hide what is below. */
const HEAPED = /([\p{M}\u200c\u200d]{4})[\p{M}\u200c\u200d]+/gu;
const LINE_ENDS = /\r\n?|[\u2028\u2029\u0085\v\f]/gu;
/** Embeddings and overrides would make a text read otherwise than it is kept. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
const CONTROLS = /[^\P{Cc}\n]/gu;
const SPACES = /[\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;
/** Part of what is before them, and nothing to see where the font knows nothing of it. */
const JOINING = /^(?:\p{M}|\u200c|\u200d|[\u{e0000}-\u{e0fff}]|[\u{1f3fb}-\u{1f3ff}])$/u;
/** Characters that every text font has. */
const PLAIN = /^[\n\x20-\x7e\xa1-\xac\xae-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]*$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** `text` as it can be drawn: it controls nothing, and each letter that no font has is the replacement character. */
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

/** A letter is drawn with its marks, or not at all. */
function drawable(letter: string, covers: Covers): string {
  if (letter === '\n') return letter;
  const known = Array.from(letter, (one) => ({ one, isCovered: covers(one.codePointAt(0) ?? 0) }));
  if (known.some(({ one, isCovered }) => !isCovered && !JOINING.test(one))) return REPLACEMENT;
  return known.flatMap(({ one, isCovered }) => (isCovered ? [one] : [])).join('');
}
