import { readFileSync } from 'node:fs';
import type { Face } from './domain/page.ts';
import { fontBytes, fontIn, keyOf, type Part } from './font-file.ts';

/**
 * Noto Sans for Chinese, Japanese and Korean. Each font and weight has about 100 slices. Only the slices of drawn
 * letters are read.
 */
export interface Slices {
  /** Whether the letter can be in one of these fonts. */
  mayHave(letter: string): boolean;
  /** Key of the file that has the letter; undefined if none has it. */
  keyFor(letter: string, face: Face): string | undefined;
  /** The content of a file. `key`: a result of `keyFor`. */
  bytes(key: string): Buffer;
}

/** The fonts in the order in which a letter is searched in them. */
const FONTS = ['noto-sans-sc', 'noto-sans-kr'];
/**
 * Letters from the CJK radicals on. For earlier letters and emoji, these fonts have nothing that other fonts do not
 * have.
 */
const THEIRS = /[\u2e80-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]/u;
/** Number of files in the cache. A file has about 50 KB. A file that left the cache is read again. */
const MAX_CACHED = 96;

/** The file keys of a slice, by weight. */
type Slice = Record<Face, string>;

export function openSlices(): Slices {
  let indexes: Map<number, Slice>[] | undefined;
  const checked = new Set<Slice>();
  const parts = new Map<string, Part>();
  /** Cached files, the most recently used last. */
  const kept = new Map<string, Buffer>();

  function bytes(key: string): Buffer {
    const found = kept.get(key) ?? fontBytes(parts.get(key) as Part);
    kept.delete(key);
    kept.set(key, found);
    if (kept.size > MAX_CACHED) kept.delete(kept.keys().next().value as string);
    return found;
  }

  function newSlice(name: string, part: string): Slice {
    const files = { regular: { name, part, face: 'regular' }, semibold: { name, part, face: 'semibold' } } as const;
    const slice = { regular: keyOf(files.regular), semibold: keyOf(files.semibold) };
    parts.set(slice.regular, files.regular).set(slice.semibold, files.semibold);
    return slice;
  }

  /** Removes letters from the index that the slice's file does not have. */
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

/** The slice of each letter, by code point. */
function readIndex(name: string, newSlice: (name: string, part: string) => Slice): Map<number, Slice> {
  const index = new Map<number, Slice>();
  const file = new URL(import.meta.resolve(`@fontsource/${name}/unicode.json`));
  for (const [title, letters] of Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)) {
    // `[4]` is a slice. Other titles are scripts.
    const part = /^\[(\d+)\]$/.exec(title)?.[1];
    if (part === undefined) continue;
    const slice = newSlice(name, part);
    for (const letter of lettersIn(letters)) index.set(letter, slice);
  }
  return index;
}

/** Parses the ranges of a style sheet: `U+4e00,U+4e03-4e05`. */
function* lettersIn(ranges: string): Generator<number> {
  for (const range of ranges.split(',')) {
    const ends = range.slice('U+'.length).split('-');
    const [first = 0, last = first] = ends.map((hex) => Number.parseInt(hex, 16));
    for (let letter = first; letter <= last; letter++) {
      if (THEIRS.test(String.fromCodePoint(letter))) yield letter;
    }
  }
}
