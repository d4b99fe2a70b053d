import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** The code of a page in docs/, by the file name that stands behind the language of each block. */
export function codeBlocks(page: string): Map<string, string> {
  const lines = readFileSync(join(ROOT, 'docs', page), 'utf8').split('\n');
  const blocks = new Map<string, string>();
  let file: string | undefined;
  let code: string[] = [];
  for (const line of lines) {
    if (!line.startsWith('```')) code.push(line);
    else if (file === undefined) [file, code] = [line.split(' ')[1] ?? '', []];
    else {
      if (file !== '') blocks.set(file, `${code.join('\n')}\n`);
      file = undefined;
    }
  }
  return blocks;
}
