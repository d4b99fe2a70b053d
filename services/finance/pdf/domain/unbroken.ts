/** Chinese and Japanese are written without spaces: a row may end behind each letter. Korean has words. */
const IDEOGRAPH = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]`;
const IDEOGRAPHIC = new RegExp(IDEOGRAPH, 'u');
/** No row ends with them. */
const OPENING = String.raw`[\p{Ps}\p{Pi}]`;
/** No row begins with them: what closes, stops or goes on with the letter before, and marks. */
const CLOSING = String.raw`[\p{Pe}\p{Pf}\p{M}!%,.:;?…、。々ぁぃぅぇぉっゃゅょゎ゛-ゞァィゥェォッャュョヮヵヶ・-ヾ！％，．：；？｡､･]`;
const OTHER = `(?:(?!${IDEOGRAPH}|${OPENING}).)`;
const UNBROKEN = new RegExp(`${OPENING}*(?:${IDEOGRAPH}|${OTHER}+)${CLOSING}*|${OPENING}+`, 'gsu');

/** A word in the parts that a row should hold whole (UAX 14, in short). */
export function* unbroken(word: string): Generator<string> {
  if (!IDEOGRAPHIC.test(word)) yield word;
  else for (const [part] of word.matchAll(UNBROKEN)) yield part;
}
