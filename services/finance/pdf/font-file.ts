import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import type { Face } from './domain/page.ts';
import { unpackedWoff } from './unpacked-woff.ts';

/** The name of a font file. */
export interface Part {
  /** Name of the font: `noto-sans`. */
  name: string;
  /** A script, or the number of a slice. */
  part: string;
  face: Face;
}

const WEIGHTS: Record<Face, number> = { regular: 400, semibold: 600 };

export const keyOf = ({ name, part, face }: Part): string => `${name}-${part}-${face}`;

export function fontBytes({ name, part, face }: Part): Buffer {
  const file = `@fontsource/${name}/files/${name}-${part}-${WEIGHTS[face]}-normal.woff`;
  return unpackedWoff(readFileSync(new URL(import.meta.resolve(file))));
}

export const fontIn = (bytes: Buffer): Font => create(bytes) as Font;
