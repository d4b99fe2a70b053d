/** Chinese and Japanese are written without spaces: a row may end behind each letter. Korean has words. */
const IDEOGRAPH = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]`;
const IDEOGRAPHIC = new RegExp(IDEOGRAPH, 'u');
/** No row ends with them. */
const OPENING = String.raw`[\p{Ps}\p{Pi}]`;
/** No row begins with them: what closes, stops or goes on with the letter before, and marks. */
const CLOSING = String.raw`[\p{Pe}\p{Pf}\p{M}!%,.:;?\u2026\u3001\u3002\u3005\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u309b-\u309e\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u30fb-\u30fe\uff01\uff05\uff0c\uff0e\uff1a\uff1b\uff1f\uff61\uff64\uff65]`;
const OTHER = `(?:(?!${IDEOGRAPH}|${OPENING}).)`;
const UNBROKEN = new RegExp(`${OPENING}*(?:${IDEOGRAPH}|${OTHER}+)${CLOSING}*|${OPENING}+`, 'gsu');

/** A word in the parts that a row should hold whole (UAX 14, in short). */
export function* unbroken(word: string): Generator<string> {
  if (!IDEOGRAPHIC.test(word)) yield word;
  else for (const [part] of word.matchAll(UNBROKEN)) yield part;
}
