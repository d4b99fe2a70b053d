import LineBreaker from 'linebreak';

/** Chinese and Japanese are written without spaces: a row may end behind each letter. Korean has words. */
const IDEOGRAPHIC =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

/** A word in the parts that a row should hold whole (UAX 14). */
export function* unbroken(word: string): Generator<string> {
  if (!IDEOGRAPHIC.test(word)) return yield word;
  const breaker = new LineBreaker(word);
  let from = 0;
  for (let end = breaker.nextBreak(); end; end = breaker.nextBreak()) {
    yield word.slice(from, end.position);
    from = end.position;
  }
}
