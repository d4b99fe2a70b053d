import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

export interface Block {
  language: string;
  /** File name that follows the language of the block; '' if there is none. */
  file: string;
  code: string;
  /** The heading above the block. */
  heading: string;
  /** Number of the block's first line in the page. */
  line: number;
}

/** The code blocks of a page, in its order. `page`: its path in the repository. */
export const blocksOf = (page: string): Block[] => [...blocksIn(readFileSync(join(ROOT, page), 'utf8'))];

/**
 * Code blocks of a page in docs/, by the file name that follows the language of the block. Blocks without a file name
 * are left out.
 */
export function codeBlocks(page: string): Map<string, string> {
  const named = blocksOf(join('docs', page)).filter(({ file }) => file !== '');
  return new Map(named.map(({ file, code }) => [file, code]));
}

/** The first code block below a heading of a page. Throws if there is none. */
export function codeBelow(page: string, heading: string): string {
  const found = blocksOf(page).find((block) => block.heading === heading);
  if (!found) throw new Error(`${page} has no code below '${heading}'`);
  return found.code;
}

function* blocksIn(text: string): Generator<Block> {
  let heading = '';
  let open: Pick<Block, 'language' | 'file' | 'line'> | undefined;
  let code: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('```')) {
      if (open) yield { ...open, code: `${code.join('\n')}\n`, heading };
      const [language = '', file = ''] = line.slice(3).split(' ');
      open = open ? undefined : { language, file, line: index + 2 };
      code = [];
    } else if (open) code.push(line);
    else if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
  }
}
