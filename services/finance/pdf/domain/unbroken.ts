import LineBreaker from 'linebreak';

/** Characters of Chinese and Japanese, which have no spaces: a row may end after each of them. Korean has spaces. */
const IDEOGRAPHIC =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

/** Splits a word at the positions where a row may end (UAX 14). */
export function* unbroken(word: string): Generator<string> {
  if (!IDEOGRAPHIC.test(word)) return yield word;
  const breaker = new LineBreaker(word);
  let from = 0;
  for (let end = breaker.nextBreak(); end; end = breaker.nextBreak()) {
    yield word.slice(from, end.position);
    from = end.position;
  }
}
