import { runInNewContext } from 'node:vm';
import type { Pattern } from './patterns.ts';

const LENGTH = 512 * 1024;

/** Pieces of the hostile texts: what callers send most often. The pattern's own pieces come on top. */
const COMMON = ['0', 'a', 'A', ' ', '=', '-', '.', '@', '/', '"', 'eyJ', '0.', 'a.', '$[', '%'];

function* hostileTexts(source: string): Generator<string> {
  const own = source.match(/\w{2,}|[^\w\\]/g) ?? [];
  for (const piece of new Set([...COMMON, ...own])) yield `${piece.repeat(LENGTH / piece.length)}\0`;
}

/** Whether some long text keeps V8 busy with the pattern for longer than `patience` milliseconds. */
export function isHeldUp({ source, flags }: Pick<Pattern, 'source' | 'flags'>, patience: number): boolean {
  return hostileTexts(source).some((text) => {
    try {
      runInNewContext('text.search(new RegExp(source, flags))', { source, flags, text }, { timeout: patience });
      return false;
    } catch {
      return true;
    }
  });
}
