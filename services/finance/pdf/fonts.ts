import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import type { Face } from './domain/page.ts';
import { unpackedWoff } from './unpacked-woff.ts';

/** Text that one file can draw. */
export interface Run {
  text: string;
  key: string;
}

/** The fonts that documents are drawn with. Noto Sans: of several scripts, a file each. */
export interface LoadedFonts {
  /** Whether any has this code point. */
  covers(codePoint: number): boolean;
  runs(text: string, face: Face): Run[];
  /** What is in a file. */
  bytes(key: string): Buffer;
}

interface FontFile {
  key: string;
  bytes: Buffer;
  font: Font;
}

/** In the order in which they are asked for a letter. */
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
const WEIGHTS: Record<Face, number> = { regular: 400, semibold: 600 };
/** Marks stay with their letter, and letters of any script have spaces. */
const STAYING = /[\p{M}\p{Z}]/u;

export function loadFonts(): LoadedFonts {
  const files: Record<Face, FontFile[]> = { regular: filesOf('regular'), semibold: filesOf('semibold') };
  const byKey = new Map(Object.values(files).flatMap((all) => all.map((file) => [file.key, file] as const)));
  const fileOf = (key: string) => byKey.get(key) as FontFile;

  const known: Record<Face, Map<string, FontFile | undefined>> = { regular: new Map(), semibold: new Map() };

  function fileFor(letter: string, face: Face): FontFile | undefined {
    const found = known[face].get(letter);
    if (found || known[face].has(letter)) return found;
    const first = files[face].find((file) => has(file, letter));
    known[face].set(letter, first);
    return first;
  }

  function runs(text: string, face: Face): Run[] {
    const all: Run[] = [];
    for (const letter of text) {
      const last = all.at(-1);
      const stays = last && STAYING.test(letter) && has(fileOf(last.key), letter);
      const key = stays ? last.key : (fileFor(letter, face) ?? (files[face][0] as FontFile)).key;
      if (last?.key === key) last.text += letter;
      else all.push({ text: letter, key });
    }
    return all;
  }

  return {
    runs,
    bytes: (key) => fileOf(key).bytes,
    covers: (codePoint) => fileFor(String.fromCodePoint(codePoint), 'regular') !== undefined,
  };
}

const has = ({ font }: FontFile, letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);

function filesOf(face: Face): FontFile[] {
  return FILES.map(([name, script]) => {
    const file = `@fontsource/${name}/files/${name}-${script}-${WEIGHTS[face]}-normal.woff`;
    const bytes = unpackedWoff(readFileSync(new URL(import.meta.resolve(file))));
    return { key: `${name}-${script}-${face}`, bytes, font: create(bytes) as Font };
  });
}
