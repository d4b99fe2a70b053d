/**
 * Where a text has another, one behind the other. In linear time (Knuth, Morris and Pratt), whatever the texts are: the
 * native search may take as long as both lengths multiplied.
 */
export function* occurrences<T>(
  text: ArrayLike<T>,
  sought: ArrayLike<T>,
  from = 0,
  end = text.length,
): Generator<number> {
  const borders = bordersOf(sought);
  let matched = 0;
  for (let at = from; at <= end; at++) {
    if (matched === sought.length) {
      yield at - matched;
      matched = 0;
    }
    if (at === end) return;
    while (matched > 0 && text[at] !== sought[matched]) matched = borders[matched - 1] as number;
    if (text[at] === sought[matched]) matched++;
  }
}

/** For each beginning of the text how long the longest is of its own beginnings that ends it. */
function bordersOf<T>(text: ArrayLike<T>): Uint32Array {
  const borders = new Uint32Array(text.length);
  for (let at = 1, length = 0; at < text.length; at++) {
    while (length > 0 && text[at] !== text[length]) length = borders[length - 1] as number;
    if (text[at] === text[length]) length++;
    borders[at] = length;
  }
  return borders;
}
