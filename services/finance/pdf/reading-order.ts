import openBidi, { type Bidi } from 'bidi-js';

// The module exports the function itself, but its types declare a default property.
const bidi = (openBidi as unknown as () => Bidi)();
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** The parts of a row in visual order, from left to right. The letters within a part are in reading order. */
export function fromLeftToRight(row: string): string[] {
  if (!RIGHT_TO_LEFT.test(row)) return [row];
  const { levels } = bidi.getEmbeddingLevels(row, 'auto');
  const mirrored = bidi.getMirroredCharactersMap(row, levels);
  const parts: { level: number; text: string }[] = [];
  for (let at = 0; at < row.length; at++) {
    const [level, letter] = [levels[at] ?? 0, mirrored.get(at) ?? (row[at] as string)];
    const last = parts.at(-1);
    // A space in right-to-left text is a part of its own, so that the words on both sides change places.
    if (last && last.level === level && (level % 2 === 0 || (letter !== ' ' && !last.text.endsWith(' ')))) {
      last.text += letter;
    } else parts.push({ level, text: letter });
  }
  return reordered(parts).map(({ text }) => text);
}

/**
 * Rule L2 of the Unicode bidirectional algorithm: from the highest level down, each sequence of parts at that level or
 * above is reversed.
 */
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
