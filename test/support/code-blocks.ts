import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

interface Block {
  /** Behind its language; '' where nothing is. */
  file: string;
  code: string;
  /** The one above it. */
  heading: string;
}

/** The code of a page in docs/, by the file name that stands behind the language of each block. */
export function codeBlocks(page: string): Map<string, string> {
  const named = [...blocksOf(join('docs', page))].filter(({ file }) => file !== '');
  return new Map(named.map(({ file, code }) => [file, code]));
}

/** The first code below a heading of a page of the repository. */
export function codeBelow(page: string, heading: string): string {
  const found = [...blocksOf(page)].find((block) => block.heading === heading);
  if (!found) throw new Error(`${page} has no code below '${heading}'`);
  return found.code;
}

function* blocksOf(page: string): Generator<Block> {
  let heading = '';
  let file: string | undefined;
  let code: string[] = [];
  for (const line of readFileSync(join(ROOT, page), 'utf8').split('\n')) {
    if (line.startsWith('```')) {
      if (file === undefined) file = line.split(' ')[1] ?? '';
      else {
        yield { file, code: `${code.join('\n')}\n`, heading };
        file = undefined;
      }
      code = [];
    } else if (file !== undefined) code.push(line);
    else if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
  }
}
