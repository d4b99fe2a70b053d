import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pattern } from './patterns.ts';

const FILE = join(import.meta.dirname, 'safe.txt');

/** A pattern in the form of the file of verdicts. */
export const lineOf = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>) => `/${source}/${flags}`;

/** The patterns that were found safe. The file has one pattern on each line. */
export const readVerdicts = () => readFileSync(FILE, 'utf8').split('\n').filter(Boolean);

export function writeVerdicts(lines: Iterable<string>): void {
  writeFileSync(
    FILE,
    [...lines]
      .sort()
      .map((line) => `${line}\n`)
      .join(''),
  );
}
