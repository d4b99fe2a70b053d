import openBidi, { type Bidi } from 'bidi-js';

// The module is the function itself; its types know it as a property.
const bidi = (openBidi as unknown as () => Bidi)();
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** The parts of a row from left to right; letters of a part are in the order in which they are read. */
export function fromLeftToRight(row: string): string[] {
  if (!RIGHT_TO_LEFT.test(row)) return [row];
  const { levels } = bidi.getEmbeddingLevels(row, 'auto');
  const mirrored = bidi.getMirroredCharactersMap(row, levels);
  const parts: { level: number; text: string }[] = [];
  for (let at = 0; at < row.length; at++) {
    const [level, letter] = [levels[at] ?? 0, mirrored.get(at) ?? (row[at] as string)];
    const last = parts.at(-1);
    // A space of its own: the words to its sides change places.
    if (last && last.level === level && (level % 2 === 0 || (letter !== ' ' && !last.text.endsWith(' ')))) {
      last.text += letter;
    } else parts.push({ level, text: letter });
  }
  return reordered(parts).map(({ text }) => text);
}

/** Unicode's rule L2: from the highest level down, what is at it or above changes its direction. */
function reordered<Part extends { level: number }>(parts: Part[]): Part[] {
  const levels = parts.map(({ level }) => level);
  const [highest, order] = [Math.max(...levels), [...parts]];
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from;
      while (to < order.length && (order[to] as Part).level >= level) to++;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  }
  return order;
}
