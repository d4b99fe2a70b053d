import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

interface Block {
  /** File name that follows the language of the block; '' if there is none. */
  file: string;
  code: string;
  /** The heading above the block. */
  heading: string;
}

/**
 * Code blocks of a page in docs/, by the file name that follows the language of the block. Blocks without a file name
 * are left out.
 */
export function codeBlocks(page: string): Map<string, string> {
  const named = [...blocksOf(join('docs', page))].filter(({ file }) => file !== '');
  return new Map(named.map(({ file, code }) => [file, code]));
}

/** The first code block below a heading of a page. Throws if there is none. */
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
