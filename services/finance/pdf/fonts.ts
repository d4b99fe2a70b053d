import type { Font } from 'fontkit';
import type { Face } from './domain/page.ts';
import { fontBytes, fontIn, keyOf, type Part } from './font-file.ts';
import { openSlices } from './slices.ts';

/** Text that one font file can draw. */
export interface Run {
  text: string;
  key: string;
}

/** The fonts of documents: Noto Sans. A file has one script; Chinese, Japanese and Korean are split into slices. */
export interface LoadedFonts {
  /** Whether any font has this code point. */
  covers(codePoint: number): boolean;
  runs(text: string, face: Face): Run[];
  /** The content of a file. */
  bytes(key: string): Buffer;
}

/** The files in the order in which a letter is searched in them. */
const FILES = [
  ['noto-sans', 'latin'],
  ['noto-sans', 'latin-ext'],
  ['noto-sans', 'greek'],
  ['noto-sans', 'greek-ext'],
  ['noto-sans', 'cyrillic'],
  ['noto-sans', 'cyrillic-ext'],
  ['noto-sans', 'vietnamese'],
  ['noto-sans', 'devanagari'],
  ['noto-sans-hebrew', 'hebrew'],
  ['noto-sans-arabic', 'arabic'],
] as const;
/** Combining marks and spaces. They are drawn with the font of the letter before them. */
const STAYING = /[\p{M}\p{Z}]/u;

interface FontFile {
  readonly key: string;
  readonly bytes: Buffer;
  readonly font: Font;
}

export function loadFonts(): LoadedFonts {
  const files: Record<Face, FontFile[]> = { regular: filesOf('regular'), semibold: filesOf('semibold') };
  const byKey = new Map(Object.values(files).flatMap((all) => all.map((file) => [file.key, file] as const)));
  const slices = openSlices();
  const known: Record<Face, Map<string, string | undefined>> = { regular: new Map(), semibold: new Map() };

  function keyFor(letter: string, face: Face): string | undefined {
    if (slices.mayHave(letter)) return slices.keyFor(letter, face);
    const found = known[face].get(letter);
    if (found !== undefined || known[face].has(letter)) return found;
    const key = files[face].find((file) => has(file, letter))?.key;
    known[face].set(letter, key);
    return key;
  }

  /** Whether the letter is drawn with the font file of the previous letter. */
  function stays(letter: string, { key }: Run): boolean {
    const file = STAYING.test(letter) ? byKey.get(key) : undefined;
    return file !== undefined && has(file, letter);
  }

  function runs(text: string, face: Face): Run[] {
    const all: Run[] = [];
    for (const letter of text) {
      const last = all.at(-1);
      const key = last && stays(letter, last) ? last.key : (keyFor(letter, face) ?? (files[face][0] as FontFile).key);
      if (last?.key === key) last.text += letter;
      else all.push({ text: letter, key });
    }
    return all;
  }

  return {
    runs,
    bytes: (key) => byKey.get(key)?.bytes ?? slices.bytes(key),
    covers: (codePoint) => keyFor(String.fromCodePoint(codePoint), 'regular') !== undefined,
  };
}

const has = ({ font }: FontFile, letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);

const filesOf = (face: Face): FontFile[] => FILES.map(([name, part]) => fontFile({ name, part, face }));

/**
 * The file is read at its first use. Most documents need two of the twenty files, and the first document waits for
 * them.
 */
function fontFile(part: Part): FontFile {
  let read: Pick<FontFile, 'bytes' | 'font'> | undefined;
  const contents = () => {
    if (!read) {
      const bytes = fontBytes(part);
      read = { bytes, font: fontIn(bytes) };
    }
    return read;
  };
  return {
    key: keyOf(part),
    get bytes() {
      return contents().bytes;
    },
    get font() {
      return contents().font;
    },
  };
}
