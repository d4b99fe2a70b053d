import { readFileSync } from 'node:fs';
import type { Face } from './domain/page.ts';
import { fontBytes, fontIn, keyOf, type Part } from './font-file.ts';

/** Noto Sans of Chinese, Japanese and Korean, in some 100 slices a font and weight: those are read whose letters are drawn. */
export interface Slices {
  /** Whether it is a letter of theirs, if of any font's. */
  mayHave(letter: string): boolean;
  /** Key of the file that has the letter. */
  keyFor(letter: string, face: Face): string | undefined;
  /** The content of a file whose key was returned. */
  bytes(key: string): Buffer;
}

/** In the order in which they are asked for a letter. */
const FONTS = ['noto-sans-sc', 'noto-sans-kr'];
/** From the radicals on. Of what is before, and of emoji, they have no more than other fonts. */
const THEIRS = /[\u2e80-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]/u;
/** Files of some 50 KB each. A document reads once what is kept no more. */
const KEPT = 96;

/** The keys of its files. */
type Slice = Record<Face, string>;

export function openSlices(): Slices {
  let indexes: Map<number, Slice>[] | undefined;
  const checked = new Set<Slice>();
  const parts = new Map<string, Part>();
  /** The one that was wanted last is the last. */
  const kept = new Map<string, Buffer>();

  function bytes(key: string): Buffer {
    const found = kept.get(key) ?? fontBytes(parts.get(key) as Part);
    kept.delete(key);
    kept.set(key, found);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value as string);
    return found;
  }

  function newSlice(name: string, part: string): Slice {
    const files = { regular: { name, part, face: 'regular' }, semibold: { name, part, face: 'semibold' } } as const;
    const slice = { regular: keyOf(files.regular), semibold: keyOf(files.semibold) };
    parts.set(slice.regular, files.regular).set(slice.semibold, files.semibold);
    return slice;
  }

  /** Forgets what the slice claims to have, and has not. */
  function check(slice: Slice, index: Map<number, Slice>): void {
    checked.add(slice);
    const had = new Set(fontIn(bytes(slice.regular)).characterSet);
    for (const [letter, of] of index) if (of === slice && !had.has(letter)) index.delete(letter);
  }

  return {
    mayHave: (letter) => THEIRS.test(letter),
    keyFor(letter, face) {
      indexes ??= FONTS.map((name) => readIndex(name, newSlice));
      const codePoint = letter.codePointAt(0) ?? 0;
      for (const index of indexes) {
        const slice = index.get(codePoint);
        if (slice && !checked.has(slice)) check(slice, index);
        if (slice && index.has(codePoint)) return slice[face];
      }
      return undefined;
    },
    bytes,
  };
}

/** The slice of the font for each letter. */
function readIndex(name: string, newSlice: (name: string, part: string) => Slice): Map<number, Slice> {
  const index = new Map<number, Slice>();
  const file = new URL(import.meta.resolve(`@fontsource/${name}/unicode.json`));
  for (const [title, letters] of Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)) {
    // `[4]`; all others are of other scripts.
    const part = /^\[(\d+)\]$/.exec(title)?.[1];
    if (part === undefined) continue;
    const slice = newSlice(name, part);
    for (const letter of lettersIn(letters)) index.set(letter, slice);
  }
  return index;
}

/** As style sheets name them: `U+4e00,U+4e03-4e05`. */
function* lettersIn(ranges: string): Generator<number> {
  for (const range of ranges.split(',')) {
    const ends = range.slice('U+'.length).split('-');
    const [first = 0, last = first] = ends.map((hex) => Number.parseInt(hex, 16));
    for (let letter = first; letter <= last; letter++) {
      if (THEIRS.test(String.fromCodePoint(letter))) yield letter;
    }
  }
}
