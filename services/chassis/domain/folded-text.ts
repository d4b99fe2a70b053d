/*
 * Texts as searches compare them (decisions 1: Search; ADR 72): without case and accents.
 */

/** Letters that Unicode does not decompose, and typographic signs, each with the plain form that people type. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ı: 'i', ł: 'l', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ŋ: 'n' },
  // The sigma at the end of a word.
  ς: 'σ',
  ...ofEach("'", '\u00b4\u02b9\u02bb\u02bc\u02bd\u02c8\u2018\u2019\u201a\u201b\u2032\u2035\u2039\u203a\u055a\u05f3'),
  ...ofEach('"', '\u00ab\u00bb\u02ba\u201c\u201d\u201e\u201f\u2033\u2036\u301d\u301e\u301f\u05f4'),
  ...ofEach('-', '\u058a\u05be\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d'),
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: all outside of ASCII.
const OTHERS = /[^\x00-\x7f]/gu;
/** Accents and other marks, characters that are not shown, and code points that are no characters. */
const DROPPED = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
const ASCII = /^[\x00-\x7f]*$/;

/** Maximum number of UTF-16 units that one unit of a text becomes. Only an Arabic ligature (U+FDFA) becomes so many. */
export const LONGEST_FOLD = 18;

/**
 * The text without case and accents. A text that contains another contains it also when both are folded, except where it is
 * cut within a surrogate pair. The time is linear.
 */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // Before the decomposition too: it would make a space and a mark of an acute accent that stands for an apostrophe.
  return plain(plain(text).normalize('NFKD').replace(DROPPED, '').toLowerCase());
}

/**
 * The first character of stored texts for searches. It is the last one in the order of the database, and no folded text has
 * it. So a text that an earlier version stored is less than it.
 */
export const FOLDED_MARK = '\u{10ffff}';

/**
 * The stored text in which a search finds any of `values`. Values with accents stand before the folded values, unchanged,
 * because a process of an earlier version searches them as they are. The last line is the last value, folded.
 */
export function searchTextOf(values: readonly (string | null | undefined)[]): string {
  const texts = values.map((value) => value ?? '');
  const all = texts.map(folded);
  const unlike = texts.filter((text, index) => text.toLowerCase() !== all[index]);
  return FOLDED_MARK + [...unlike, ...all].join('\n');
}

const plain = (text: string): string => text.replace(OTHERS, (sign) => PLAIN[sign] ?? sign);

function ofEach(form: string, signs: string): Record<string, string> {
  return Object.fromEntries([...signs].map((sign) => [sign, form]));
}
